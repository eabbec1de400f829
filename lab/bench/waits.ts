import { installPeers } from "../shared/install.js";
import { markdownTable, type Report } from "../shared/report.js";
import { runChild } from "./child.js";
import { OURS } from "./peers/clients.js";

/** Waits of one client at once, as a child measures them. */
export interface WaitsRun {
  readonly client: string;
  readonly waits: number;
  /** Whether the service knows the route that holds its responses. */
  readonly isHeld: boolean;
}

/** What the waits cost. */
export interface WaitsCost {
  /** Megabytes of heap. */
  readonly megabytes: number;
  /** Seconds of CPU in a second. */
  readonly cpu: number;
  readonly requestsPerSecond: number;
  /** The share of the requests that the service would turn away: more than 2,000 in ten seconds for one endpoint. */
  readonly overLimit: number;
  /** Seconds from the end of a job to the end of its wait: the median. */
  readonly lag: number;
}

/** The most waits that a peer is measured with: each polls twice a second. */
const MAX_OF_PEERS = 10_000;

/** Measures many waits at once, for jobs of one endpoint. */
export async function run(): Promise<Report> {
  installPeers();
  const rows: string[][] = [];
  for (const waits of [1000, 10_000, 100_000])
    for (const client of [OURS, "@fal-ai/client", "replicate"])
      for (const isHeld of client === OURS ? [true, false] : [false]) {
        if (client !== OURS && waits > MAX_OF_PEERS) continue;
        const run: WaitsRun = { client, waits, isHeld };
        const cost = await runChild<WaitsCost>("peers/children/waits.ts", run);
        rows.push([
          client === OURS
            ? `${client}, ${isHeld ? "held" : "by polls"}`
            : client,
          waits.toLocaleString("en"),
          cost.megabytes.toFixed(0),
          cost.cpu.toFixed(3),
          cost.requestsPerSecond.toFixed(0),
          `${(cost.overLimit * 100).toFixed(0)} %`,
          `${cost.lag.toFixed(2)} s`,
        ]);
        console.log(rows.at(-1)?.join(" | "));
      }
  const head = [
    "client",
    "waits",
    "heap, MB",
    "CPU seconds a second",
    "requests a second",
    "over the limit",
    "median lag",
  ];
  return {
    title: "Many waits at once",
    text: [
      "All jobs are of one endpoint, whose service is in memory and answers after 20 ms. Jobs end in the order of their submits: in 20 seconds one in a hundred, each after 5 seconds in which it is seen running; the others wait in the queue. The documented limit is 2,000 status requests in ten seconds for each endpoint. A client that sends more gets 429 from the service, which is not emulated here.",
      markdownTable(head, rows),
    ].join("\n\n"),
    warnings: [],
  };
}
