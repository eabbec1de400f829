import { parseArgs } from "node:util";
import * as batches from "./bench/batches.js";
import * as drift from "./bench/drift.js";
import * as emulator from "./bench/emulator.js";
import * as emulatorMemory from "./bench/emulator-memory.js";
import * as emulatorRequests from "./bench/emulator-requests.js";
import * as emulatorState from "./bench/emulator-state.js";
import * as eventLoop from "./bench/event-loop.js";
import * as files from "./bench/files.js";
import * as generation from "./bench/generation.js";
import * as peers from "./bench/peers.js";
import * as types from "./bench/types.js";
import * as waits from "./bench/waits.js";
import * as workerRestart from "./bench/worker-restart.js";
import { publish, type Report } from "./shared/report.js";
import { requireBuild } from "./shared/tarball.js";

/**
 * Measures time and memory, and writes the tables into `results/`: `npm run lab bench drift emulator`. Without a name the
 * bench compares the package with its peers. `--sizes` measures the peers' sizes only.
 */
const benches: Readonly<
  Record<string, (sizesOnly: boolean) => Promise<Report>>
> = {
  peers: peers.run,
  batches: batches.run,
  drift: drift.run,
  emulator: emulator.run,
  "emulator-memory": emulatorMemory.run,
  "emulator-requests": emulatorRequests.run,
  "emulator-state": emulatorState.run,
  "event-loop": eventLoop.run,
  files: files.run,
  generation: generation.run,
  types: types.run,
  waits: waits.run,
  "worker-restart": workerRestart.run,
};

const { values, positionals } = parseArgs({
  options: { sizes: { type: "boolean", default: false } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : ["peers"];
for (const name of names)
  if (!Object.hasOwn(benches, name))
    throw new Error(
      `unknown: ${name}; known: ${Object.keys(benches).join(", ")}`,
    );

requireBuild();
for (const name of names) {
  const report = await benches[name]?.(values.sizes);
  if (report) await publish(name, report);
}
