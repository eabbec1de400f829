import { randomInt } from "node:crypto";
import { createCommandEmulator } from "../../src/emulator.js";
import type { Emulator } from "../../src/index.js";
import { exportLines } from "../../src/server/variables.js";
import { codeOf, CommandError } from "../command-error.js";
import { listenForInterruption } from "../interruption.js";
import { watchFiles } from "./watch-files.js";
import { describeLoss, runningJobs } from "./describe-loss.js";
import { GRACE_MS, READABLE_LOG, startWorker } from "../worker-process.js";

/** What `worker dev` runs. */
interface DevelopSettings {
  readonly command: readonly string[];
  readonly port: number;
  readonly endpoint: string;
  /** The id of a network volume for the endpoint. */
  readonly volume: string | undefined;
}

/** How long a worker may take to end its jobs and to exit before the next one starts. */
const RESTART_GRACE_MS = 1000;

/** Runs a worker at an emulator until a signal, and starts it again when a file changes. */
export async function develop({
  command,
  port,
  endpoint,
  volume,
}: DevelopSettings): Promise<number> {
  const emulator = createCommandEmulator({}, randomInt(2 ** 32));
  if (volume !== undefined) addVolume(emulator, endpoint, volume);
  emulator.account.setWorkers(endpoint, { external: true });
  const listener = await emulator.listen({ port }).catch((error: unknown) => {
    const message = `port ${port} cannot be opened (${codeOf(error)}): pass another one with --port`;
    throw new CommandError(1, message, { cause: error });
  });
  const { variables } = listener;
  console.log(exportLines(variables));
  console.log(`\nEndpoint: ${endpoint}`);
  if (volume !== undefined)
    console.log(`Volume: ${volume}, in ${emulator.volumePath(volume)}`);
  console.log(`Page: ${variables["CLOUD_COMPUTE_PUBLIC_BASE_URL"] ?? ""}/`);
  console.log("Stop: Ctrl+C\n");
  const stopLog = logJobs(emulator);
  let kill: () => void = () => undefined;
  const interruption = listenForInterruption(() => kill());
  const files = watchFiles(process.cwd());
  try {
    for (let starts = 1; ; starts++) {
      const id = `worker-${starts}`;
      const child = startWorker(command, {
        ...listener.workerVariables(endpoint, id),
        ...READABLE_LOG,
      });
      kill = child.kill;
      const changed = files.nextChange();
      let isStopped = false;
      const exited = child.exited.then((code) => {
        const left = runningJobs(emulator, endpoint);
        const loss = describeLoss(code, left);
        const advice =
          left.length === 0
            ? ""
            : ", or cancel the job on the page, because the next worker runs it again";
        if (!isStopped)
          console.log(
            `${loss}; no worker runs: save a file to start it again${advice}`,
          );
        else if (left.length > 0) console.log(loss);
        // The jobs that it has left are given to the next worker.
        emulator.removeWorker(endpoint, id);
      });
      const restart = await Promise.race([
        interruption.signal.then(() => undefined),
        changed,
        exited.then(() => changed),
      ]);
      if (restart !== undefined) console.log(`${restart} has changed`);
      isStopped = true;
      child.stop();
      emulator.drainWorkers(endpoint);
      await child.exitWithin(
        restart === undefined ? GRACE_MS : RESTART_GRACE_MS,
      );
      await exited;
      if (restart === undefined) return 0;
    }
  } finally {
    files.close();
    stopLog();
    await emulator.close();
    interruption.done();
  }
}

/** Gives the endpoint a network volume. Its files are in a temporary folder, as its jobs are gone at the end, too. */
function addVolume(emulator: Emulator, endpoint: string, volume: string): void {
  const templateId = `${endpoint}-template`;
  emulator.seed({
    networkVolumes: [
      { id: volume, name: volume, size: 10, dataCenterId: "EU-RO-1" },
    ],
    templates: [
      {
        id: templateId,
        name: templateId,
        imageName: "worker-dev",
        isServerless: true,
      },
    ],
    endpoints: [
      { id: endpoint, name: endpoint, templateId, networkVolumeId: volume },
    ],
  });
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
