import { createEmulator, type Emulator } from "cloud-compute-emulator";
import { markdownTable, type Report } from "../shared/report.js";
import { open } from "./emulator/load.js";
import { median, rotate } from "./statistics.js";

const ROUNDS = 15;
/** The rounds that only warm up the code. */
const WARM_UP_ROUNDS = 3;
const REQUESTS = 600;
const MAX_POST_TO_GET = 1.5;
/** A create among 10,000 templates may cost this many times a create among 10. The rest is the noise of a measurement. */
const MAX_MANY_TO_FEW = 1.1;

/** A create of each resource, and the read of what it made. */
const RESOURCES: Readonly<
  Record<string, { readonly path: string; readonly body: object }>
> = {
  Pods: { path: "/v1/pods", body: { imageName: "ubuntu:24.04" } },
  endpoints: { path: "/v1/endpoints", body: { templateId: "worker" } },
  templates: { path: "/v1/templates", body: { imageName: "ubuntu:24.04" } },
  "network volumes": {
    path: "/v1/networkvolumes",
    body: { size: 10, dataCenterId: "EU-RO-1" },
  },
  "registry auths": {
    path: "/v1/containerregistryauth",
    body: { username: "u", password: "p" },
  },
  jobs: { path: "/v2/flux-dev", body: { input: { prompt: "a pier" } } },
};

/** Compares requests of one run with each other, so that the speed of the machine does not matter. */
export async function run(): Promise<Report> {
  const warnings: string[] = [];
  const rows: string[][] = [];
  for (const resource of Object.keys(RESOURCES)) {
    const ratio = await postToGet(resource);
    rows.push([`POST to GET, ${resource}`, ratio.toFixed(2)]);
    if (ratio > MAX_POST_TO_GET)
      warnings.push(
        `POST to GET of ${resource}: ${ratio.toFixed(2)}, target at most ${MAX_POST_TO_GET}`,
      );
  }
  const ratio = await manyToFew();
  rows.push(["create among 10,000 templates to among 10", ratio.toFixed(2)]);
  if (ratio > MAX_MANY_TO_FEW)
    warnings.push(
      `10,000 templates to 10: ${ratio.toFixed(2)}, target at most ${MAX_MANY_TO_FEW}`,
    );
  return {
    title: "What requests of the emulator cost in relation to each other",
    text: markdownTable(["time of a request", "ratio"], rows),
    warnings,
  };
}

/** The time of a create in relation to that of a read of the same resource: the median of the rounds. */
async function postToGet(resource: string): Promise<number> {
  const { path, body } = RESOURCES[resource] ?? { path: "", body: {} };
  const isJob = resource === "jobs";
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const emulator = createFilled(0);
    const costs = { POST: 0, GET: 0 };
    const send = await createSender(emulator);
    await send(isJob ? `${path}/run` : path, { name: "first", ...body });
    const id = newestId(emulator, resource);
    const actions = {
      POST: (index: number) => {
        const named = isJob ? body : { name: `n${index}`, ...body };
        return send(isJob ? `${path}/run` : path, named);
      },
      GET: () => send(isJob ? `${path}/status/${id}` : `${path}/${id}`),
    };
    for (const method of rotate(["POST", "GET"] as const, round))
      costs[method] = await medianTime(actions[method]);
    if (round >= WARM_UP_ROUNDS) ratios.push(costs.POST / costs.GET);
    await emulator.close();
  }
  return median(ratios);
}

/** The id of what was created last. */
function newestId(emulator: Emulator, resource: string): string {
  const { pods, endpoints, templates, ...others } = emulator.snapshot();
  const lists: Readonly<Record<string, readonly { readonly id: string }[]>> = {
    Pods: pods,
    endpoints,
    templates,
    "network volumes": others.networkVolumes,
    "registry auths": others.containerRegistryAuths,
    jobs: emulator.jobs(),
  };
  return lists[resource]?.at(-1)?.id ?? "";
}

async function manyToFew(): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs = { 10: 0, 10_000: 0 };
    for (const count of rotate([10, 10_000] as const, round)) {
      const emulator = createFilled(count);
      const send = await createSender(emulator);
      costs[count] = await medianTime((index) =>
        send("/v1/templates", { name: `n${index}`, imageName: "a" }),
      );
      await emulator.close();
    }
    if (round >= WARM_UP_ROUNDS) ratios.push(costs[10_000] / costs[10]);
  }
  return median(ratios);
}

/** An emulator with a template for workers, and so many others. */
function createFilled(templateCount: number): Emulator {
  const emulator = createEmulator({ clock: "manual" });
  const others = Array.from({ length: templateCount }, (_, index) => ({
    name: `t${index}`,
    imageName: "a",
  }));
  const worker = { id: "worker", name: "worker", imageName: "a" };
  emulator.seed({ templates: [{ ...worker, isServerless: true }, ...others] });
  return emulator;
}

/** A function that writes requests on a socket: a client would cost more than the server that is measured. */
async function createSender({ apiKey, listen }: Emulator) {
  const { port } = await listen({ port: 0 });
  const connection = await open(port);
  return async (path: string, body?: object) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    const head = [
      `${text === "" ? "GET" : "POST"} ${path} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      `authorization: Bearer ${apiKey}`,
    ];
    if (text !== "")
      head.push(
        "content-type: application/json",
        `content-length: ${text.length}`,
      );
    const bytes = Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
    const status = await connection.send(bytes);
    if (status >= 300) throw new Error(`${path}: ${status}`);
  };
}

/** The time of one request among many, sent one after the other. A median, so that other programs do not count. */
async function medianTime(
  send: (index: number) => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < REQUESTS; index += 1) {
    const start = performance.now();
    await send(index);
    times.push(performance.now() - start);
  }
  return median(times);
}
