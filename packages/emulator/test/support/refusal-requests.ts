import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { EmulatorOptions, FaultRule, Route } from "../../src/index.js";
import {
  createTemplate,
  IMAGE,
  LOAD_BALANCER,
  V2_ENDPOINT,
  V2_POD,
  type Account,
  type Answer,
  type RequestSettings,
} from "./account.js";

/** A request that the emulator refuses, and the account in which it does. */
interface RefusalRequest {
  readonly options?: EmulatorOptions;
  readonly send: (account: Account) => Promise<Answer>;
}

const MEBIBYTE = 2 ** 20;
const L4 = "NVIDIA L4";
const POD = { imageName: IMAGE };
const VOLUME = { name: "v", size: 20, dataCenterId: "EU-RO-1" };
const INPUT = { input: { prompt: "a pier" } };
const CHAT = "/v2/text-demo/openai/v1/chat/completions";
const MESSAGES = {
  model: "text-demo",
  messages: [{ role: "user", content: "hello" }],
};
const DAY_MS = 86_400_000;

/** A request with nothing to prepare. */
function request(
  method: string,
  path: string,
  body?: unknown,
  settings?: RequestSettings,
): RefusalRequest {
  return { send: ({ call }) => call(method, path, body, settings) };
}

function post(path: string, body: unknown): RefusalRequest {
  return request("POST", path, body);
}

function graphql(query: string): RefusalRequest {
  return post("/graphql", { query });
}

function withOptions(
  options: EmulatorOptions,
  { send }: RefusalRequest,
): RefusalRequest {
  return { options, send };
}

/** A request with a key that has no access to its route. */
function restricted(route: string, path: string): RefusalRequest {
  const [method = ""] = route.split(" ");
  const options = { restrictedKeys: { "key-1": [route as Route] } };
  return withOptions(
    options,
    request(method, path, undefined, { key: "key-1" }),
  );
}

/** A request that a fault rule answers with a refusal. */
function failing(
  route: string,
  path: string,
  refusal: NonNullable<FaultRule["refusal"]>,
): RefusalRequest {
  const [method = ""] = route.split(" ");
  return {
    send: ({ emulator, call }) => {
      emulator.fail(route as Route, { refusal });
      return call(method, path, method === "POST" ? {} : undefined);
    },
  };
}

const NO_IMAGE = "registry.invalid/image:1";
const NO_STOCK_THERE: EmulatorOptions = { stock: { [L4]: { "EU-SE-1": 0 } } };

const without = (path: string, body: unknown, method = "POST") =>
  request(method, path, body, { key: undefined });
const withWrongKey = (path: string, body: unknown, method = "POST") =>
  request(method, path, body, { key: "wrong" });
const asText = (path: string, body: unknown) =>
  request("POST", path, body, { contentType: "text/plain" });
const tooLarge = (path: string, bytes: number) =>
  post(path, { text: "x".repeat(bytes) });

const rentMutation = (input: string) =>
  graphql(
    `mutation { podFindAndDeployOnDemand(input: { imageName: "a", gpuTypeId: "${L4}", ${input} }) { id } }`,
  );
const saveEndpoint = (input: string) =>
  graphql(`mutation { saveEndpoint(input: { ${input} }) { id } }`);

/** A Pod that was stopped, and whose machine is full since then. */
async function createHomelessPod({ emulator, callOk }: Account) {
  const wanted = { ...POD, gpuTypeIds: [L4] };
  const { id } = await callOk("POST", "/v1/pods", wanted);
  await callOk("POST", `/v1/pods/${id}/stop`);
  emulator.account.setStock({ [L4]: 0 });
  return id;
}

/** A network volume that an endpoint uses. */
async function createUsedVolume({ callOk }: Account): Promise<string> {
  const { id } = await callOk("POST", "/v1/networkvolumes", VOLUME);
  const endpoint = { ...V2_ENDPOINT, networkVolumes: [id] };
  await callOk("POST", "/v2/serverless", endpoint);
  return id;
}

/** A request to a load balancing endpoint that has no worker. */
function toLoadBalancer(
  settings?: RequestSettings,
  method = "GET",
): RefusalRequest {
  return {
    send: async ({ call, callOk }) => {
      const { id } = await callOk("POST", "/v2/serverless", LOAD_BALANCER);
      return call(method, `/lb/${id}/ping`, undefined, settings);
    },
  };
}

/** A request that a gateway holds for two minutes, because no worker is ready. */
async function callWithoutWorker({
  call,
  callOk,
  advance,
}: Account): Promise<Answer> {
  const { id } = await callOk("POST", "/v2/serverless", LOAD_BALANCER);
  const held = call("GET", `/lb/${id}/generate`);
  await advance(120_000);
  return held;
}

