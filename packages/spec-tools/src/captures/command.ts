import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findSecret, type Capture } from "../document/capture.js";
import { KeyRing } from "../../../../src/http/redact.js";
import { codeOf, CommandError } from "../../../../src/cli/command.js";
import { readArguments, textOf } from "../../../../src/cli/flags.js";
import { capturesOf, localHostOf } from "./from-transcript.js";

const HELP = `Usage: cloud-compute-sdk captures <transcript> --to <folder>

Turns a transcript of "doctor --transcript" into captures: one file for each answer, below <folder>, with the names and
types of properties, statuses, and what a job has cost. Overwrites no file. Writes nothing if the transcript is of an
emulator on this machine, or still holds the key of CLOUD_COMPUTE_API_KEY, or what looks like a key, a password or an
address of a person.

  --to <folder>  where the files go, such as specs/captures

Exit code: 0; 1 if a file cannot be read or written, a secret was found or the service was not asked; 2 for wrong
flags.`;

/** `cloud-compute-sdk captures`: turns a transcript of `doctor` into captures. */
export async function run(args: readonly string[]): Promise<number> {
  const accepted = { texts: ["to"], words: true };
  const { values, words } = readArguments("captures", accepted, args);
  if (values["help"]) {
    console.log(HELP);
    return 0;
  }
  const [transcript] = words;
  const folder = textOf(values, "to");
  if (transcript === undefined || words.length > 1 || folder === undefined)
    throw new CommandError(
      2,
      'captures needs a transcript and a folder: "cloud-compute-sdk captures <transcript> --to <folder>"',
    );
  const captures = await readTranscript(transcript);
  for (const capture of captures) await write(folder, capture);
  return 0;
}

async function readTranscript(file: string): Promise<readonly Capture[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new CommandError(1, `${file} cannot be read (${codeOf(error)})`);
  });
  const transcript = parse(text);
  const captures = capturesOf(transcript);
  if (!captures)
    throw new CommandError(1, `${file} is no transcript of doctor`);
  const host = localHostOf(transcript);
  if (host !== undefined)
    throw new CommandError(
      1,
      `${file} shows what ${host} answered, which is this machine and not the service: run doctor with CLOUD_COMPUTE_DEPLOYMENT=runpod; nothing was written`,
    );
  const secret = secretIn(text) ?? secretIn(JSON.stringify(captures));
  if (secret === undefined) return captures;
  throw new CommandError(
    1,
    `${file} may hold ${secret}: remove it from the file first; nothing was written`,
  );
}

/** What a text holds that nobody else may see: the key itself, or what looks like a secret. */
function secretIn(text: string): string | undefined {
  const keys = new KeyRing();
  keys.learn(process.env["CLOUD_COMPUTE_API_KEY"] ?? "");
  return keys.redact(text) === text ? findSecret(text) : "your API key";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function write(folder: string, { name, ...capture }: Capture) {
  const file = join(folder, `${name}.json`);
  const text = `${JSON.stringify(capture, undefined, 2)}\n`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: "wx" });
    console.log(`written  ${file}`);
  } catch (error) {
    if (codeOf(error) !== "EEXIST")
      throw new CommandError(1, `${file} cannot be written (${codeOf(error)})`);
    console.log(`kept     ${file}, which exists`);
  }
}
