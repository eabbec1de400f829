import { readFile } from "node:fs/promises";
import { codeOf, CommandError } from "../command.js";

/** Longest time for an address to answer in whole, in milliseconds. */
const PATIENCE = 30_000;
/** Most bytes of a document. */
const LARGEST = 32 * 2 ** 20;

/** The text of a file, or of what an address answers; a `CommandError` with the exit code 2 where there is none. */
export async function readSource(
  source: string,
  header: string | undefined,
): Promise<string> {
  return /^https?:\/\//i.test(source) ? load(source, header) : read(source);
}

async function read(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    if (bytes.length <= LARGEST) return bytes.toString("utf8");
  } catch (error) {
    throw new CommandError(
      2,
      `the file ${file} cannot be read (${codeOf(error)})`,
      { cause: error },
    );
  }
  throw tooLarge(file);
}

/** Sends no key: only the header that is asked for, and that to no other address. */
async function load(
  source: string,
  header: string | undefined,
): Promise<string> {
  const address = addressOf(source);
  const shown = `${address.origin}${address.pathname}`;
  let response: Response;
  try {
    response = await fetch(address, {
      headers: header === undefined ? {} : [headerOf(header)],
      redirect: header === undefined ? "follow" : "manual",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.ok) return await textWithin(response, shown);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const isLate = error instanceof Error && error.name === "TimeoutError";
    const why = isLate
      ? `did not answer within ${PATIENCE / 1000} seconds`
      : "cannot be reached";
    throw new CommandError(2, `${shown} ${why}`);
  }
  await response.body?.cancel();
  const { status } = response;
  throw new CommandError(
    2,
    `${shown} answered with ${status}${hintOf(status)}`,
  );
}

function hintOf(status: number): string {
  if (status >= 300 && status < 400)
    return ": the header is not sent on to another address, give that one";
  // So does a GraphQL service, which is asked by POST.
  if (status === 400 || status === 405)
    return ": give an address where the document is read by GET";
  return "";
}

function addressOf(source: string): URL {
  if (!URL.canParse(source))
    throw new CommandError(2, "the address is not a URL");
  const address = new URL(source);
  if (address.username === "" && address.password === "") return address;
  throw new CommandError(
    2,
    "the address must hold no user name or password: use --header",
  );
}

/** The name and the value; what is wrong with it is said without it. */
function headerOf(header: string): [string, string] {
  const [, name, value] =
    /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x20-\x7e]+)$/.exec(header) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new CommandError(2, '--header must be "name: value", in ASCII');
}

async function textWithin(response: Response, shown: string): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.length;
    if (size > LARGEST) throw tooLarge(shown);
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

function tooLarge(what: string): CommandError {
  return new CommandError(2, `${what} is larger than ${LARGEST / 2 ** 20} MB`);
}
