import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { EmulatorOptions, FaultRule, Route } from "../../src/index.js";
import {
  IMAGE,
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
const V2_POD = { name: "p", image: IMAGE, gpu: { id: L4, count: 1 } };
const V2_ENDPOINT = {
  name: "e",
  image: IMAGE,
  type: "QUEUE",
  scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
  gpu: { pools: ["ADA_24"] },
};
const LOAD_BALANCER = {
  ...V2_ENDPOINT,
  type: "LOAD_BALANCER",
  scaling: { type: "REQUEST_COUNT", requestCount: 2 },
};
const VOLUME = { name: "v", size: 20, dataCenterId: "EU-RO-1" };
const INPUT = { input: { prompt: "a pier" } };
const CHAT = "/v2/text-demo/openai/v1/chat/completions";
const MESSAGES = {
  model: "text-demo",
  messages: [{ role: "user", content: "hello" }],
};
const ACCOUNT_QUERY = { query: "{ myself { id } }" };
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
const endpointOf = (name: string, workersMax: number) =>
  saveEndpoint(
    `name: "${name}", workersMax: ${workersMax}, gpuIds: "ADA_24", template: { name: "t", imageName: "a", dockerArgs: "", containerDiskInGb: 5, env: [] }`,
  );

/** A Pod that was stopped, and whose machine is full since then. */
async function createHomelessPod({ emulator, callOk }: Account) {
  const wanted = { ...POD, gpuTypeIds: [L4] };
  const { id } = await callOk("POST", "/v1/pods", wanted);
  await callOk("POST", `/v1/pods/${id}/stop`);
  emulator.account.setStock({ [L4]: 0 });
  return id;
}

function createTemplate({ callOk }: Account, isServerless: boolean) {
  const template = { name: "t", imageName: IMAGE, isServerless };
  return callOk("POST", "/v1/templates", template);
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

/** What brings each row of the table about: by reason and surface, and by route where a row is for one route. */
export const refusalRequests: Readonly<
  Record<string, RefusalRequest | undefined>
> = {
  "noKey on rest": without("/v1/pods", POD),
  "noKey on jobs": without("/v2/flux-dev/run", INPUT),
  "noKey on openai": without(CHAT, MESSAGES),
  "noKey on v2": without("/v2/pods", V2_POD),
  "noKey on graphql": without("/graphql", {
    query: 'mutation { deleteEndpoint(id: "a") }',
  }),
  "noKey on loadBalancer": toLoadBalancer({ key: undefined }),
  "wrongKey on loadBalancer": toLoadBalancer({ key: "wrong" }),
  "wrongKey on rest": withWrongKey("/v1/pods", POD),
  "wrongKey on jobs": withWrongKey("/v2/flux-dev/run", INPUT),
  "wrongKey on openai": withWrongKey(CHAT, MESSAGES),
  "wrongKey on v2": withWrongKey("/v2/pods", V2_POD),
  "wrongKey on graphql": withWrongKey("/graphql", ACCOUNT_QUERY),

  "unknownPath on rest": request("GET", "/v1/pods/a/logs"),
  "unknownPath on v2": request("GET", "/v2/pods/a/nothing"),
  "unknownPath on jobs": request("GET", "/v2/flux-dev/nothing/more"),
  "unknownPath on files": request("GET", "/nothing"),
  "wrongMethod on rest": request("PUT", "/v1/pods"),
  "wrongMethod on v2": request("PUT", "/v2/pods"),
  "wrongMethod on jobs": request("PUT", "/v2/flux-dev/run"),
  "wrongMethod on graphql": request("PUT", "/graphql"),
  "wrongMethod on files": request("PUT", "/files/a.png"),
  "mutationByGet on graphql": request(
    "GET",
    `/graphql?query=${encodeURIComponent('mutation { deleteEndpoint(id: "a") }')}`,
  ),
  "retired on rest": request("GET", "/v1/pods"),

  "unreadableBody on rest": post("/v1/pods", undefined),
  "unreadableBody on v2": post("/v2/pods", undefined),
  "unreadableBody on jobs": post("/v2/flux-dev/run", undefined),
  "unreadableBody on openai": post(CHAT, undefined),
  "unreadableBody on graphql": post("/graphql", undefined),
  "wrongContentType on rest": asText("/v1/pods", POD),
  "wrongContentType on v2": asText("/v2/pods", V2_POD),
  "wrongContentType on jobs": asText("/v2/flux-dev/run", INPUT),
  "wrongContentType on openai": asText(CHAT, MESSAGES),
  "wrongContentType on graphql": asText("/graphql", ACCOUNT_QUERY),
  "bodyTooLarge on rest": tooLarge("/v1/pods", MEBIBYTE),
  "bodyTooLarge on openai": tooLarge(CHAT, 20 * MEBIBYTE),
  "bodyTooLarge on graphql": tooLarge("/graphql", MEBIBYTE),
  "bodyTooLarge on v2": tooLarge("/v2/pods", 102_400),
  "bodyTooLarge on jobs at POST /v2/{slug}/run": tooLarge(
    "/v2/flux-dev/run",
    10 * MEBIBYTE,
  ),
  "bodyTooLarge on jobs at POST /v2/{slug}/runsync": tooLarge(
    "/v2/flux-dev/runsync",
    20 * MEBIBYTE,
  ),
  "bodyTooLarge on jobs at POST /v2/{slug}/job-done/{workerId}/{jobId}": {
    send: async ({ call, callOk }) => {
      await callOk("GET", "/v2/flux-dev/ping/w1");
      await callOk("POST", "/v2/flux-dev/run", INPUT);
      const job = await callOk("GET", "/v2/flux-dev/job-take/w1");
      const output = "x".repeat(20 * MEBIBYTE);
      const path = `/v2/flux-dev/job-done/w1/${job.id}`;
      return call("POST", path, { output });
    },
  },
  "bodyTooLarge on loadBalancer": toLoadBalancer(
    { contentLength: 30_000_001 },
    "POST",
  ),
  "invalidBody on rest": post("/v1/templates", { imageName: 7 }),
  "invalidBody on rest at POST /pods": post("/v1/pods", { imageName: 7 }),
  "invalidBody on v2": post("/v2/pods", { ...V2_POD, color: "red" }),
  "idleTimeout on v2": post("/v2/serverless", {
    ...V2_ENDPOINT,
    scaling: { type: "REQUEST_COUNT", requestCount: 2 },
    workers: { idleTimeout: 5 },
  }),
  "wrongTemplate on v2": {
    send: async (account) => {
      const { id: templateId } = await createTemplate(account, true);
      return account.call("POST", "/v2/pods", { ...V2_POD, templateId });
    },
  },
  "invalidBody on jobs": post("/v2/flux-dev/run", {}),
  "invalidBody on graphql": rentMutation("gpuCount: -1"),
  "unknownMember on rest": post("/v1/networkvolumes", {
    ...VOLUME,
    type: "STANDARD",
  }),
  "unknownMember on rest at POST /pods": post("/v1/pods", {
    ...POD,
    gpuTypeId: L4,
  }),
  "unknownName on rest": post("/v1/pods", { ...POD, gpuTypeIds: ["L5"] }),
  "unknownPool on graphql": saveEndpoint(
    `name: "e", gpuIds: "${L4}", templateId: "t"`,
  ),
  "unknownName on v2": post("/v2/pods", {
    ...V2_POD,
    gpu: { id: "L5", count: 1 },
  }),
  "unknownName on graphql": rentMutation('dataCenterId: "EU-XX-1"'),
  "invalidQuery on rest": request("GET", "/v1/pods?includeMachine=maybe"),
  "invalidQuery on v2": request("GET", "/v2/pods?limit=0"),
  "brokenQuery on v2": request("GET", "/v2/catalog/gpus?count=2"),
  "noProduct on v2": request("GET", "/v2/catalog/gpus?include=AVAILABILITY"),
  "invalidQuery on jobs": post("/v2/flux-dev/runsync?wait=1", INPUT),
  "invalidCursor on v2": request("GET", "/v2/pods?cursor=nothing"),
  "invalidDocument on graphql": post("/graphql", { query: 7 }),

  "unknownId on rest": request("GET", "/v1/pods/nothing"),
  "unknownId on rest at DELETE /networkvolumes/{networkVolumeId}": request(
    "DELETE",
    "/v1/networkvolumes/nothing",
  ),
  "unknownId on v2": request("GET", "/v2/templates/nothing"),
  "unknownId on v2 at GET /v2/pods/{id}": request("GET", "/v2/pods/nothing"),
  "unknownDelegation on v2": request(
    "DELETE",
    "/v2/registries/delegations/nothing",
  ),
  "invalidArn on v2": post("/v2/registries/delegations", { resource: "arn" }),
  "unknownId on graphql": graphql(
    'mutation { podStop(input: { podId: "nothing" }) { id } }',
  ),
  "noPodToTerminate on graphql": graphql(
    'mutation { podTerminate(input: { podId: "nothing" }) }',
  ),
  "noVolumeToDelete on graphql": graphql(
    'mutation { deleteNetworkVolume(input: { id: "nothing" }) }',
  ),
  "noClusterToDelete on graphql": graphql(
    'mutation { deleteCluster(input: { id: "nothing" }) }',
  ),
  "noFlash on graphql": graphql(
    '{ flashAppByName(flashAppName: "nothing") { id } }',
  ),
  "notEmulated on graphql": graphql(
    'mutation { createFlashApp(input: { name: "a" }) { id } }',
  ),
  "unknownReference on rest": post("/v1/pods", { ...POD, templateId: "no" }),
  "unknownReference on v2": post("/v2/pods", { ...V2_POD, registry: "no" }),
  "unknownReference on graphql": rentMutation('networkVolumeId: "no"'),
  "brokenRule on rest": {
    send: async ({ call, callOk }) => {
      const pod = await callOk("POST", "/v1/pods", { ...POD, locked: true });
      return call("POST", `/v1/pods/${pod.id}/stop`);
    },
  },
  "brokenRule on jobs": {
    send: async ({ call, callOk }) => {
      const job = await callOk("POST", "/v2/flux-dev/run", INPUT);
      return call("POST", `/v2/flux-dev/retry/${job.id}`);
    },
  },
  "brokenRule on v2": post("/v2/pods", {
    ...V2_POD,
    cpu: { id: "cpu3c", vcpuCount: 2 },
  }),
  "brokenRule on graphql": {
    send: async (account) => {
      const { id } = await createTemplate(account, true);
      await account.callOk("POST", "/v1/endpoints", { templateId: id });
      const query = 'mutation { deleteTemplate(templateName: "t") }';
      return account.call("POST", "/graphql", { query });
    },
  },
  "nameTaken on v2": {
    send: async ({ call }) => {
      const secret = { name: "TOKEN", value: "a-secret-value" };
      await call("POST", "/v2/account/secrets", secret);
      return call("POST", "/v2/account/secrets", secret);
    },
  },
  "notAllowedNow on v2": {
    send: async ({ call, callOk }) => {
      const { id } = await callOk("POST", "/v2/pods", V2_POD);
      return call("POST", `/v2/pods/${id}/action`, { action: "start" });
    },
  },
  "smallerSize on rest": {
    send: async ({ call, callOk }) => {
      const { id } = await callOk("POST", "/v1/networkvolumes", VOLUME);
      return call("PATCH", `/v1/networkvolumes/${id}`, { size: 5 });
    },
  },
  "smallerSize on v2": {
    send: async ({ call, callOk }) => {
      const { id } = await callOk("POST", "/v1/networkvolumes", VOLUME);
      return call("PATCH", `/v2/network-volumes/${id}`, { size: 15 });
    },
  },
  "smallerSize on graphql": {
    send: async ({ call, callOk }) => {
      const { id } = await callOk("POST", "/v1/networkvolumes", VOLUME);
      const query = `mutation { updateNetworkVolume(input: { id: "${id}", size: 5 }) { id } }`;
      return call("POST", "/graphql", { query });
    },
  },
  "volumeInUse on rest": {
    send: async (account) => {
      const id = await createUsedVolume(account);
      return account.call("DELETE", `/v1/networkvolumes/${id}`);
    },
  },
  "volumeInUse on v2": {
    send: async (account) => {
      const id = await createUsedVolume(account);
      return account.call("DELETE", `/v2/network-volumes/${id}`);
    },
  },
  "volumeInUse on graphql": {
    send: async (account) => {
      const id = await createUsedVolume(account);
      const query = `mutation { deleteNetworkVolume(input: { id: "${id}" }) }`;
      return account.call("POST", "/graphql", { query });
    },
  },
  "noVolumesThere on rest": post("/v1/networkvolumes", {
    ...VOLUME,
    dataCenterId: "EU-XX-1",
  }),
  "noVolumesThere on v2": post("/v2/network-volumes", {
    name: "v",
    size: 10,
    dataCenter: "EU-XX-1",
  }),
  "noVolumesThere on graphql": graphql(
    'mutation { createNetworkVolume(input: { name: "v", size: 10, dataCenterId: "EU-XX-1" }) { id } }',
  ),

  "noStock on rest": withOptions(
    NO_STOCK,
    post("/v1/pods", { ...POD, gpuTypeIds: [L4] }),
  ),
  "noStock on v2": withOptions(NO_STOCK, post("/v2/pods", V2_POD)),
  "noStock on graphql": withOptions(NO_STOCK, rentMutation("gpuCount: 1")),
  "noMachine on rest": post("/v1/pods", { ...POD, minRAMPerGPU: 4096 }),
  "noMachine on v2": post("/v2/pods", {
    ...V2_POD,
    gpu: { id: L4, allowedCudaVersions: ["99.0"] },
  }),
  "noMachine on graphql": rentMutation("gpuCount: 64"),
  "hostIsFull on rest": {
    send: async (account) => {
      const id = await createHomelessPod(account);
      return account.call("POST", `/v1/pods/${id}/start`);
    },
  },
  "hostIsFull on v2": {
    send: async (account) => {
      const id = await createHomelessPod(account);
      const action = { action: "start" };
      return account.call("POST", `/v2/pods/${id}/action`, action);
    },
  },
  "hostIsFull on graphql": {
    send: async (account) => {
      const podId = await createHomelessPod(account);
      const query = `mutation { podResume(input: { podId: "${podId}", gpuCount: 1 }) { id } }`;
      return account.call("POST", "/graphql", { query });
    },
  },
  "noBalance on rest at POST /networkvolumes": withOptions(
    NO_MONEY,
    post("/v1/networkvolumes", VOLUME),
  ),
  "noBalance on rest at POST /pods": withOptions(
    NO_MONEY,
    post("/v1/pods", POD),
  ),
  "noBalance on rest at POST /endpoints": {
    options: NO_MONEY,
    send: async (account) => {
      const { id } = await createTemplate(account, true);
      return account.call("POST", "/v1/endpoints", { templateId: id });
    },
  },
  "noBalance on v2": withOptions(NO_MONEY, post("/v2/pods", V2_POD)),
  "noBalance on graphql": withOptions(NO_MONEY, rentMutation("gpuCount: 1")),
  "noBalance on jobs": withOptions(NO_MONEY, post("/v2/flux-dev/run", INPUT)),
  "noBalance on openai": withOptions(NO_MONEY, post(CHAT, MESSAGES)),
  "tooManyWorkers on rest": {
    options: { workersQuota: 5 },
    send: async (account) => {
      const { id: templateId } = await createTemplate(account, true);
      const wanted = { templateId, workersMax: 3 };
      await account.callOk("POST", "/v1/endpoints", wanted);
      return account.call("POST", "/v1/endpoints", wanted);
    },
  },
  "tooManyWorkers on v2 at PATCH /v2/serverless/{id}": {
    options: { workersQuota: 5 },
    send: async ({ call, callOk }) => {
      const { id } = await callOk("POST", "/v2/serverless", V2_ENDPOINT);
      const workers = { max: 6 };
      return call("PATCH", `/v2/serverless/${id}`, { workers });
    },
  },
  "tooManyWorkers on v2 at POST /v2/serverless": withOptions(
    { workersQuota: 2 },
    post("/v2/serverless", V2_ENDPOINT),
  ),
  "tooManyWorkers on graphql": withOptions(
    { workersQuota: 2 },
    endpointOf("e", 3),
  ),
  "podTemplate on rest": {
    send: async (account) => {
      const { id } = await createTemplate(account, false);
      return account.call("POST", "/v1/endpoints", { templateId: id });
    },
  },
  "podTemplate on graphql": {
    send: async (account) => {
      const { id } = await createTemplate(account, false);
      const { send } = saveEndpoint(
        `name: "e", gpuIds: "ADA_24", templateId: "${id}"`,
      );
      return send(account);
    },
  },
  "spotEnded on rest": post("/v1/pods", { ...POD, interruptible: true }),

  "unknownSlug on jobs": post("/v2/nothing/run", INPUT),
  "unknownSlug on openai": post(
    "/v2/nothing/openai/v1/chat/completions",
    MESSAGES,
  ),
  "invalidParameter on openai": post(CHAT, { ...MESSAGES, temperature: 3 }),
  "wrongModel on openai": post(CHAT, { ...MESSAGES, model: "another" }),
  "unknownJob on jobs": request("GET", "/v2/flux-dev/status/nothing"),
  "jobNotVisible on jobs": {
    send: async ({ call, callOk }) => {
      const job = await callOk("POST", "/v2/flux-dev/run", INPUT);
      return call("GET", `/v2/flux-dev/status/${job.id}`);
    },
  },
  "tooManyRequests on jobs": {
    options: { limits: true },
    send: async ({ call, callOk }) => {
      const path = "/v2/flux-dev/purge-queue";
      for (let count = 0; count < 2; count += 1) await callOk("POST", path);
      return call("POST", path);
    },
  },
  "tooManyRequests on openai": {
    options: { limits: true },
    send: async ({ call, callOk }) => {
      const path = "/v2/text-demo/openai/v1/models";
      for (let count = 0; count < 2000; count += 1) await callOk("GET", path);
      return call("GET", path);
    },
  },
  "jobNotHeld on jobs": post("/v2/flux-dev/job-done/w1/nothing", {}),
  "foreignEndpoint on jobs": request("GET", "/v2/z-image-turbo/health"),
  "wrongEndpointType on jobs": about(
    LOAD_BALANCER,
    "POST",
    (id) => `/v2/${id}/run`,
  ),
  "wrongEndpointType on loadBalancer": about(
    V2_ENDPOINT,
    "POST",
    (id) => `/lb/${id}/generate`,
  ),
  "noAccess on rest": restricted("GET /pods", "/v1/pods"),
  "noAccess on jobs": restricted(
    "GET /v2/{slug}/health",
    "/v2/flux-schnell/health",
  ),
  "noAccess on openai": restricted(
    "GET /v2/{slug}/openai/v1/models",
    "/v2/text-demo/openai/v1/models",
  ),
  "noAccess on graphql": restricted(
    "GET /graphql",
    "/graphql?query={myself{id}}",
  ),
  "noAccess on v2": restricted("GET /v2/pods", "/v2/pods"),
  "noAccess on v2 at GET /v2/pods/{id}/logs": restricted(
    "GET /v2/pods/{id}/logs",
    "/v2/pods/a/logs",
  ),
  "unknownImage on v2": post("/v2/pods", { ...V2_POD, image: NO_IMAGE }),
  "unknownImage on rest": post("/v1/pods", { imageName: NO_IMAGE }),
  "unknownImage on graphql": graphql(
    `mutation { podFindAndDeployOnDemand(input: { imageName: "${NO_IMAGE}", gpuTypeId: "${L4}" }) { id } }`,
  ),
  "cpuDisk on rest": post("/v1/pods", {
    ...POD,
    computeType: "CPU",
    vcpuCount: 4,
    containerDiskInGb: 41,
  }),
  "cpuDisk on v2": post("/v2/pods", {
    name: "p",
    image: IMAGE,
    cpu: { id: "cpu3g", vcpuCount: 4 },
    disk: 41,
  }),
  "cpuDisk on graphql": graphql(
    'mutation { deployCpuPod(input: { imageName: "a", instanceId: "cpu3g-4-16", containerDiskInGb: 41 }) { id } }',
  ),
  "fault on rest": failing("GET /pods", "/v1/pods", "fault"),
  "fault on rest at POST /pods": failing("POST /pods", "/v1/pods", "fault"),
  "fault on v2": failing("GET /v2/pods", "/v2/pods", "fault"),
  "fault on graphql": failing("POST /graphql", "/graphql", "fault"),
  "hostDoesNotFit on rest": failing("POST /pods", "/v1/pods", "hostDoesNotFit"),
  "hostDoesNotFit on graphql": failing(
    "POST /graphql",
    "/graphql",
    "hostDoesNotFit",
  ),
  "noneLeft on rest": failing("POST /pods", "/v1/pods", "noneLeft"),
  "notPlaced on rest": withOptions(
    NO_STOCK_THERE,
    post("/v1/pods", { ...POD, gpuTypeIds: [L4], dataCenterIds: ["EU-SE-1"] }),
  ),
  "notPlaced on v2": withOptions(
    NO_STOCK_THERE,
    post("/v2/pods", { ...V2_POD, dataCenterIds: ["EU-SE-1"] }),
  ),
  "notPlaced on graphql": withOptions(
    NO_STOCK_THERE,
    rentMutation('dataCenterId: "EU-SE-1"'),
  ),
  "workerNotReady on loadBalancer": { send: callWithoutWorker },
  "noWorker on loadBalancer": {
    send: async ({ call, callOk }) => {
      const workers = { min: 0, max: 0 };
      const endpoint = { ...LOAD_BALANCER, workers };
      const { id } = await callOk("POST", "/v2/serverless", endpoint);
      return call("GET", `/lb/${id}/generate`);
    },
  },
  "workerTooSlow on loadBalancer": { send: callSilentWorker },
  "unknownFile on files": request("GET", "/files/nothing.png"),
  "expiredFile on files": {
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
