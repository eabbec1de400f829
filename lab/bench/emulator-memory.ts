import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createEmulator } from "../../src/emulator/index.js";
import { markdownTable, type Report } from "../shared/report.js";

/** Jobs for each second of the emulated clock. */
const JOBS_PER_SECOND = 100;
/** The workers of each model complete about 80 jobs a second, so that no queue grows. */
const MODELS = ["flux-schnell", "flux-dev"];
/** Results are kept for 30 minutes, so that memory is level after the first 40. */
const LEVEL_AFTER_MINUTES = 40;
const MINUTES = Number(process.env["BENCH_MINUTES"] ?? 100);
const STEP_MINUTES = 10;
const MAX_GROWTH = 1.15;
/** The heap at any time, in megabytes. */
const MAX_HEAP = 500;

/** Measures the heap of an emulator that gets 100 jobs a second: `BENCH_MINUTES=1440` measures a day. */
export async function run(): Promise<Report> {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const emulator = createEmulator({ clock: "manual" });
  const urls = MODELS.map(
    (model) => `${emulator.urls.publicBaseUrl}/v2/${model}/run`,
  );
  const init = {
    method: "POST",
    headers: {
      authorization: `Bearer ${emulator.apiKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ input: { prompt: "a lighthouse" } }),
  };
  const heaps = new Map<number, number>();
  const processes = new Map<number, number>();
  for (let second = 1; second <= MINUTES * 60; second += 1) {
    for (let job = 0; job < JOBS_PER_SECOND / urls.length; job += 1)
      for (const url of urls) await emulator.fetch(url, init);
    await emulator.clock.advance(1000);
    if (second % (STEP_MINUTES * 60) !== 0) continue;
    collectGarbage();
    const { heapUsed, rss } = process.memoryUsage();
    heaps.set(second / 60, heapUsed / 1e6);
    processes.set(second / 60, rss / 1e6);
  }
  const level = heaps.get(LEVEL_AFTER_MINUTES) ?? Infinity;
  const last = heaps.get(MINUTES) ?? Infinity;
  const warnings: string[] = [];
  if (last > level * MAX_GROWTH)
    warnings.push(
      `the heap grew from ${level.toFixed(0)} to ${last.toFixed(0)} MB`,
    );
  const highest = Math.max(...heaps.values());
  if (highest > MAX_HEAP)
    warnings.push(
      `the heap reached ${highest.toFixed(0)} MB, limit ${MAX_HEAP}`,
    );
  const rows = [...heaps].map(([minute, megabytes]) => [
    `after ${minute} minutes`,
    megabytes.toFixed(0),
    (processes.get(minute) ?? 0).toFixed(0),
  ]);
  return {
    title: `The emulator's heap at ${JOBS_PER_SECOND} jobs a second`,
    text: markdownTable(
      ["emulated time", `heap in MB, at most ${MAX_HEAP}`, "process in MB"],
      rows,
    ),
    warnings,
  };
}
