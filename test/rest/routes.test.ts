import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createEmulator } from "cloud-compute-emulator";
import { watchDrift } from "../../src/drift/index.js";
import { createClient, type Client } from "../../src/index.js";

const emulator = createEmulator({ speed: 1000 });
const drift = watchDrift({ onDrift: () => undefined });
let cloud: Client;
beforeAll(async () => {
  const { urls } = await emulator.listen({ port: 0 });
  cloud = createClient({ apiKey: emulator.apiKey, ...urls, drift });
});
afterAll(() => emulator.close());

/** What path parameters are filled with: one thing of each kind, new for each row. */
interface Ids {
  readonly podId: string;
  readonly endpointId: string;
  readonly networkVolumeId: string;
  readonly templateId: string;
  readonly containerRegistryAuthId: string;
}

/** A route, the call of the client that makes it, and the query or the body that the call is to send, where these are of interest. */
type Row = readonly [
  route: string,
  call: (client: Client, id: Ids) => Promise<unknown>,
  sent?: { readonly query?: object; readonly body?: unknown },
];

const POST = { updateMethod: "post" } as const;
const TEXT = expect.any(String) as string;
const IMAGE = "example/image:1";
const NEW_VOLUME = { name: "a", size: 10, dataCenterId: "EU-RO-1" };

// Written from the interface document: section 4.1, then 4.2 in its own order.
const ROWS: readonly Row[] = [
  [
    "POST /networkvolumes/{networkVolumeId}/update",
    (c, id) =>
      c.networkVolumes.update(id.networkVolumeId, { size: 20 }, {}, POST),
  ],
  [
    "PATCH /networkvolumes/{networkVolumeId}",
    (c, id) => c.networkVolumes.update(id.networkVolumeId, { name: "b" }),
  ],
  [
    "GET /billing/endpoints",
    (c) => c.billing.endpoints({ grouping: "podId", gpuTypeId: ["X", "Y"] }),
    { query: { grouping: "podId", gpuTypeId: ["X", "Y"] } },
  ],
  [
    "GET /billing/networkvolumes",
    (c) => c.billing.networkVolumes({ startTime: "2026-01-01T00:00:00Z" }),
  ],
  [
    "GET /billing/pods",
    (c) => c.billing.pods({ bucketSize: "month", podId: "a b&c" }),
    { query: { bucketSize: "month", podId: "a b&c" } },
  ],
  ["GET /containerregistryauth", (c) => c.containerRegistryAuths.list()],
  [
    "GET /containerregistryauth/{containerRegistryAuthId}",
    (c, id) => c.containerRegistryAuths.get(id.containerRegistryAuthId),
  ],
  [
    "POST /containerregistryauth",
    (c) =>
      c.containerRegistryAuths.create({
        name: "made",
        username: "u",
        password: "p",
      }),
  ],
  [
    "DELETE /containerregistryauth/{containerRegistryAuthId}",
    (c, id) => c.containerRegistryAuths.delete(id.containerRegistryAuthId),
  ],
  [
    "GET /endpoints",
    (c) => c.endpoints.list({ includeTemplate: true, includeWorkers: false }),
    { query: { includeTemplate: "true", includeWorkers: "false" } },
  ],
  ["GET /endpoints/{endpointId}", (c, id) => c.endpoints.get(id.endpointId)],
  [
    "POST /endpoints",
    (c, { templateId }) => c.endpoints.create({ templateId, workersMax: 2 }),
  ],
  [
    "PATCH /endpoints/{endpointId}",
    (c, id) => c.endpoints.update(id.endpointId, { workersMax: 3 }),
  ],
  [
    "POST /endpoints/{endpointId}/update",
    (c, id) => c.endpoints.update(id.endpointId, { idleTimeout: 9 }, {}, POST),
  ],
  [
    "DELETE /endpoints/{endpointId}",
    (c, id) => c.endpoints.delete(id.endpointId),
  ],
  ["GET /networkvolumes", (c) => c.networkVolumes.list()],
  [
    "GET /networkvolumes/{networkVolumeId}",
    (c, id) => c.networkVolumes.get(id.networkVolumeId),
  ],
  ["POST /networkvolumes", (c) => c.networkVolumes.create(NEW_VOLUME)],
  [
    "DELETE /networkvolumes/{networkVolumeId}",
    (c, id) => c.networkVolumes.delete(id.networkVolumeId),
  ],
  [
    "GET /pods",
    (c) => c.pods.list({ desiredStatus: "RUNNING", dataCenterId: ["A", "B"] }),
    { query: { desiredStatus: "RUNNING", dataCenterId: ["A", "B"] } },
  ],
  [
    "GET /pods/{podId}",
    (c, id) => c.pods.get(id.podId, { includeMachine: true }),
  ],
  [
    "POST /pods",
    (c) => c.pods.create({ imageName: IMAGE, env: { A: "1" }, gpuCount: 2 }),
    { body: { imageName: "example/image:1", env: { A: "1" }, gpuCount: 2 } },
  ],
  [
    "PATCH /pods/{podId}",
    (c, id) => c.pods.update(id.podId, { locked: false }),
  ],
  [
    "POST /pods/{podId}/update",
    (c, id) => c.pods.update(id.podId, { name: "n" }, {}, POST),
    { body: { name: "n" } },
  ],
  ["POST /pods/{podId}/reset", (c, id) => c.pods.reset(id.podId)],
  ["POST /pods/{podId}/restart", (c, id) => c.pods.restart(id.podId)],
  ["POST /pods/{podId}/start", (c, id) => c.pods.start(id.podId)],
  ["POST /pods/{podId}/stop", (c, id) => c.pods.stop(id.podId)],
  ["DELETE /pods/{podId}", (c, id) => c.pods.delete(id.podId)],
  ["GET /templates", (c) => c.templates.list()],
  ["GET /templates/{templateId}", (c, id) => c.templates.get(id.templateId)],
  [
    "POST /templates",
    (c) => c.templates.create({ name: "made", imageName: IMAGE }),
  ],
  [
    "PATCH /templates/{templateId}",
    (c, id) => c.templates.update(id.templateId, { readme: "# Hi" }),
  ],
  [
    "POST /templates/{templateId}/update",
    (c, id) => c.templates.update(id.templateId, { volumeInGb: 1 }, {}, POST),
  ],
  [
    "DELETE /templates/{templateId}",
    (c, id) => c.templates.delete(id.templateId),
  ],
];

