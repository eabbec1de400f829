import type { EmulatorOptions, FaultRule, Route } from "../../../src/index.js";
import { models, type ModelInfo } from "cloud-compute-sdk/models";
import type { Capture } from "../../../../spec-tools/src/document/capture.js";
import {
  createEndpoint,
  createHomelessPod,
  createTemplate,
  IMAGE,
  LOAD_BALANCER,
  V2_ENDPOINT,
  V2_POD,
  VOLUME,
  type Account,
} from "../../support/account.js";

/** What brings the emulator into the condition of a capture, through its public face. */
export interface Arrangement {
  readonly options?: EmulatorOptions;
  /** Prepares the account. Returns what stands for the placeholders of the request, such as `POD_ID`. */
  readonly prepare?: (
    account: Account,
  ) => Promise<Readonly<Record<string, string>>>;
  /** How much time passes on the emulator's clock while the request is held. */
  readonly heldMs?: number;
  /** The API key of the request, where it is not that of the account. */
  readonly key?: string;
  /** The User-Agent of the request. */
  readonly agent?: string;
}

const L4 = "NVIDIA L4";
const POD = { name: "p", imageName: IMAGE, gpuTypeIds: [L4] };
const INPUT = { input: { prompt: "a pier" } };
const NO_STOCK: EmulatorOptions = { stock: { [L4]: 0 } };
const NO_STOCK_THERE: EmulatorOptions = { stock: { [L4]: { "EU-SE-1": 0 } } };
const MISSING_IMAGE = { missingImages: ["example/no-such-image:1"] };
const NO_MONEY: EmulatorOptions = { balance: 0 };
const QUOTA: EmulatorOptions = { workersQuota: 10 };

/** A resource that is created by a POST, and whose id stands for a placeholder. */
const creating = (
  placeholder: string,
  path: string,
  body: object,
): Arrangement => ({
  prepare: async ({ callOk }) => ({
    [placeholder]: (await callOk("POST", path, body)).id,
  }),
});

const withPod = creating("POD_ID", "/v1/pods", POD);
const withPod2 = creating("POD_ID", "/v2/pods", V2_POD);
const withEndpoint2 = (body: object = V2_ENDPOINT) =>
  creating("ENDPOINT_ID", "/v2/serverless", body);
const VOLUMES = "/v1/networkvolumes";
const withVolume = creating("NETWORK_VOLUME_ID", VOLUMES, VOLUME);

/** A Pod of version 2 that runs, or was stopped since. */
const withRunningPod = (action?: "stop"): Arrangement => ({
  prepare: async ({ callOk, advance }) => {
    const { id } = await callOk("POST", "/v2/pods", V2_POD);
    await advance(600_000);
    if (action) await callOk("POST", `/v2/pods/${id}/action`, { action });
    return { POD_ID: id };
  },
});

const withTemplate = (isServerless = true): Arrangement => ({
  prepare: async (account) => ({
    TEMPLATE_ID: (await createTemplate(account, isServerless)).id,
  }),
});

async function endpoint(account: Account, more: object = {}) {
  const settings = { gpuTypeIds: [L4], ...more };
  const { id, templateId } = await createEndpoint(account, settings);
  return { ENDPOINT_ID: id, TEMPLATE_ID: templateId };
}

const withEndpoint = (more: object = {}): Arrangement => ({
  prepare: (account) => endpoint(account, more),
});

/** An endpoint with a submitted job, whose workers are not those of the emulator, and what happens to the job. */
const withJob = (
  act: (account: Account, ids: { slug: string; job: string }) => Promise<void>,
): Arrangement => ({
  prepare: async (account) => {
    const ids = await endpoint(account);
    const slug = ids.ENDPOINT_ID;
    await account.callOk("GET", `/v2/${slug}/ping/w1`);
    const { id: job } = await account.callOk("POST", `/v2/${slug}/run`, INPUT);
    await act(account, { slug, job });
    return { ...ids, JOB_ID: job, WORKER_ID: "w1" };
  },
});

const nothing = async () => Promise.resolve();

async function take({ callOk }: Account, slug: string, worker: string) {
  await callOk("GET", `/v2/${slug}/ping/${worker}`);
  await callOk("GET", `/v2/${slug}/job-take/${worker}`);
}

