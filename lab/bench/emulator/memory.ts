import { createEmulator } from "cloud-compute-emulator";
import { readArgument } from "../child.js";

/** What to do: this many jobs for each second of the emulated clock, for this many minutes of it. */
export interface MemoryRun {
  readonly jobsPerSecond: number;
  readonly minutes: number;
  readonly stepMinutes: number;
}

/** What one step measured, after a garbage collection, in bytes. */
export interface MemorySample {
  readonly minute: number;
  readonly heap: number;
  readonly process: number;
}

/** The workers of each model complete about 80 jobs a second, so that no queue grows. */
const MODELS = ["flux-schnell", "flux-dev"];

const { jobsPerSecond, minutes, stepMinutes } = readArgument() as MemoryRun;
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
const samples: MemorySample[] = [];
for (let second = 1; second <= minutes * 60; second += 1) {
  for (let job = 0; job < jobsPerSecond / urls.length; job += 1)
    for (const url of urls) await emulator.fetch(url, init);
  await emulator.clock.advance(1000);
  if (second % (stepMinutes * 60) !== 0) continue;
  gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const minute = second / 60;
  samples.push({ minute, heap: heapUsed, process: rss });
  console.error(`emulator-memory: ${minute} of ${minutes} minutes`);
}
process.send?.(samples);
