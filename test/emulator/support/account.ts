import {
  createEmulator,
  type EmulatorOptions,
} from "../../../src/emulator/index.js";

export const IMAGE = "example/image:1";

/** An answer that was read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON; undefined where there is no body. */
  readonly body: unknown;
}

/** What a request may say beside its method, path and body. */
export interface Asked {
  readonly key?: string | undefined;
  readonly contentType?: string;
}

/** An emulator in memory on a manual clock, and a short way to call it. */
export function createAccount(options: EmulatorOptions = {}) {
  const emulator = createEmulator({ clock: "manual", ...options });
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    asked: Asked = {},
  ): Promise<Answer> => {
    const key = "key" in asked ? asked.key : emulator.apiKey;
    const contentType = asked.contentType ?? "application/json";
    const response = await emulator.fetch(emulator.urls.publicBaseUrl + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": contentType }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      ...{ status: response.status, headers: response.headers },
      body: text === "" ? undefined : (JSON.parse(text) as unknown),
    };
  };
  /** What a call answers with, where it has to succeed. */
  const made = async <Body = { readonly id: string }>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Body> => {
    const answer = await call(method, path, body);
    if (answer.status < 300) return answer.body as Body;
    throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  };
  const { advance } = emulator.clock;
  return { emulator, call, made, advance };
}

export type Account = ReturnType<typeof createAccount>;

/** One of each kind, that nothing else uses, by the names of the path parameters; and a job that is not over. */
export async function createOneOfEach({ made }: Account) {
  const create = (path: string, body: object) => made("POST", path, body);
  const volume = { name: "a", size: 10, dataCenterId: "EU-RO-1" };
  const pod = await create("/v1/pods", { imageName: IMAGE });
  const template = { imageName: IMAGE, isServerless: true };
  const free = await create("/v1/templates", { ...template, name: "free" });
  const used = await create("/v1/templates", { ...template, name: "used" });
  const endpoint = await create("/v1/endpoints", { templateId: used.id });
  const idle = { templateId: used.id, workersMax: 0 };
  const auth = { name: "auth", username: "u", password: "p" };
  const input = { prompt: "a lighthouse", width: 64, height: 64 };
  const slug = "flux-schnell";
  return {
    ...{ podId: pod.id, templateId: free.id, endpointId: endpoint.id },
    networkVolumeId: (await create("/v1/networkvolumes", volume)).id,
    containerRegistryAuthId: (await create("/v1/containerregistryauth", auth))
      .id,
    idleEndpointId: (await create("/v1/endpoints", idle)).id,
    ...{ slug, jobId: (await create(`/v2/${slug}/run`, { input })).id },
  };
}

export type Ids = Awaited<ReturnType<typeof createOneOfEach>>;