/** A worker dies with the job, which another worker takes. */
async function handOutAgain(account: Account, slug: string) {
  await take(account, slug, "w1");
  account.emulator.removeWorker(slug, "w1");
  await take(account, slug, "w2");
}

/** A worker delivers a piece of a stream, and ends the job without an output. */
async function streamAndEnd(account: Account, slug: string, job: string) {
  await take(account, slug, "w1");
  const at = (path: string) => `/v2/${slug}/${path}/w1/${job}`;
  const { callOk } = account;
  await callOk("POST", `${at("job-stream")}?isStream=true`, { output: "a" });
  await callOk("POST", `${at("job-done")}?isStream=true`, {});
}

/** What only a fault rule brings about: faults of the service, and answers of the edge in front of it. */
const withFault = (
  route: Route,
  rule: FaultRule,
  { prepare, ...others }: Arrangement = {},
): Arrangement => ({
  ...others,
  prepare: async (account) => {
    const ids = (await prepare?.(account)) ?? {};
    account.emulator.fail(route, rule);
    return ids;
  },
});

const PYTHON = "Python-urllib/3.12";

const withDeletedVolume: Arrangement = {
  prepare: async ({ callOk }) => {
    const { id } = await callOk("POST", "/v1/networkvolumes", VOLUME);
    await callOk("DELETE", `/v1/networkvolumes/${id}`);
    return { NETWORK_VOLUME_ID: id };
  },
};

const withHomelessPod: Arrangement = {
  prepare: async (account) => ({ POD_ID: await createHomelessPod(account) }),
};

/** Creates a load balancing endpoint. Returns its id and its address. */
async function createLoadBalancer({ callOk }: Account, more: object = {}) {
  const made = await callOk<{
    readonly id: string;
    readonly requestUrls: { readonly base: string };
  }>("POST", "/v2/serverless", { ...LOAD_BALANCER, ...more });
  const { pathname } = new URL(made.requestUrls.base);
  return { ENDPOINT_ID: made.id, BASE_URL: pathname };
}

const withLoadBalancerOf = (more: object): Arrangement => ({
  prepare: (account) => createLoadBalancer(account, more),
});

const withLoadBalancer = withLoadBalancerOf({});

/** An endpoint with one worker, which has started. */
const withWorker: Arrangement = {
  prepare: async ({ emulator, callOk, advance }) => {
    const { id } = await callOk("POST", "/v2/serverless", V2_ENDPOINT);
    await callOk("POST", `/v2/${id}/run`, INPUT);
    await advance(1000);
    const { workers } = await callOk<{
      readonly workers: readonly { readonly id: string }[];
    }>("GET", `/v2/serverless/${id}/workers`);
    const since = new Date(emulator.clock.now() - 3_600_000).toISOString();
    return {
      ENDPOINT_ID: id,
      WORKER_ID: workers[0]?.id ?? "",
      FIRST_TS: since,
    };
  },
};

