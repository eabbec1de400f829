import { createEmulator } from "cloud-compute-emulator";
import { markdownTable, type Report } from "../shared/report.js";
import { forkLoad, type Load } from "./emulator/load.js";

const SECONDS = 5;
const CONNECTIONS = 32;
const TARGET_PER_SECOND = 8000;

/** Measures how many requests a second the emulator sustains over loopback, with the load in a process beside it. */
export async function run(): Promise<Report> {
  const emulator = createEmulator();
  const { urls, port } = await emulator.listen();
  const create = async (path: string, body: object) => {
    const response = await fetch(urls.publicBaseUrl + path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${emulator.apiKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { readonly id: string }).id;
  };
  const pod = await create("/v1/pods", { imageName: "ubuntu:24.04" });
  const job = await create("/v2/flux-dev/run", { input: { prompt: "bench" } });
  const load: Load = {
    port,
    pod,
    job,
    key: emulator.apiKey,
    connections: CONNECTIONS,
    seconds: SECONDS,
  };
  const child = await forkLoad(load);
  const before = process.cpuUsage();
  const { count, failed, median, slowest } = await child.result();
  const { user, system } = process.cpuUsage(before);
  await emulator.close();

  const rate = Math.round(count / SECONDS);
  const warnings: string[] = [];
  if (failed > 0) warnings.push(`${failed} requests failed`);
  if (rate < TARGET_PER_SECOND)
    warnings.push(`${rate} requests/s, target ${TARGET_PER_SECOND}`);
  const figures = [
    ["requests/s", String(rate)],
    ["median, ms", median.toFixed(2)],
    ["slowest, ms", slowest.toFixed(0)],
    ["µs of CPU a request", ((user + system) / count).toFixed(0)],
  ];
  return {
    title: `The emulator under load, ${CONNECTIONS} connections for ${SECONDS} s`,
    text: markdownTable(["figure", ""], figures),
    warnings,
  };
}
