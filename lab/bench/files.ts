import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { markdownTable, type Report } from "../shared/report.js";
import { compileChild, runChild } from "./child.js";
import type { UploadCost, UploadRun } from "./files/upload.js";
import { median } from "./statistics.js";

/** `BENCH_MEGABYTES=500` takes a smaller file. */
const SIZE = Number(process.env["BENCH_MEGABYTES"] ?? 5000) * 1_000_000;
const PART_SIZE = 50 * 2 ** 20;
const CONCURRENCY = 2;
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const CLIENTS = ["cloud-compute-sdk", "client-s3"] as const;
/** The least throughput beside client-s3, and the most memory. */
const MIN_RATIO = 0.8;
const MAX_BYTES = 200_000_000;

/** Measures uploads in parts beside the client of AWS: the clients take turns, each time in a process of its own. */
export async function run(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "bench-files-"));
  const file = join(folder, "weights.bin");
  // A file without bytes on the disk: reading it costs the same for both.
  const handle = await open(file, "w");
  await handle.truncate(SIZE);
  await handle.close();
  const server = fork(await compileChild("files/server.ts"), {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [port] = (await once(server, "message")) as [number];
  const costs = new Map<string, UploadCost[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const client of CLIENTS) {
      const argument: UploadRun = {
        client,
        endpoint: `http://127.0.0.1:${port}`,
        file,
        size: SIZE,
        partSize: PART_SIZE,
        concurrency: CONCURRENCY,
      };
      const cost = await runChild<UploadCost>("files/upload.ts", argument);
      costs.set(client, [...(costs.get(client) ?? []), cost]);
    }
  server.disconnect();
  await rm(folder, { recursive: true });
  const rows = CLIENTS.map((client) => {
    const all = costs.get(client) ?? [];
    const seconds = median(all.map((cost) => cost.seconds));
    const peakBytes = Math.max(...all.map((cost) => cost.peakBytes));
    return { client, throughput: SIZE / 1e6 / seconds, peakBytes };
  });
  const [ours, theirs] = rows;
  const ratio = (ours?.throughput ?? NaN) / (theirs?.throughput ?? NaN);
  const warnings: string[] = [];
  if (!(ratio >= MIN_RATIO))
    warnings.push(
      `the throughput is ${ratio.toFixed(2)} × that of client-s3, bound ${MIN_RATIO}`,
    );
  if ((ours?.peakBytes ?? 0) > MAX_BYTES)
    warnings.push(
      `the upload took ${((ours?.peakBytes ?? 0) / 1e6).toFixed(0)} MB, bound ${MAX_BYTES / 1e6}`,
    );
  return {
    title: `Upload of ${SIZE / 1e6} MB in parts of 50 MiB, two at once, on loopback, median of ${ROUNDS}`,
    text: markdownTable(
      ["client", "MB/s", "most memory, MB"],
      rows.map(({ client, throughput, peakBytes }) => [
        client,
        throughput.toFixed(0),
        (peakBytes / 1e6).toFixed(0),
      ]),
    ),
    warnings,
  };
}