/** A request about an endpoint that has been created. */
function about(
  endpoint: object,
  method: string,
  pathOf: (id: string) => string,
): RefusalRequest {
  return {
    send: async ({ call, callOk }) => {
      const { id } = await callOk("POST", "/v2/serverless", endpoint);
      return call(method, pathOf(id), INPUT);
    },
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

const NO_STOCK: EmulatorOptions = { stock: { [L4]: 0 } };
const NO_MONEY: EmulatorOptions = { balance: 0 };

/** What brings each row of the table about: by reason and surface, and by route where a surface has several rows. */
export const refusalRequests: Readonly<Record<string, RefusalRequest>> = {
  "noKey rest": without("/v1/pods", POD),
  "noKey v2": without("/v2/pods", V2_POD),
  "noKey graphql": without("/graphql", {
    query: 'mutation { deleteEndpoint(id: "a") }',
  }),
  "wrongKey rest": withWrongKey("/v1/pods", POD),
  "wrongKey v2": withWrongKey("/v2/pods", V2_POD),

  "unknownPath jobs": request("GET", "/v2/flux-dev/nothing/more"),
  "wrongMethod rest": request("PUT", "/v1/pods"),
  "wrongMethod graphql": request("PUT", "/graphql"),
  "mutationByGet graphql": request(
    "GET",
    `/graphql?query=${encodeURIComponent('mutation { deleteEndpoint(id: "a") }')}`,
  ),
  "retired rest": withOptions(
    { quirks: { retired: true } },
    request("GET", "/v1/pods"),
  ),

  "unreadableBody rest": post("/v1/pods", undefined),
  "wrongContentType rest": asText("/v1/pods", POD),
  "bodyTooLarge rest": tooLarge("/v1/pods", MEBIBYTE),
  "bodyTooLarge jobs": tooLarge("/v2/flux-dev/run", 10 * MEBIBYTE),
  "bodyTooLarge loadBalancer": toLoadBalancer(
    { contentLength: 30_000_001 },
    "POST",
  ),
  "invalidBody rest": post("/v1/pods", { imageName: 7 }),
  "invalidBody v2": post("/v2/pods", { ...V2_POD, color: "red" }),
  "wrongTemplate v2": {
    send: async (account) => {
      const { id: templateId } = await createTemplate(account);
      return account.call("POST", "/v2/pods", { ...V2_POD, templateId });
    },
  },
  "invalidBody jobs": post("/v2/flux-dev/run", {}),
  "unknownName rest": post("/v1/pods", { ...POD, gpuTypeIds: ["L5"] }),
  "unknownPool graphql": saveEndpoint(
    `name: "e", gpuIds: "${L4}", templateId: "t"`,
  ),
  "invalidQuery rest": request("GET", "/v1/pods?includeMachine=maybe"),
  "invalidQuery v2": request("GET", "/v2/pods?limit=0"),
  "brokenQuery v2": request("GET", "/v2/catalog/gpus?count=2"),
  "invalidCursor v2": request("GET", "/v2/pods?cursor=nothing"),
  "invalidDocument graphql": post("/graphql", { query: 7 }),

  "unknownId rest": request("GET", "/v1/pods/nothing"),
  "noClusterToDelete graphql": graphql(
    'mutation { deleteCluster(input: { id: "nothing" }) }',
  ),
  "notEmulated graphql": graphql(
    'mutation { createFlashApp(input: { name: "a" }) { id } }',
  ),
  "unknownReference rest": post("/v1/pods", { ...POD, templateId: "no" }),
  "brokenRule rest": {
    send: async ({ call, callOk }) => {
      const pod = await callOk("POST", "/v1/pods", { ...POD, locked: true });
      return call("POST", `/v1/pods/${pod.id}/stop`);
    },
  },
  "brokenRule graphql": {
    send: async (account) => {
      const { id } = await createTemplate(account);
      await account.callOk("POST", "/v1/endpoints", { templateId: id });
      const query = 'mutation { deleteTemplate(templateName: "worker") }';
      return account.call("POST", "/graphql", { query });
    },
  },
  "nameTaken v2": {
    send: async ({ call }) => {
      const secret = { name: "TOKEN", value: "a-secret-value" };
      await call("POST", "/v2/account/secrets", secret);
      return call("POST", "/v2/account/secrets", secret);
    },
  },
  "notAllowedNow v2": {
    send: async ({ call, callOk }) => {
      const { id } = await callOk("POST", "/v2/pods", V2_POD);
      return call("POST", `/v2/pods/${id}/action`, { action: "start" });
    },
  },
  "smallerSize rest": {
    send: async ({ call, callOk }) => {
      const { id } = await callOk("POST", "/v1/networkvolumes", VOLUME);
      return call("PATCH", `/v1/networkvolumes/${id}`, { size: 5 });
    },
  },
  "volumeInUse v2": {
    send: async (account) => {
      const id = await createUsedVolume(account);
      return account.call("DELETE", `/v2/network-volumes/${id}`);
    },
  },
  "noStock rest": withOptions(
    NO_STOCK,
    post("/v1/pods", { ...POD, gpuTypeIds: [L4] }),
  ),
  "noStock v2": withOptions(NO_STOCK, post("/v2/pods", V2_POD)),
  "noStock graphql": withOptions(NO_STOCK, rentMutation("gpuCount: 1")),
  "noMachine rest": post("/v1/pods", { ...POD, minRAMPerGPU: 4096 }),
  "noMachine v2": post("/v2/pods", {
    ...V2_POD,
    gpu: { id: L4, allowedCudaVersions: ["99.0"] },
  }),
  "noMachine graphql": rentMutation("gpuCount: 64"),
  "hostIsFull rest": {
    send: async (account) => {
      const id = await createHomelessPod(account);
      return account.call("POST", `/v1/pods/${id}/start`);
    },
  },
  "noBalance rest at POST /networkvolumes": withOptions(
    NO_MONEY,
    post("/v1/networkvolumes", VOLUME),
  ),
  "noBalance graphql": withOptions(NO_MONEY, rentMutation("gpuCount: 1")),
  "noBalance jobs": withOptions(NO_MONEY, post("/v2/flux-dev/run", INPUT)),
  "tooManyWorkers v2 at POST /v2/serverless": withOptions(
    { workersQuota: 2 },
    post("/v2/serverless", V2_ENDPOINT),
  ),
  "podTemplate rest": {
    send: async (account) => {
      const { id } = await createTemplate(account, false);
      return account.call("POST", "/v1/endpoints", { templateId: id });
    },
  },

  "unknownSlug jobs": post("/v2/nothing/run", INPUT),
  "invalidParameter openai": post(CHAT, { ...MESSAGES, temperature: 3 }),
  "wrongModel openai": post(CHAT, { ...MESSAGES, model: "another" }),
  "tooManyRequests jobs": {
    options: { limits: true },
    send: async ({ call, callOk }) => {
      const path = "/v2/flux-dev/purge-queue";
      for (let count = 0; count < 2; count += 1) await callOk("POST", path);
      return call("POST", path);
    },
  },
  "jobNotHeld jobs": post("/v2/flux-dev/job-done/w1/nothing", {}),
  "wrongEndpointType loadBalancer": about(
    V2_ENDPOINT,
    "POST",
    (id) => `/lb/${id}/generate`,
  ),
  "noAccess rest": restricted("GET /pods", "/v1/pods"),
  "unknownImage v2": post("/v2/pods", { ...V2_POD, image: NO_IMAGE }),
  "unknownImage rest": post("/v1/pods", { imageName: NO_IMAGE }),
  "cpuDisk v2": post("/v2/pods", {
    name: "p",
    image: IMAGE,
    cpu: { id: "cpu3g", vcpuCount: 4 },
    disk: 41,
  }),
  "fault v2": failing("GET /v2/pods", "/v2/pods", "fault"),
  "notPlaced graphql": withOptions(
    NO_STOCK_THERE,
    rentMutation('dataCenterId: "EU-SE-1"'),
  ),
  "workerNotReady loadBalancer": { send: callWithoutWorker },
  "noWorker loadBalancer": {
    send: async ({ call, callOk }) => {
      const workers = { min: 0, max: 0 };
      const endpoint = { ...LOAD_BALANCER, workers };
      const { id } = await callOk("POST", "/v2/serverless", endpoint);
      return call("GET", `/lb/${id}/generate`);
    },
  },
  "workerTooSlow loadBalancer": { send: callSilentWorker },
  "unknownFile files": request("GET", "/files/nothing.png"),
  "expiredFile files": {
    send: async ({ call, callOk, advance }) => {
      const path = "/v2/flux-dev/run";
      const { id } = await callOk("POST", path, INPUT);
      await advance(60_000);
      const status = `/v2/flux-dev/status/${id}`;
      const { output } = await callOk<{ output: { result: string } }>(
        "GET",
        status,
      );
      await advance(8 * DAY_MS);
      return call("GET", new URL(output.result).pathname);
    },
  },
};
