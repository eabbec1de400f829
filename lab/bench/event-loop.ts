import { createClient, type Client } from "../../src/index.js";
import { markdownTable, type Report } from "../shared/report.js";
import { median } from "./statistics.js";
import { microsInTurns } from "./turns.js";

/** Highest ratio of a write that lets the event loop turn before to a write that does not. */
const BOUND = 1.5;

/**
 * Measures what it costs that a client lets the platform notice closed connections before a write: two turns of the event
 * loop. A client with the option `fetch` does without them. Both clients are given the same answers in memory, so that no
 * network hides the cost.
 */
export async function run(): Promise<Report> {
  const inMemory = () => Promise.resolve(Response.json({ id: "p1" }));
  const options = {
    apiKey: "bench-key-0123456789",
    baseUrl: "https://bench.invalid/v1",
  };
  const write = (cloud: Client) => () =>
    cloud.pods.create({ imageName: "image" });
  const { fetch } = globalThis;
  globalThis.fetch = inMemory;
  const [withTurns = [], without = []] = await microsInTurns([
    () => write(createClient(options)),
    () => write(createClient({ ...options, fetch: inMemory })),
  ]);
  globalThis.fetch = fetch;
  // Both clients take turns in one process, so each round gives a ratio of its own.
  const ratio = median(
    withTurns.map((micros, round) => micros / (without[round] ?? NaN)),
  );
  return {
    title: "Two turns of the event loop before a write",
    text: markdownTable(
      ["`pods.create` in memory, 25 at the same time", "CPU, µs", "ratio"],
      [
        ["without the turns", median(without).toFixed(0), "1"],
        ["with the turns", median(withTurns).toFixed(0), ratio.toFixed(2)],
      ],
    ),
    warnings:
      ratio <= BOUND
        ? []
        : [`the turns cost ${ratio.toFixed(2)} ×, bound ${BOUND}`],
  };
}
