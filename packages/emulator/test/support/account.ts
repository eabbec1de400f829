import { createCommandEmulator } from "../../src/emulator.js";
import type { EmulatorOptions } from "../../src/index.js";

export const IMAGE = "example/image:1";

/** Bodies of version 2: a Pod, an endpoint with a queue, and one that balances load. */
export const V2_POD = {
  name: "p",
  image: IMAGE,
  gpu: { id: "NVIDIA L4", count: 1 },
};
export const V2_ENDPOINT = {
  name: "e",
  image: IMAGE,
  type: "QUEUE",
  scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
  gpu: { pools: ["ADA_24"] },
};
export const LOAD_BALANCER = {
  ...V2_ENDPOINT,
  type: "LOAD_BALANCER",
  scaling: { type: "REQUEST_COUNT", requestCount: 2 },
};
export const VOLUME = { name: "v", size: 20, dataCenterId: "EU-RO-1" };

/** A response that was read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON, or the text where it is none; undefined where there is no body. */
  readonly body: unknown;
}

/** What a request may set beside its method, path and body. */
export interface RequestSettings {
  /** Undefined sends no key. */
  readonly key?: string | undefined;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body that is sent as it is. */
  readonly text?: string | undefined;
}

function read(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** An emulator in memory on a manual clock, with short functions that call it. */
export function createAccount(options: EmulatorOptions = {}) {
  const emulator = createCommandEmulator({ clock: "manual", ...options });
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    settings: RequestSettings = {},
  ): Promise<Answer> => {
    const key = "key" in settings ? settings.key : emulator.apiKey;
    const headers = new Headers(settings.headers);
    if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
    const init: RequestInit = { method, headers };
    if (settings.text !== undefined) init.body = settings.text;
    if (body !== undefined) {
      const contentType = settings.contentType ?? "application/json";
      headers.set("content-type", contentType);
      init.body = JSON.stringify(body);
    }
    const url = emulator.urls.publicBaseUrl + path;
    const response = await emulator.fetch(url, init);
    return {
      status: response.status,
      headers: response.headers,
      body: read(await response.text()),
    };
  };
  /** The body of a response. Rejects unless the call succeeds. */
  const callOk = async <Body = { readonly id: string }>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Body> => {
    const answer = await call(method, path, body);
    if (answer.status < 300) return answer.body as Body;
    throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  };
  const { advance } = emulator.clock;
  return { emulator, call, callOk, advance };
}

export type Account = ReturnType<typeof createAccount>;

export function createTemplate({ callOk }: Account, isServerless = true) {
  const template = { name: "worker", imageName: IMAGE, isServerless };
  return callOk("POST", "/v1/templates", template);
}

/** Creates an endpoint of version 0.1.0 with a template of its own; resolves with the ids of both. */
export async function createEndpoint(account: Account, settings: object = {}) {
  const { id: templateId } = await createTemplate(account);
  const body = { templateId, ...settings };
  const { id } = await account.callOk("POST", "/v1/endpoints", body);
  return { id, templateId };
}

/** Creates a Pod and stops it, after which its machine is full. */
export async function createHomelessPod({ emulator, callOk }: Account) {
  const gpuTypeIds = ["NVIDIA L4"];
  const body = { name: "p", imageName: IMAGE, gpuTypeIds };
  const { id } = await callOk("POST", "/v1/pods", body);
  await callOk("POST", `/v1/pods/${id}/stop`);
  emulator.account.setStock({ "NVIDIA L4": 0 });
  return id;
}

/** Creates one resource of each kind, used by no other, and a job that has not ended. The members are path parameters. */
export async function createOneOfEach({ callOk }: Account) {
  const create = (path: string, body: object) => callOk("POST", path, body);
  const volume = { name: "a", size: 10, dataCenterId: "EU-RO-1" };
  const pod = await create("/v1/pods", { imageName: IMAGE });
  const template = { imageName: IMAGE, isServerless: true };
  const free = await create("/v1/templates", { ...template, name: "free" });
  const used = await create("/v1/templates", { ...template, name: "used" });
  const endpoint = await create("/v1/endpoints", { templateId: used.id });
  const credentials = { name: "auth", username: "u", password: "p" };
  const networkVolume = await create("/v1/networkvolumes", volume);
  const auth = await create("/v1/containerregistryauth", credentials);
  const idleEndpoint = await create("/v1/endpoints", {
    templateId: used.id,
    workersMax: 0,
  });
  const slug = "flux-schnell";
  const input = { prompt: "a lighthouse", width: 64, height: 64 };
  const job = await create(`/v2/${slug}/run`, { input });
  return {
    podId: pod.id,
    templateId: free.id,
    endpointId: endpoint.id,
    networkVolumeId: networkVolume.id,
    containerRegistryAuthId: auth.id,
    idleEndpointId: idleEndpoint.id,
    slug,
    jobId: job.id,
  };
}

/** The text of the error that a function throws; "nothing" where it throws none. */
export function errorThrownBy(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  return "nothing";
}
