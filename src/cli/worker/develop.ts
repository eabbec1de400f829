import { once } from "node:events";
import { createEmulator, type Emulator } from "../../emulator/index.js";
import { exportLines } from "../../emulator/server/variables.js";
import { codeOf, CommandError } from "../command.js";
import { watchFiles } from "./watch-files.js";
import { startChild, type WorkerChild } from "./worker-child.js";

/** What `worker dev` runs. */
interface DevelopSettings {
  readonly command: readonly string[];
  readonly port: number;
  readonly endpoint: string;
}

/** How long the running jobs may go on when a file has changed. */
const RESTART_GRACE_MS = 1000;

/** Runs a worker at an emulator until a signal, and starts it again when a file changes. */
export async function develop({
  command,
  port,
  endpoint,
}: DevelopSettings): Promise<number> {
  const emulator = createEmulator();
  emulator.account.setWorkers(endpoint, { external: true });
  const listener = await emulator.listen({ port }).catch((error: unknown) => {
    const message = `port ${port} cannot be opened (${codeOf(error)}): pass another one with --port`;
    throw new CommandError(1, message, { cause: error });
  });
  const { variables } = listener;
  console.log(exportLines(variables));
  console.log(`\nEndpoint: ${endpoint}`);
  console.log(`Page: ${variables["CLOUD_COMPUTE_PUBLIC_BASE_URL"] ?? ""}/`);
  console.log("Stop: Ctrl+C\n");
  const stopLog = logJobs(emulator);
  const interrupted = untilInterrupted();
  const files = watchFiles(process.cwd());
  try {
    for (let lost = 0; ;) {
      // A worker that was lost with a job is another one for the emulator, which gives the job again after a while.
      const id = `worker-${lost + 1}`;
      const child = startChild(command, listener.workerVariables(endpoint, id));
      const changed = files.nextChange();
      const exit = child.exited.then((code) => {
        console.log(`the worker has exited with ${code}`);
      });
      const restart = await Promise.race([
        interrupted.then(() => undefined),
        changed,
        exit.then(() => changed),
      ]);
      await stopChild(child, emulator);
      if (restart === undefined) return 0;
      if (isRunningJobs(emulator)) lost++;
      console.log(`${restart} has changed`);
    }
  } finally {
    files.close();
    stopLog();
    await emulator.close();
  }
}

/** Lets the running jobs end for a moment, and then ends the worker, which waits for its next job otherwise. */
async function stopChild(child: WorkerChild, emulator: Emulator) {
  child.stop();
  const until = performance.now() + RESTART_GRACE_MS;
  while (isRunningJobs(emulator) && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await child.end();
}

function isRunningJobs(emulator: Emulator): boolean {
  return emulator.jobs().some(({ status }) => status === "IN_PROGRESS");
}

async function untilInterrupted(): Promise<void> {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  await Promise.race(signals.map((signal) => once(process, signal)));
}

/** Prints a line for each job that ends. Returns a function that stops the log. */
function logJobs(emulator: Emulator): () => void {
  const printed = new Set<string>();
  return emulator.subscribe(({ kind }) => {
    if (kind !== "change") return;
    for (const { id, status, executionTime, error } of emulator.jobs()) {
      const isOpen = status === "IN_QUEUE" || status === "IN_PROGRESS";
      if (isOpen) printed.delete(id);
      if (isOpen || printed.has(id)) continue;
      printed.add(id);
      const time = executionTime === undefined ? "" : ` ${executionTime} ms`;
      const reason = error === undefined ? "" : `: ${error}`;
      console.log(`${id} ${status}${time}${reason}`);
    }
  });
}