/** By the name of the capture. A capture that is not named needs no preparation. */
export const arrangements: Readonly<Record<string, Arrangement | undefined>> = {
  "jobs/health--own-endpoint": withEndpoint({ workersMin: 0 }),
  "jobs/health--one-idle-one-running": withEndpoint(),
  "jobs/health--no-capacity": { ...withEndpoint2(), options: NO_STOCK },
  "jobs/health--load-balancer": withLoadBalancer,
  "jobs/run--empty-input": withEndpoint(),
  "jobs/status--empty-input": {
    prepare: async (account) => {
      const ids = await endpoint(account);
      const path = `/v2/${ids.ENDPOINT_ID}/run`;
      const { id } = await account.callOk("POST", path, { input: {} });
      await account.advance(300_000);
      return { ...ids, JOB_ID: id };
    },
  },
  "jobs/status--handed-out-again": withJob(async (account, { slug }) => {
    await handOutAgain(account, slug);
  }),
  "jobs/health--after-a-lost-job": withJob(async (account, { slug }) => {
    await handOutAgain(account, slug);
    account.emulator.removeWorker(slug, "w2");
    await account.advance(120_000);
  }),
  "jobs/stream--no-chunk": { ...withJob(nothing), heldMs: 20_000 },
  "jobs/stream--short-wait": { ...withJob(nothing), heldMs: 1000 },
  "jobs/stream--last-chunk": withJob((account, { slug, job }) =>
    streamAndEnd(account, slug, job),
  ),
  "jobs/status--streamed-without-aggregate": withJob((account, { slug, job }) =>
    streamAndEnd(account, slug, job),
  ),
  "jobs/run--load-balancer": withLoadBalancer,
  "jobs/own-path--queue-endpoint": withEndpoint(),
  "jobs/run-sync--stuck-endpoint": {
    ...withEndpoint({ workersMax: 0 }),
    heldMs: 90_000,
  },
  "jobs/run-sync--cold-worker": withFault(
    "POST /v2/{slug}/runsync",
    { edge: 524 },
    withEndpoint(),
  ),
  "jobs/run--key-without-bearer": withEndpoint(),
  "jobs/run--body-too-large": {
    prepare: async (account) => ({
      ...(await endpoint(account)),
      LARGE_TEXT: "x".repeat(10 * 2 ** 20),
    }),
  },
  "jobs/run--body-too-large-for-the-edge": withFault(
    "POST /v2/{slug}/run",
    { edge: 502, carriedOut: false },
    withEndpoint(),
  ),
  "jobs/status--expired": withJob(async ({ advance }) => {
    await advance(2 * 86_400_000);
  }),
  "jobs/status--just-submitted": {
    ...withJob(nothing),
    options: { quirks: { invisibleJobs: true } },
  },
  "jobs/run--key-refused": withEndpoint(),
  "jobs/run--too-many": {
    options: { limits: true },
    prepare: async (account) => {
      const ids = await endpoint(account);
      for (let sent = 0; sent < 1000; sent++)
        await account.call("POST", `/v2/${ids.ENDPOINT_ID}/run`, INPUT);
      return ids;
    },
  },
  "models/status--error-is-json-in-a-text": {
    prepare: async ({ emulator, callOk, advance }) => {
      emulator.model("refusing", () => {
        throw new Error(
          'Error submitting task: 400, {"code":400,"message":"TEXT"}',
        );
      });
      const { id } = await callOk("POST", "/v2/refusing/run", INPUT);
      await advance(60_000);
      return { MODEL_SLUG: "refusing", JOB_ID: id };
    },
  },
  "openai/chat-completions--max-tokens": { heldMs: 60_000 },
  "openai/chat-completions--cold-worker": {
    prepare: async ({ emulator }) => {
      const coldStartMs = 600_000;
      emulator.account.setWorkers("qwen3-32b-awq", { coldStartMs });
      return Promise.resolve({});
    },
    heldMs: 100_000,
  },
  "load-balancer/request--no-key": withLoadBalancer,
  "load-balancer/request--wrong-key": withLoadBalancer,
  "load-balancer/request--no-worker": {
    prepare: async (account) => {
      const ids = await createLoadBalancer(account);
      // The emulator has no program for the endpoint, and would not wait so long.
      const readyTimeoutMs = 120_000;
      account.emulator.account.setWorkers(ids.ENDPOINT_ID, { readyTimeoutMs });
      return ids;
    },
    heldMs: 121_000,
  },
  "load-balancer/request--no-workers-available": withLoadBalancerOf({
    workers: { min: 0, max: 0 },
  }),
  "load-balancer/request--backend-boots": {
    prepare: async (account) => {
      const ids = await createLoadBalancer(account);
      // Nothing listens at this port.
      account.emulator.account.setWorkers(ids.ENDPOINT_ID, { port: 1 });
      return ids;
    },
    heldMs: 36_000,
  },

  "v2/update-serverless--idle-timeout": withEndpoint2({
    ...V2_ENDPOINT,
    scaling: { type: "REQUEST_COUNT", requestCount: 2 },
  }),
  "v2/create-pod--no-stock": { options: NO_STOCK },
  "v2/create-pod--combination": { options: NO_STOCK_THERE },
  "v2/create-pod--unknown-image": { options: MISSING_IMAGE },
  "v2/create-serverless--unknown-image": { options: MISSING_IMAGE },
  "v2/create-pod--no-balance": { options: NO_MONEY },
  "v2/pod-action--reset": withPod2,
  "v2/unknown-path--any": withPod2,
  "v2/unknown-path--update-synonym": withPod2,
  "v2/pod-logs--no-access": {
    ...withPod2,
    options: {
      restrictedKeys: { "key-without-logs": ["GET /v2/pods/{id}/logs"] },
    },
    key: "key-without-logs",
  },
  "v2/pod-logs--tail-above-the-limit": withPod2,
  "v2/get-pod--from-template": {
    prepare: async ({ callOk }) => {
      const template = { name: "t", imageName: IMAGE, volumeInGb: 0 };
      const { id: templateId } = await callOk(
        "POST",
        "/v1/templates",
        template,
      );
      const body = { ...V2_POD, templateId };
      return { POD_ID: (await callOk("POST", "/v2/pods", body)).id };
    },
  },
  "v2/get-template--without-ports": creating("TEMPLATE_ID", "/v2/templates", {
    name: "t",
    image: IMAGE,
  }),
  "v2/get-serverless--no-timeout": withEndpoint2(),
  "v2/create-serverless--pod-template": withTemplate(false),
  "v2/create-serverless--from-template": withTemplate(),
  "v2/list-workers--one-worker": withWorker,
  "v2/worker-logs--both-sources": { ...withWorker, heldMs: 1 },
  "v2/worker-logs--since": { ...withWorker, heldMs: 1 },
  "v2/delete-template--in-use": withEndpoint(),
  "v2/delete-registry--in-use": {
    prepare: async ({ callOk }) => {
      const credentials = { name: "r", username: "u", password: "p" };
      const { id } = await callOk("POST", "/v2/registries", credentials);
      await callOk("POST", "/v1/pods", { ...POD, containerRegistryAuthId: id });
      return { REGISTRY_ID: id };
    },
  },
  "v2/pod-action--wrong-state": withPod2,
  "v2/pod-action--cluster-pod": {
    prepare: async ({ callOk }) => {
      const compute = { gpuTypeId: L4, gpuCountPerPod: 1, podCount: 2 };
      const cluster = { name: "c", image: IMAGE, type: "RAY", compute };
      const { id } = await callOk("POST", "/v2/clusters", cluster);
      const { pods } = await callOk<{
        readonly pods: readonly { readonly id: string }[];
      }>("GET", `/v2/clusters/${id}/pods`);
      return { POD_ID: pods[0]?.id ?? "" };
    },
  },
  "v2/pod-action--start": withRunningPod("stop"),
  "v2/pod-action--stop": withPod2,
  "v2/pod-action--restart": withRunningPod(),
  "v2/pod-action--terminate": withPod2,
  "v2/pod-action--stop-while-provisioning": withPod2,
  "v2/pod-action--host-is-full": withHomelessPod,
  "v2/update-serverless--workers-quota": {
    ...withEndpoint2(),
    options: QUOTA,
  },
  "v2/create-serverless--workers-quota": { options: QUOTA },

  "rest/create-endpoint--not-in-list": withTemplate(),
  "rest/unknown-path--any": withPod,
  "rest/get-network-volume--deleted": withDeletedVolume,
  "rest/delete-network-volume--deleted": withDeletedVolume,
  "rest/delete-network-volume--in-use": {
    prepare: async (account) => {
      const { id } = await account.callOk("POST", "/v1/networkvolumes", VOLUME);
      const ids = await endpoint(account, { networkVolumeId: id });
      return { ...ids, NETWORK_VOLUME_ID: id };
    },
  },
  "rest/update-network-volume--smaller": {
    ...withVolume,
    options: { quirks: { shrinkingVolumes: true } },
  },
  "rest/create-pod--no-stock": { options: NO_STOCK },
  "rest/create-pod--no-stock-other-words": withFault("POST /pods", {
    refusal: "noneLeft",
  }),
  "rest/create-pod--host-does-not-fit": withFault("POST /pods", {
    refusal: "hostDoesNotFit",
  }),
  "rest/create-pod--fault": withFault("POST /pods", { refusal: "fault" }),
  "rest/create-pod--reading-back-failed": withFault("POST /pods", {
    refusal: "fault",
    carriedOut: true,
  }),
  "rest/create-pod--no-machine": { options: NO_STOCK_THERE },
  "rest/list-pods--edge": { agent: PYTHON },
  "rest/list-pods--fault": withFault("GET /pods", { refusal: "fault" }),
  "rest/list-pods--too-many": withFault("GET /pods", { status: 429 }),
  "rest/create-pod--no-balance": { options: NO_MONEY },
  "rest/start-pod--host-is-full": withHomelessPod,
  "rest/create-endpoint--workers-quota": {
    ...withTemplate(),
    options: QUOTA,
  },
  "rest/update-endpoint--workers-quota": { ...withEndpoint(), options: QUOTA },
  "rest/create-endpoint--no-balance": { ...withTemplate(), options: NO_MONEY },
  "rest/create-endpoint--pod-template": withTemplate(false),
  "rest/list-pods--retired": { options: { quirks: { retired: true } } },
  "rest/create-endpoint--compute-type-cpu": withTemplate(),
  "rest/get-endpoint--members": {
    prepare: async (account) => {
      const { id } = await account.callOk("POST", "/v1/networkvolumes", VOLUME);
      return endpoint(account, { networkVolumeId: id });
    },
  },
  "rest/get-endpoint--include-workers": withEndpoint({ workersMin: 1 }),
  "rest/update-endpoint--data-centers": withEndpoint(),
  "rest/create-endpoint--many-gpu-types": withTemplate(),
  "rest/get-template--start-flags": withTemplate(),
  "rest/get-pod--just-created": {
    ...withPod,
    options: { pods: { imagePullMs: 60_000 } },
  },
  "rest/get-pod--running": {
    prepare: async ({ callOk, advance }) => {
      const body = { ...POD, ports: ["22/tcp"] };
      const { id } = await callOk("POST", "/v1/pods", body);
      await advance(600_000);
      return { POD_ID: id };
    },
  },
  "rest/get-pod--image-name": withPod,
  "rest/get-pod--go-times": {
    ...withPod,
    options: { quirks: { goTimes: true } },
  },
  "rest/get-pod--made-from-template": {
    prepare: async (account) => {
      const { id: templateId } = await createTemplate(account, false);
      const body = { templateId, gpuTypeIds: [L4] };
      const { id } = await account.callOk("POST", "/v1/pods", body);
      return { POD_ID: id };
    },
  },
  "rest/list-templates--bound": withEndpoint(),

  "graphql/save-endpoint--volumes": withVolume,
  "graphql/delete-endpoint--load-balancer": withEndpoint2({
    ...LOAD_BALANCER,
    workers: { min: 0, max: 0 },
  }),
  "graphql/rent-pod--no-stock": { options: NO_STOCK },
  "graphql/resume-pod--host-is-full": withHomelessPod,
  "graphql/rent-pod--no-balance": { options: NO_MONEY },
  "graphql/rent-pod--host-does-not-fit": withFault("POST /graphql", {
    refusal: "hostDoesNotFit",
  }),
  "graphql/rent-pod--fault": withFault("POST /graphql", { refusal: "fault" }),
  "graphql/myself--edge": { agent: PYTHON },
  "graphql/myself--too-many": withFault("POST /graphql", { edge: 429 }),
};

/** What comes before the status of an ended job of a public model, as the transcript of `doctor` shows it. */
export function withEndedJob({
  operation,
  request: { path },
}: Capture): Arrangement | undefined {
  const [, slug = ""] = /^\/v2\/([^/]+)\/status\/JOB_ID$/.exec(path) ?? [];
  const model = Object.values<ModelInfo>(models).find(
    (each) => each.slug === slug,
  );
  if (operation !== "jobs.status" || !model) return undefined;
  return {
    prepare: async ({ callOk, advance }) => {
      const submit = { input: inputOf(model) };
      const { id } = await callOk("POST", `/v2/${slug}/run`, submit);
      await advance(600_000);
      return { JOB_ID: id };
    },
  };
}

/** The parameters that a model requires, each with a value. */
function inputOf({ parameters }: ModelInfo): object {
  const samples = {
    string: "https://files.example.com/INPUT",
    integer: 1,
    number: 1,
    boolean: true,
    array: ["https://files.example.com/INPUT"],
    object: {},
  };
  const required = Object.entries(parameters).filter(
    ([, { required }]) => required,
  );
  return Object.fromEntries(
    required.map(([name, { type, values }]) => [
      name,
      values?.[0] ?? samples[type],
    ]),
  );
}
