import { ROOT } from "../shared/paths.js";
import { markdownTable, type Report } from "../shared/report.js";
import { createEmulator } from "cloud-compute-emulator";
import { runChild } from "./child.js";
import type { DriftCosts } from "./drift/child.js";
import { median } from "./statistics.js";

const PODS = 100;
/** Highest ratio of watched to not watched. */
const BOUND = 1.35;

/** Measures what watching for drift adds to the CPU time of `pods.list` with 100 Pods in the response. */
export async function run(): Promise<Report> {
  const body = await podListBody();
  const { off, on, offAgain } = await runChild<DriftCosts>("drift/child.ts", {
    dist: `${ROOT}/dist`,
    body,
  });
  const ratioTo = (values: readonly number[]) =>
    median(values.map((value, round) => value / (off[round] ?? NaN)));
  const row = (name: string, values: readonly number[]) => [
    name,
    median(values).toFixed(0),
    ratioTo(values).toFixed(2),
  ];
  const head = ["watcher", "µs of CPU a call", "× off"];
  const rows = [row("off", off), row("on", on), row("off again", offAgain)];
  const ratio = ratioTo(on);
  return {
    title: `Watching a response of ${PODS} Pods for drift`,
    text: markdownTable(head, rows),
    warnings:
      ratio <= BOUND
        ? []
        : [`watching costs ${ratio.toFixed(2)} ×, bound ${BOUND}`],
  };
}

/** The body of the emulator's response to `GET /pods`. */
async function podListBody(): Promise<string> {
  const emulator = createEmulator({ clock: "manual" });
  const pods = Array.from({ length: PODS }, (_, index) => ({
    id: `pod${index}`,
    imageName: "ubuntu:24.04",
    env: { A: "1", B: "2" },
    ports: ["8888/http", "22/tcp"],
  }));
  emulator.seed({ pods });
  const response = await emulator.fetch(`${emulator.urls.baseUrl}/pods`, {
    headers: { authorization: `Bearer ${emulator.apiKey}` },
  });
  return response.text();
}