for (const [route, call, sent = {}] of ROWS)
  test(`${route} is sent as documented`, async () => {
    const ids = await makeOneOfEach(route);
    const [method = "", template = ""] = route.split(" ");
    const path = template.replace(
      /\{(\w+Id)\}/g,
      (_, name: keyof Ids) => ids[name],
    );
    const requests = await requestsOf(() => call(cloud, ids));
    expect(requests).toMatchObject([
      { method, path: `/v1${path}`, route, ...sent },
    ]);
  });

test("the REST spec holds the 35 documented routes and no other", async () => {
  const { paths } = parse(
    await readFile("specs/rest.openapi.yaml", "utf8"),
  ) as { paths: Record<string, object> };
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(routes.sort()).toEqual(ROWS.map(([route]) => route).sort());
});

// Section 4.4.
test("GraphQL is sent the key in the query, and nothing but the query in the body", async () => {
  const query = "{ myself { id email } }";
  const sent = await requestsOf(async () => {
    expect(await cloud.graphql.request(query)).toEqual({
      myself: { id: TEXT, email: TEXT },
    });
    expect((await cloud.graphql.gpuTypes()).gpuTypes).not.toHaveLength(0);
  });
  const asked = { route: "POST /graphql", query: { api_key: "[redacted]" } };
  expect(sent).toMatchObject([
    { ...asked, body: { query } },
    { ...asked, body: { query: TEXT } },
  ]);
  expect(
    sent.flatMap(({ body }) => Object.keys(Object(body) as object)),
  ).toEqual(["query", "query"]);
});

test("a drift watcher knows each of these routes, and has found nothing", () => {
  expect(drift.findings()).toEqual([]);
  for (const [route] of ROWS)
    drift({
      surface: "rest",
      operation: route,
      route,
      status: 418,
      value: {},
      isEmpty: false,
      warn: () => undefined,
      redact: (value) => value,
    });
  expect(drift.findings()).toHaveLength(ROWS.length);
});

/** What the emulator saw of `act`. */
async function requestsOf(act: () => Promise<unknown>) {
  const before = emulator.requests.length;
  await act();
  return emulator.requests.slice(before);
}

/** One of each kind, that nothing else uses. */
async function makeOneOfEach(name: string): Promise<Ids> {
  const make = (name: string) =>
    cloud.templates.create({ name, imageName: IMAGE, isServerless: true });
  const [pod, volume, auth, template, used] = await Promise.all([
    cloud.pods.create({ imageName: IMAGE }),
    cloud.networkVolumes.create(NEW_VOLUME),
    cloud.containerRegistryAuths.create({ name, username: "u", password: "p" }),
    make(name),
    make(`${name} in use`),
  ]);
  const endpoint = await cloud.endpoints.create({ templateId: used.id });
  return {
    podId: pod.id,
    endpointId: endpoint.id,
    networkVolumeId: volume.id,
    templateId: template.id,
    containerRegistryAuthId: auth.id,
  };
}
