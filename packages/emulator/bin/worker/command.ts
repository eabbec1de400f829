import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Rule } from "../../src/check-arguments.js";
import { CommandError } from "../command-error.js";
import { COMMAND, numberOf, PORT, readFlags, textOf } from "../flags.js";
import { develop } from "./develop.js";
import { runtimeOf } from "./runtime.js";
import { testWorker } from "./test-worker.js";

const HELP = `Usage: cloud-compute-emulator worker dev <file> [flags]
       cloud-compute-emulator worker test <file> [flags]
dev runs the worker at an emulator, restarts it when a file changes, and prints
a line for each job. The emulator's page can submit jobs.
  --port <number>     port of the emulator; 0 picks a free one (default: 4010)
  --endpoint <id>     id of the endpoint (default: my-endpoint)
  --volume <id>       gives the endpoint a network volume, whose folder on this
                      machine the worker finds in CLOUD_COMPUTE_VOLUME
test runs each case as a job. Then it cancels one job, and stops the worker
during another; both use the first case without an error.
  --cases <path>      a JSON file, or a folder of them: {"input": …}, and the
                      "output" or the "error" that is expected, if any;
                      "error": true expects any error
                      (default: test_input.json beside the worker)
  --timeout <ms>      how long a job may take, without the start of the worker
                      (default: 60000)
  --help              print this text
Exit codes: 0 stopped or passed, 1 failed, 2 wrong flags; a test that a signal
has ended exits with 128 plus the number of the signal.`;

const TIMEOUT: Rule = [
  (value) => Number(value) > 0 && Number(value) < 2 ** 31,
  "a positive number of milliseconds below 2^31",
];

/** `cloud-compute-emulator worker`: runs a worker at an emulator, to develop it or to test it. */
export async function runWorkerCommand([
  name = "",
  ...args
]: readonly string[]): Promise<number> {
  if (name === "--help") {
    console.log(HELP);
    return 0;
  }
  if (name !== "dev" && name !== "test")
    throw new CommandError(
      2,
      `worker needs dev or test; run "cloud-compute-emulator worker --help" for the flags`,
    );
  const names =
    name === "dev" ? ["port", "endpoint", "volume"] : ["cases", "timeout"];
  const isFile = args[0] !== undefined && !args[0].startsWith("--");
  const values = readFlags(
    `${COMMAND} worker`,
    names,
    isFile ? args.slice(1) : args,
  );
  if (values["help"]) {
    console.log(HELP);
    return 0;
  }
  const file = resolve(await requireFile(isFile ? args[0] : undefined));
  const command = runtimeOf(file);
  if (name === "test")
    return testWorker({
      file,
      command,
      cases: textOf(values, "cases"),
      timeoutMs: numberOf(values, "timeout", TIMEOUT) ?? 60_000,
    });
  return develop({
    command,
    port: numberOf(values, "port", PORT) ?? 4010,
    endpoint: textOf(values, "endpoint") ?? "my-endpoint",
    volume: textOf(values, "volume"),
  });
}

async function requireFile(file: string | undefined): Promise<string> {
  if (file === undefined)
    throw new CommandError(2, "worker needs the file of the worker");
  try {
    if ((await stat(file)).isFile()) return file;
  } catch {
    // There is no such file.
  }
  throw new CommandError(2, `there is no file ${file}`);
}
