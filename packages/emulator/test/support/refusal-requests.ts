import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { EmulatorOptions, FaultRule, Route } from "../../src/index.js";
import {
  createHomelessPod,
  createTemplate,
  IMAGE,
  LOAD_BALANCER,
  V2_ENDPOINT,
  V2_POD,
  VOLUME,
  type Account,
  type Answer,
  type RequestSettings,
} from "./account.js";

/** Sends a request that the emulator refuses. */
type Send = (account: Account) => Promise<Answer>;

const MEBIBYTE = 2 ** 20;
const L4 = "NVIDIA L4";
const POD = { imageName: IMAGE };
const INPUT = { input: { prompt: "a pier" } };
const CHAT = "/v2/text-demo/openai/v1/chat/completions";
const MESSAGES = {
  model: "text-demo",
  messages: [{ role: "user", content: "hello" }],
};
const DAY_MS = 86_400_000;
const NO_IMAGE = "registry.invalid/image:1";

/** A request with nothing to prepare. */
function request(
  method: string,
  path: string,
  body?: unknown,
  settings?: RequestSettings,
): Send {
  return ({ call }) => call(method, path, body, settings);
}

const get = (path: string) => request("GET", path);
const post = (path: string, body: unknown) => request("POST", path, body);
const graphql = (query: string) => post("/graphql", { query });
const withKey = (key: string | undefined, path: string, body: unknown) =>
  request("POST", path, body, { key });
const rentMutation = graphql(
  `mutation { podFindAndDeployOnDemand(input: { imageName: "a", gpuTypeId: "${L4}", gpuCount: 1 }) { id } }`,
);

/** A request that a fault rule answers with a refusal. */
function failing(
  route: Route,
  path: string,
  refusal: NonNullable<FaultRule["refusal"]>,
): Send {
  return ({ emulator, call }) => {
    emulator.fail(route, { refusal });
    return call("GET", path);
  };
}

/** A request to a load balancing endpoint, while which so much time passes. */
function toLoadBalancer(heldMs: number, more: object = {}): Send {
  return async ({ call, callOk, advance }) => {
    const endpoint = { ...LOAD_BALANCER, ...more };
    const { id } = await callOk("POST", "/v2/serverless", endpoint);
    const held = call("GET", `/lb/${id}/generate`);
    await advance(heldMs);
    return held;
  };
}

/** A request to a load balancing endpoint whose worker accepts the connection, and never answers. */
async function callSilentWorker({
  emulator,
  call,
  callOk,
  advance,
}: Account): Promise<Answer> {
  const { id } = await callOk("POST", "/v2/serverless", LOAD_BALANCER);
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  emulator.account.setWorkers(id, { port });
  const held = call("GET", `/lb/${id}/ping`);
  await once(server, "connection");
  await advance(330_000);
  const answer = await held;
  server.close();
  return answer;
}

/** Fetches the file of a job when it is too old. */
async function fetchExpiredFile({
  call,
  callOk,
  advance,
}: Account): Promise<Answer> {
  const { id } = await callOk("POST", "/v2/flux-dev/run", INPUT);
  await advance(60_000);
  const { output } = await callOk<{ output: { result: string } }>(
    "GET",
    `/v2/flux-dev/status/${id}`,
  );
  await advance(8 * DAY_MS);
  return call("GET", new URL(output.result).pathname);
}

