import { isRecord } from "../check-arguments.js";
import { Refusal } from "../refusals/refusal.js";
import { joinCommandLine, splitCommandLine } from "./command-line.js";
import type { Schemas } from "./schemas.js";

/** What replaces the ENTRYPOINT and the CMD of an image; undefined where a body leaves it as it is. */
interface Command {
  readonly entrypoint?: readonly string[] | undefined;
  readonly cmd?: readonly string[] | undefined;
}

/**
 * The command of a body, which says it as the lists `entrypoint` and `cmd`, as the text `args`, or in both forms.
 *
 * @throws Refusal where the two forms contradict each other
 */
export function readCommand({
  args,
  entrypoint,
  cmd,
}: Schemas["ContainerConfig"]): Command {
  const written = args === undefined ? {} : parseArgs(args);
  return {
    entrypoint: join("entrypoint", written.entrypoint, entrypoint),
    cmd: join("cmd", written.cmd, cmd),
  };
}

/** A text that is a JSON object says both lists, an empty text clears both, and any other text is the CMD. */
function parseArgs(args: string): Command {
  if (args.trim() === "") return { entrypoint: [], cmd: [] };
  const json = parseObject(args);
  if (!json) return { cmd: splitCommandLine(args) };
  const { entrypoint, cmd } = json;
  return { entrypoint: textsOf(entrypoint), cmd: textsOf(cmd) };
}

function parseObject(
  text: string,
): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((each) => typeof each === "string"))
    return value;
  throw new Refusal(
    "invalidBody",
    "args as JSON must hold lists of texts: entrypoint, cmd",
  );
}

function join(
  member: string,
  written: readonly string[] | undefined,
  given: readonly string[] | undefined,
): readonly string[] | undefined {
  if (written && given && JSON.stringify(written) !== JSON.stringify(given))
    throw new Refusal(
      "brokenRule",
      `args and ${member} contradict each other: set one of them`,
    );
  return given ?? written;
}

/** The command in every form. Only JSON can say an entry point in `args`. */
export function commandView({
  dockerEntrypoint,
  dockerStartCmd,
}: {
  readonly dockerEntrypoint: readonly string[];
  readonly dockerStartCmd: readonly string[];
}) {
  const entrypoint = [...dockerEntrypoint];
  const cmd = [...dockerStartCmd];
  const args =
    entrypoint.length === 0
      ? joinCommandLine(cmd)
      : JSON.stringify({ entrypoint, cmd });
  return { args, entrypoint, cmd };
}
