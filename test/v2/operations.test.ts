import { Ajv2020 } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createEmulator } from "cloud-compute-emulator";
import { watchDrift } from "../../src/drift/index.js";
import { createClient, type Client } from "../../src/index.js";

// Every operation of version 2, called by the client on the emulator. Each answer is held against the document.

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Documented>>;
}

interface Documented {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

const file = "specs/rest-v2.openapi.yaml";
const document = parse(readFileSync(file, "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Documented>>;
  };
};
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...document, $id: "v2" });

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => /^(get|put|post|patch|delete)$/.test(method))
    .map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
);
const called = new Set<string>();
const drift = watchDrift({ onDrift: () => undefined });

/** Holds an answer of the emulator against the document. */
async function checkAnswer(request: Request, answer: Response): Promise<void> {
  const { pathname } = new URL(request.url);
  if (isJob(pathname)) return;
  const found = operations
    .filter(({ route }) => route.startsWith(`${request.method} `))
    // A fixed path comes before one with a parameter.
    .sort((a, b) => countParameters(a.path) - countParameters(b.path))
    .find(({ path }) =>
      new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
    );
  if (!found)
    throw new Error(`${request.method} ${pathname} is not documented`);
  const { route, operation } = found;
  const documented = resolve(
    operation.responses[String(answer.status)] ??
      operation.responses["default"],
  );
  expect(documented, `${route} ${answer.status}`).toBeDefined();
  for (const name of Object.keys(documented?.headers ?? {})) {
    if (/^RateLimit/.test(name))
      expect(answer.headers.has(name), `${route} ${name}`).toBe(true);
  }
  if (answer.ok) called.add(route);
  const [type, content] = Object.entries(documented?.content ?? {})[0] ?? [];
  if (type === undefined || !content) {
    expect(await answer.clone().text(), route).toBe("");
    return;
  }
  expect(answer.headers.get("content-type"), route).toContain(type);
  if (type === "text/event-stream") return;
  const validate = ajv.compile(absolute(content.schema) as object);
  const body: unknown = await answer.clone().json();
  const isValid = validate(body);
  expect(isValid, `${route}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}

/** The job API has a slug in the place of a resource. */
function isJob(pathname: string): boolean {
  return /^\/v2\/[^/]+\/(run|status)/.test(pathname);
}

function countParameters(path: string): number {
  return path.split("{").length;
}

function resolve(documented: Documented | undefined): Documented | undefined {
  const name = documented?.$ref?.split("/").at(-1);
  return name === undefined ? documented : document.components.responses[name];
}

/** The schema with references that begin at the document. */
function absolute(value: unknown): unknown {
  const text = JSON.stringify(value);
  return JSON.parse(text.replaceAll('"$ref":"#/', '"$ref":"v2#/'));
}

function setUp(): {
  readonly cloud: Client;
  readonly emulator: ReturnType<typeof createEmulator>;
} {
  const emulator = createEmulator({
    clock: "manual",
    pods: { provisionMs: 0, imagePullMs: 0 },
  });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, { ...init, signal: null });
    const answer = await emulator.fetch(input, init);
    await checkAnswer(request, answer);
    return answer;
  };
  const cloud = createClient({
    apiKey: emulator.apiKey,
    ...emulator.urls,
    fetch,
    drift,
    retries: 0,
  });
  return { cloud, emulator };
}

const CONTAINER = { name: "a", image: "ubuntu:24.04" };
const GPU = { id: "NVIDIA L4", count: 1 };
const ENDPOINT = {
  ...CONTAINER,
  type: "QUEUE" as const,
  scaling: { type: "QUEUE_DELAY" as const, queueDelay: 4 },
  gpu: { pools: ["AMPERE_24"] },
};

describe("the emulator answers, as the document says, the operations of", () => {
  test("account", async () => {
    const { account } = setUp().cloud.v2;
    const keys = ["ssh-ed25519 AAAA me", "ssh-ed25519 BBBB"];
    expect(await account.updateSshKeys({ keys })).toEqual(keys);
    expect(await account.getSshKeys()).toEqual(keys);
  });

  test("secrets", async () => {
    const { account } = setUp().cloud.v2;
    const name = "HF_TOKEN";
    const secret = await account.createSecret({ name, value: "a-value" });
    expect(secret).toMatchObject({ name, valueLastUpdatedAt: null });
    expect(secret).not.toHaveProperty("value");
    await account.createSecret({ name: "other", value: "b-value" });
    expect(await account.listSecrets()).toHaveLength(2);
    expect(await account.listSecrets({ name: "hf_token" })).toEqual([secret]);
    const described = await account.updateSecret(secret.id, {
      description: "For models.",
      value: "c-value",
    });
    expect(described.description).toBe("For models.");
    expect(described.valueLastUpdatedAt).toEqual(expect.any(String));
    expect(await account.getSecret(secret.id)).toEqual(described);
    const cleared = await account.updateSecret(secret.id, { description: "" });
    expect(cleared.description).toBeNull();
    await account.deleteSecret(secret.id);
    await expect(account.getSecret(secret.id)).rejects.toMatchObject({
      status: 404,
    });
  });

  test("builds", async () => {
    const { cloud, emulator } = setUp();
    const { serverless } = cloud.v2;
    const { id } = await serverless.create(ENDPOINT);
    expect(await serverless.listBuilds(id)).toEqual([]);
    emulator.seed({
      builds: [
        { endpointId: id, id: "b1", status: "FAILED", error: "no Dockerfile" },
        { endpointId: id, id: "b2", status: "BUILDING", branch: "main" },
      ],
    });
    const ids: string[] = [];
    for await (const build of serverless.listBuilds(id, { limit: 1 }))
      ids.push(build.id);
    expect(ids).toEqual(["b2", "b1"]);
    expect(await serverless.getBuild(id, "b1")).toEqual({
      id: "b1",
      status: "FAILED",
      error: "no Dockerfile",
    });
    await expect(serverless.getBuild(id, "b3")).rejects.toMatchObject({
      status: 404,
    });
    expect(() =>
      emulator.seed({ builds: [{ endpointId: "none", status: "TESTING" }] }),
    ).toThrow("builds[0]: endpointId names nothing");
  });

  test("commands in every form, of Pods, endpoints and templates", async () => {
    const { pods, serverless, templates } = setUp().cloud.v2;
    const lists = { entrypoint: ["bash", "-c"], cmd: ["sleep 60"] };
    const pod = await pods.create({ ...CONTAINER, gpu: GPU, ...lists });
    expect(pod).toMatchObject({ ...lists, args: JSON.stringify(lists) });
    expect(pod.gpu).toMatchObject({ vcpuCount: 8, memory: 32 });
    const { args } = pod;
    expect(await templates.create({ ...CONTAINER, args })).toMatchObject(lists);
    const made = await serverless.create({ ...ENDPOINT, args, ...lists });
    expect(made).toMatchObject(lists);
    const text = await pods.update(pod.id, { args: "sleep 1" });
    expect(text).toMatchObject({
      entrypoint: lists.entrypoint,
      cmd: ["sleep", "1"],
    });
    const cleared = await pods.update(pod.id, { args: "" });
    expect(cleared).toMatchObject({ args: "", entrypoint: [], cmd: [] });
    await expect(
      pods.update(pod.id, { args: "sleep 1", cmd: ["sleep", "2"] }),
    ).rejects.toMatchObject({ status: 400 });
  });

  test("pods", async () => {
    const { cloud, emulator } = setUp();
    const { pods, networkVolumes } = cloud.v2;
    const volume = await networkVolumes.create({
      name: "v",
      size: 10,
      dataCenter: "EU-RO-1",
    });
    const pod = await pods.create({
      ...CONTAINER,
      gpu: GPU,
      args: 'bash -c "sleep 1"',
      ports: ["22/tcp", "8888/http"],
      env: { A: "1" },
      globalNetworking: true,
      mounts: { network: [{ volumeId: volume.id, path: "/data" }] },
    });
    expect(pod).toMatchObject({
      status: "RUNNING",
      args: 'bash -c "sleep 1"',
      mounts: { network: [{ volumeId: volume.id, path: "/data" }] },
    });
    const cpu = { id: "cpu3c", vcpuCount: 4 };
    await pods.create({ ...CONTAINER, cpu });
    expect(await pods.list()).toHaveLength(2);
    expect((await pods.get(pod.id)).runtime?.ports).toHaveLength(2);
    const renamed = await pods.update(pod.id, { name: "b", locked: true });
    expect(renamed).toMatchObject({ name: "b", locked: true });
    await expect(pods.action(pod.id, { action: "stop" })).rejects.toMatchObject(
      { status: 409 },
    );
    await pods.update(pod.id, { locked: false });
    const stopped = await pods.action(pod.id, { action: "stop" });
    expect(stopped).toMatchObject({ status: "EXITED", cost: 0, runtime: null });
    await pods.action(pod.id, { action: "start" });
    await pods.action(pod.id, { action: "restart" });
    await emulator.clock.advance(1000);
    await pods.action(pod.id, { action: "stop" });
    const lines: string[] = [];
    for await (const { line } of pods.logs(pod.id)) lines.push(line);
    expect(lines[0]).toBe("create container ubuntu:24.04");
    expect(lines.at(-1)).toBe("remove container");
    expect(await pods.action(pod.id, { action: "terminate" })).toBeUndefined();
    const [last] = await pods.list();
    await pods.delete(last?.id ?? "");
    expect(await pods.list()).toEqual([]);
  });

  test("clusters", async () => {
    const { clusters, pods } = setUp().cloud.v2;
    const cluster = await clusters.create({
      ...CONTAINER,
      ports: ["22/tcp"],
      type: "TRAINING",
      compute: { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 2, podCount: 3 },
    });
    expect(cluster.pods).toEqual({ total: 3, byStatus: { RUNNING: 3 } });
    expect(await clusters.list()).toHaveLength(1);
    expect((await clusters.update(cluster.id, { name: "c" })).name).toBe("c");
    expect((await clusters.get(cluster.id)).name).toBe("c");
    const members = await clusters.listPods(cluster.id);
    expect(members.map((pod) => pod.cluster?.rank)).toEqual([0, 1, 2]);
    expect(await pods.list()).toEqual([]);
    expect(await pods.list({ includeClusterPods: true })).toHaveLength(3);
    await expect(pods.delete(members[0]?.id ?? "")).rejects.toMatchObject({
      status: 409,
    });
    await clusters.delete(cluster.id);
    expect(await pods.list({ includeClusterPods: true })).toEqual([]);
  });

  test("serverless", async () => {
    const { cloud, emulator } = setUp();
    const { serverless } = cloud.v2;
    const endpoint = await serverless.create(ENDPOINT);
    expect(endpoint).toMatchObject({
      flashboot: "OFF",
      timeout: 0,
      workers: { min: 0, max: 3, idleTimeout: 10 },
    });
    const balanced = await serverless.create({
      ...CONTAINER,
      name: "lb",
      type: "LOAD_BALANCER",
      scaling: { type: "REQUEST_COUNT", requestCount: 2 },
      cpu: [{ id: "cpu3c", vcpuCount: 2 }],
    });
    expect(await serverless.list()).toHaveLength(2);
    const { releases: first } = await serverless.listReleases(balanced.id);
    expect(first).toHaveLength(1);
    const updated = await serverless.update(endpoint.id, {
      image: "ubuntu:26.04",
      workers: { max: 1, idleTimeout: 600 },
    });
    expect(updated.image).toBe("ubuntu:26.04");
    expect((await serverless.get(endpoint.id)).image).toBe("ubuntu:26.04");
    const job = await cloud.model(endpoint.id).run({ prompt: "x" });
    await emulator.clock.advance(60_000);
    expect(job.id).toBeTruthy();
    const { workers, summary } = await serverless.listWorkers(endpoint.id);
    expect(summary.total).toBe(1);
    const { releases } = await serverless.listReleases(endpoint.id);
    expect(releases.map(({ version }) => version)).toEqual([1, 0]);
    expect(releases[0]?.diff).toEqual([
      { field: "image", old: CONTAINER.image, new: "ubuntu:26.04" },
    ]);
    const [worker] = workers;
    const logs = serverless.workerLogs(endpoint.id, worker?.id ?? "");
    const lines: string[] = [];
    for await (const { line } of logs) {
      lines.push(line);
      if (line.startsWith(`job ${job.id} ended`)) break;
    }
    expect(lines).toContain(`job ${job.id} started`);
    await serverless.delete(endpoint.id);
    await serverless.delete(balanced.id);
    expect(await serverless.list()).toEqual([]);
  });

  test("templates", async () => {
    const { templates } = setUp().cloud.v2;
    const template = await templates.create({
      ...CONTAINER,
      category: "CPU",
      mounts: { persistent: { size: 20, path: "/workspace" } },
    });
    expect(template).toMatchObject({
      ports: [],
      category: "CPU",
      startSsh: true,
      mounts: { persistent: { size: 20, path: "/workspace" } },
    });
    const updated = await templates.update(template.id, {
      startSsh: false,
      public: true,
    });
    expect(updated).toMatchObject({ startSsh: false, public: true });
    expect(await templates.get(template.id)).toEqual(updated);
    expect(await templates.list()).toEqual([updated]);
    await templates.delete(template.id);
    expect(await templates.list()).toEqual([]);
  });

  test("networkVolumes", async () => {
    const { networkVolumes } = setUp().cloud.v2;
    const volume = await networkVolumes.create({
      name: "v",
      size: 10,
      dataCenter: "EU-RO-1",
      type: "HIGH_PERFORMANCE",
    });
    expect(volume.type).toBe("HIGH_PERFORMANCE");
    const grown = await networkVolumes.update(volume.id, { size: 20 });
    expect(await networkVolumes.get(volume.id)).toEqual(grown);
    expect(await networkVolumes.list()).toEqual([grown]);
    await networkVolumes.delete(volume.id);
    expect(await networkVolumes.list()).toEqual([]);
  });

  test("registries", async () => {
    const { registries } = setUp().cloud.v2;
    const registry = await registries.create({
      name: "r",
      username: "u",
      password: "p",
    });
    expect(await registries.list()).toEqual([registry]);
    expect(await registries.get(registry.id)).toEqual(registry);
    await registries.delete(registry.id);
    const delegation = await registries.createDelegation({
      resource: "arn:aws:ecr:us-east-1:123456789012:repository/team/app",
    });
    expect(delegation.repository).toBe("team/app");
    expect(await registries.listDelegations()).toEqual([delegation]);
    await registries.revokeDelegation(delegation.id);
    expect(await registries.listDelegations()).toEqual([]);
  });

  test("catalog", async () => {
    const { catalog } = setUp().cloud.v2;
    const stock = {
      include: ["AVAILABILITY" as const],
      product: ["POD" as const],
    };
    const [gpu] = await catalog.listGpuTypes(stock);
    expect(gpu?.availability).toMatch(/^(LOW|MEDIUM|HIGH)$/);
    expect(await catalog.getGpuType(gpu?.id ?? "", stock)).toEqual(gpu);
    const halves = [{ include: stock.include }, { product: stock.product }];
    for (const half of halves)
      await expect(catalog.listGpuTypes(half)).rejects.toMatchObject({
        status: 400,
      });
    const [cpu] = await catalog.listCpuTypes(stock);
    expect(await catalog.getCpuType(cpu?.id ?? "", stock)).toEqual(cpu);
    const regions = { regions: ["EUROPE" as const] };
    const centers = await catalog.listDataCenters(regions);
    expect(centers.every(({ region }) => region === "EUROPE")).toBe(true);
    const include = ["GPU_AVAILABILITY" as const, "CPU_AVAILABILITY" as const];
    const center = await catalog.getDataCenter("EU-RO-1", { include });
    expect(center.gpuAvailability?.length).toBeGreaterThan(10);
    const official = await catalog.listPublicTemplates();
    expect(official.length).toBeGreaterThan(0);
    const community = await catalog.listPublicTemplates({
      source: "community",
    });
    expect(community.map(({ id }) => id)).toEqual(["public-notebook"]);
  });

  test("billing", async () => {
    const { cloud, emulator } = setUp();
    const { billing, pods, clusters, networkVolumes, serverless } = cloud.v2;
    const volume = await networkVolumes.create({
      name: "v",
      size: 100,
      dataCenter: "EU-RO-1",
    });
    const pod = await pods.create({ ...CONTAINER, gpu: GPU });
    const compute = {
      gpuTypeId: "NVIDIA L4",
      gpuCountPerPod: 1,
      podCount: 2,
    };
    const cluster = await clusters.create({
      ...CONTAINER,
      type: "RAY",
      compute,
    });
    const { id } = await serverless.create({
      ...ENDPOINT,
      workers: { min: 1, max: 1 },
    });
    await cloud.model("flux-schnell").run({ prompt: "a lighthouse" });
    await emulator.clock.advance(3_600_000);
    const byHour = { bucketSize: "hour" as const, lastN: 2 };
    const ofPods = await billing.pods({ ...byHour, podId: pod.id });
    expect(ofPods.metadata.totals.totalAmount).toBeCloseTo(pod.cost, 5);
    expect(ofPods.metadata.uniquePodCount).toBe(1);
    const ofClusters = await billing.clusters(byHour);
    expect(ofClusters.records.map(({ clusterId }) => clusterId)).toContain(
      cluster.id,
    );
    const ofServerless = await billing.serverless(byHour);
    expect(ofServerless.records[0]?.serverlessId).toBe(id);
    const ofVolumes = await billing.networkVolumes(byHour);
    expect(ofVolumes.records[0]?.networkVolumeId).toBe(volume.id);
    const ofModels = await billing.endpoints(byHour);
    await expect(
      billing.list({ bucketSize: "day", startTime: "01.11.2026" }),
    ).rejects.toThrow('startTime must be a date-time (it was "01.11.2026")');
    const all = await billing.list(byHour);
    const parts = [ofPods, ofClusters, ofServerless, ofVolumes, ofModels];
    let sum = 0;
    for (const { metadata } of parts) sum += metadata.totals.totalAmount;
    expect(all.metadata.totals.totalAmount).toBeCloseTo(sum, 5);
    expect(all.metadata.totals.endpointAmount).toBe(
      ofModels.metadata.totals.totalAmount,
    );
  });
});

afterAll(() => {
  const missing = operations.filter(({ route }) => !called.has(route));
  expect(missing.map(({ route }) => route)).toEqual([]);
  expect(drift.findings()).toEqual([]);
  console.log(`operations of version 2: ${called.size}`);
});