/** What brings each row of the table about: by reason and surface, and by route where a surface has several rows. */
export const refusalRequests: Readonly<Record<string, Send>> = {
  "noKey rest": withKey(undefined, "/v1/pods", POD),
  "noKey v2": withKey(undefined, "/v2/pods", V2_POD),
  "noKey graphql": withKey(undefined, "/graphql", {
    query: 'mutation { deleteEndpoint(id: "a") }',
  }),
  "wrongKey rest": withKey("wrong", "/v1/pods", POD),
  "wrongKey v2": withKey("wrong", "/v2/pods", V2_POD),
  "noAccess rest": request("GET", "/v1/pods", undefined, { key: "key-1" }),

  "unknownPath jobs": get("/v2/flux-dev/nothing/more"),
  "wrongMethod graphql": request("PUT", "/graphql"),
  "mutationByGet graphql": get(
    `/graphql?query=${encodeURIComponent('mutation { deleteEndpoint(id: "a") }')}`,
  ),
  "retired rest": get("/v1/pods"),

  "unreadableBody rest": post("/v1/pods", undefined),
  "wrongContentType rest": request("POST", "/v1/pods", POD, {
    contentType: "text/plain",
  }),
  "bodyTooLarge rest": post("/v1/pods", { text: "x".repeat(MEBIBYTE) }),
  "invalidBody rest": post("/v1/pods", { imageName: 7 }),
  "invalidBody jobs": post("/v2/flux-dev/run", {}),
  "wrongTemplate v2": async (account) => {
    const { id: templateId } = await createTemplate(account);
    return account.call("POST", "/v2/pods", { ...V2_POD, templateId });
  },
  "unknownName rest": post("/v1/pods", { ...POD, gpuTypeIds: ["L5"] }),
  "unknownPool graphql": graphql(
    `mutation { saveEndpoint(input: { name: "e", gpuIds: "${L4}", templateId: "t" }) { id } }`,
  ),
  "invalidQuery rest": get("/v1/pods?includeMachine=maybe"),
  "invalidQuery v2": get("/v2/pods?limit=0"),
  "brokenQuery v2": get("/v2/catalog/gpus?count=2"),
  "invalidCursor v2": get("/v2/pods?cursor=nothing"),
  "invalidDocument graphql": post("/graphql", { query: 7 }),

  "unknownId rest": get("/v1/pods/nothing"),
  "noClusterToDelete graphql": graphql(
    'mutation { deleteCluster(input: { id: "nothing" }) }',
  ),
  "notEmulated graphql": graphql(
    'mutation { createFlashApp(input: { name: "a" }) { id } }',
  ),
  "unknownReference rest": post("/v1/pods", { ...POD, templateId: "no" }),
  "brokenRule rest": async ({ call, callOk }) => {
    const pod = await callOk("POST", "/v1/pods", { ...POD, locked: true });
    return call("POST", `/v1/pods/${pod.id}/stop`);
  },
  "nameTaken v2": async ({ call }) => {
    const secret = { name: "TOKEN", value: "a-secret-value" };
    await call("POST", "/v2/account/secrets", secret);
    return call("POST", "/v2/account/secrets", secret);
  },
  "notAllowedNow v2": async ({ call, callOk }) => {
    const { id } = await callOk("POST", "/v2/pods", V2_POD);
    return call("POST", `/v2/pods/${id}/action`, { action: "start" });
  },
  "smallerSize rest": async ({ call, callOk }) => {
    const { id } = await callOk("POST", "/v1/networkvolumes", VOLUME);
    return call("PATCH", `/v1/networkvolumes/${id}`, { size: 5 });
  },
  "volumeInUse v2": async ({ call, callOk }) => {
    const { id } = await callOk("POST", "/v1/networkvolumes", VOLUME);
    const endpoint = { ...V2_ENDPOINT, networkVolumes: [id] };
    await callOk("POST", "/v2/serverless", endpoint);
    return call("DELETE", `/v2/network-volumes/${id}`);
  },
  "noStock rest": post("/v1/pods", { ...POD, gpuTypeIds: [L4] }),
  "noStock graphql": rentMutation,
  "hostIsFull rest": async (account) => {
    const id = await createHomelessPod(account);
    return account.call("POST", `/v1/pods/${id}/start`);
  },
  "noBalance rest at POST /networkvolumes": post("/v1/networkvolumes", VOLUME),
  "noBalance graphql": rentMutation,
  "noBalance jobs": post("/v2/flux-dev/run", INPUT),
  "tooManyWorkers v2 at POST /v2/serverless": post(
    "/v2/serverless",
    V2_ENDPOINT,
  ),
  "podTemplate rest": async (account) => {
    const { id } = await createTemplate(account, false);
    return account.call("POST", "/v1/endpoints", { templateId: id });
  },
  "unknownImage v2": post("/v2/pods", { ...V2_POD, image: NO_IMAGE }),
  "unknownImage rest": post("/v1/pods", { imageName: NO_IMAGE }),
  "cpuDisk v2": post("/v2/pods", {
    name: "p",
    image: IMAGE,
    cpu: { id: "cpu3g", vcpuCount: 4 },
    disk: 41,
  }),
  "fault v2": failing("GET /v2/pods", "/v2/pods", "fault"),

  "unknownSlug jobs": post("/v2/nothing/run", INPUT),
  "invalidParameter openai": post(CHAT, { ...MESSAGES, temperature: 3 }),
  "wrongModel openai": post(CHAT, { ...MESSAGES, model: "another" }),
  "tooManyRequests jobs": async ({ call, callOk }) => {
    const path = "/v2/flux-dev/purge-queue";
    for (let count = 0; count < 2; count += 1) await callOk("POST", path);
    return call("POST", path);
  },
  "jobNotHeld jobs": post("/v2/flux-dev/job-done/w1/nothing", {}),
  "wrongEndpointType loadBalancer": async ({ call, callOk }) => {
    const { id } = await callOk("POST", "/v2/serverless", V2_ENDPOINT);
    return call("POST", `/lb/${id}/generate`, INPUT);
  },
  "workerNotReady loadBalancer": toLoadBalancer(120_000),
  "noWorker loadBalancer": toLoadBalancer(0, { workers: { min: 0, max: 0 } }),
  "workerTooSlow loadBalancer": callSilentWorker,
  "unknownFile files": get("/files/nothing.png"),
  "expiredFile files": fetchExpiredFile,
};

const NO_STOCK: EmulatorOptions = { stock: { [L4]: 0 } };
const NO_MONEY: EmulatorOptions = { balance: 0 };

/** The options of the account for the requests that need some. */
export const refusalOptions: Readonly<
  Record<string, EmulatorOptions | undefined>
> = {
  "noAccess rest": { restrictedKeys: { "key-1": ["GET /pods"] } },
  "retired rest": { quirks: { retired: true } },
  "noStock rest": NO_STOCK,
  "noStock graphql": NO_STOCK,
  "noBalance rest at POST /networkvolumes": NO_MONEY,
  "noBalance graphql": NO_MONEY,
  "noBalance jobs": NO_MONEY,
  "tooManyWorkers v2 at POST /v2/serverless": { workersQuota: 2 },
  "tooManyRequests jobs": { limits: true },
};
