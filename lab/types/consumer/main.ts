import {
  createClient,
  outputsOf,
  CloudComputeError,
  JobError,
  ResponseError,
  TimeoutError,
  type Client,
  type ClientOptions,
  type CompletedJob,
  type Job,
  type JobUpdate,
  type MyselfQuery,
  type Pod,
  type PodCreateInput,
  type RestClient,
} from "cloud-compute-sdk";
import { estimateCost } from "cloud-compute-sdk/models";

// This file is compiled with many versions and settings of TypeScript, and never run. Each of them must refuse a line
// below `@ts-expect-error`, and accept all other lines.

/** True if A and B are assignable to each other and neither is `any`. Only `any` would also accept a symbol. */
type Equal<A, B> = [A, B] extends [B, A]
  ? symbol extends A | B
    ? false
    : true
  : false;
type Proof<T extends true> = T;

const lines: string[] = [];

export const cloud: Client = createClient({
  apiKey: () => Promise.resolve("key"),
  baseUrl: "https://example.com/v1",
  fetch: (input, init) => fetch(input, init),
  onResponse: ({ route, durationMs }) => {
    lines.push(`${route} ${durationMs.toFixed()}`);
  },
});

export const options: ClientOptions[] = [
  { apiKey: undefined, updateMethod: "post" },
  // @ts-expect-error: a misspelt option
  { apiKey: "key", retires: 3 },
  // @ts-expect-error: a spelling of an update that is none
  { apiKey: "key", updateMethod: "put" },
];

export async function rest(signal: AbortSignal): Promise<Pod> {
  const body: PodCreateInput = {
    imageName: "ubuntu:24.04",
    gpuTypeIds: ["NVIDIA L4", "A NEW GPU"],
    env: { NAME: "value" },
  };
  const pod = await cloud.pods.create(body, {}, { signal, timeout: 1000 });
  const id: string = pod.id;
  await cloud.pods.list({ desiredStatus: "RUNNING" }, { signal: undefined });
  await cloud.networkVolumes.update(
    id,
    { size: 9 },
    {},
    { updateMethod: "post" },
  );
  const costs: number[] = (await cloud.billing.pods({ bucketSize: "day" })).map(
    ({ amount }) => amount,
  );
  // @ts-expect-error: a misspelt field of a body
  await cloud.pods.create({ imageNmae: "ubuntu:24.04" });
  // @ts-expect-error: a state that no Pod is in
  await cloud.pods.list({ desiredStatus: "ASLEEP" });
  // @ts-expect-error: a misspelt option of a call
  await cloud.pods.stop(id, { timeOut: 1000 });
  // @ts-expect-error: a number where a name is
  const wrong: number = pod.id;
  return costs.length + wrong > 0 ? cloud.pods.get(id) : pod;
}

export async function escape({ rest }: { rest: RestClient }): Promise<string> {
  const { data, error, response } = await rest.GET("/pods/{podId}", {
    params: { path: { podId: "id" } },
  });
  // @ts-expect-error: a route that is none
  await rest.GET("/pod/{podId}", { params: { path: { podId: "id" } } });
  // @ts-expect-error: another name of the parameter
  await rest.GET("/pods/{podId}", { params: { path: { id: "id" } } });
  return data?.id ?? `${response.status} ${JSON.stringify(error)}`;
}

interface Input {
  readonly prompt: string;
}

interface Output {
  readonly image_url: string;
}

export async function jobs(): Promise<string[]> {
  const model = cloud.model<Input, Output>("black-forest-labs-flux-1-schnell");
  const job: Job<Output | undefined> = await model.run({
    prompt: "a lighthouse",
  });
  for await (const { status, elapsed } of job.watch({ timeout: 1000 }))
    if (status === "COMPLETED") elapsed.toFixed();
  const { output } = await cloud.job<Output>(job.toJSON()).wait({
    interval: (milliseconds) => milliseconds / 10,
    onUpdate: ({ elapsed }: JobUpdate<Output>) => {
      elapsed.toFixed();
    },
  });
  const done: CompletedJob<Output | undefined> = await model.runSync({
    prompt: "a pier",
  });
  const made = [output.image_url, done.output?.image_url ?? ""];
  for await (const result of model.map([{ prompt: "a buoy" }]))
    made.push(result.job?.output?.image_url ?? result.input.prompt);
  const [file] = await job.outputs();
  if (file) await cloud.download.toFile(file, file.url, { stall: 1000 });
  outputsOf(done);
  estimateCost({ category: "speech", characters: 1000 });
  // @ts-expect-error: a misspelt input
  await model.run({ promt: "a lighthouse" });
  const input = { prompt: "a lighthouse" };
  // @ts-expect-error: a misspelt option of a submit
  await model.run(input, { webhok: "https://example.com" });
  // @ts-expect-error: a misspelt option of a wait
  await job.wait({ intervall: 1000 });
  // @ts-expect-error: an output of another type
  const wrong: number = done.output?.image_url ?? "";
  made.push(String(wrong));
  return made;
}

export async function graphql(): Promise<MyselfQuery> {
  const { gpuTypes } = await cloud.graphql.gpuTypes();
  const stock = gpuTypes?.[0]?.lowestPrice?.stockStatus;
  const own = await cloud.graphql.request<{ name: string }>(
    "query ($id: String!) { podTemplate(id: $id) { name } }",
    { id: stock ?? none },
  );
  own.name.trim();
  // @ts-expect-error: a variable is missing
  await cloud.graphql.pod({});
  // @ts-expect-error: a misspelt variable
  await cloud.graphql.pod({ inptu: { podId: "id" } });
  return cloud.graphql.myself({}, { retries: 0 });
}

const none = "none";

export function failed(error: unknown): string {
  if (error instanceof ResponseError) return `${error.status} ${error.route}`;
  if (error instanceof JobError) return error.job.status ?? error.code;
  if (error instanceof TimeoutError) return error.timeout.toFixed();
  if (error instanceof CloudComputeError) return error.code;
  throw error;
}

export type Named = [
  Proof<Equal<ReturnType<typeof cloud.pods.get>, Promise<Pod>>>,
  Proof<Equal<Pod["id"], string>>,
  Proof<Equal<Client["rest"], RestClient>>,
  // @ts-expect-error: two types that differ
  Proof<Equal<Pod["id"], number>>,
];
