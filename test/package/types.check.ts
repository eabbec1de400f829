import * as z from "zod";
import type { paths } from "../../generated/rest/types.js";
import { createEmulator, type Emulator } from "cloud-compute-emulator";
import {
  createClient,
  defineModel,
  type Client,
  type GpuTypeId,
  type ListPodsQuery,
  type Model,
  type ModelInputs,
  type ModelOutputs,
  type ModelSlug,
  type Pod,
  type PodEditJobInput,
} from "../../src/index.js";
import { estimateCost } from "../../src/models/index.js";

// Compiled, never executed. What follows `@ts-expect-error:` is a part of the error that must stand below it: a test
// in types.process.test.ts compares the two, so that no line is refused for a reason other than the one given.

export function optionsThatDoNotCompile(cloud: Client): void {
  // @ts-expect-error: 'retires' does not exist in type 'ClientOptions'
  createClient({ apiKey: "key", retires: 3 });
  // @ts-expect-error: Type '"PATCH"' is not assignable to type 'UpdateMethod | undefined'
  createClient({ apiKey: "key", updateMethod: "PATCH" });
  // @ts-expect-error: 'updateMethods' does not exist in type 'UpdateOptions'
  void cloud.pods.update("id", {}, {}, { updateMethods: "post" });
  // @ts-expect-error: 'updateMethod' does not exist in type 'CallOptions'
  void cloud.pods.create({}, {}, { updateMethod: "post" });
  // @ts-expect-error: 'webhok' does not exist in type 'RunOptions'
  void cloud.model("slug").run({}, { webhok: "https://example.com" });
  // @ts-expect-error: 'audio_base64' is missing in type
  void cloud.model("whisper-v3-large").run({ audio_base46: "UklGRg==" });
  // @ts-expect-error: 'intervall' does not exist in type 'WaitOptions
  void cloud.job({ slug: "slug", id: "id" }).wait({ intervall: 1000 });
}

export function bodiesThatDoNotCompile(cloud: Client): void {
  // @ts-expect-error: 'gpuTypeId' does not exist in type 'PodCreateInput'. Did you mean to write 'gpuTypeIds'?
  void cloud.pods.create({ gpuTypeId: ["NVIDIA L4"] });
  // @ts-expect-error: 'desiredstatus' does not exist in type 'ListPodsQuery'. Did you mean to write 'desiredStatus'?
  void cloud.pods.list({ desiredstatus: "RUNNING" });
  // @ts-expect-error: 'gpus' does not exist in type 'CreatePodRequest'. Did you mean to write 'gpu'?
  void cloud.v2.pods.create({ name: "x", image: "x", gpus: 1 });
  // @ts-expect-error: Property 'dataCenterId' is missing in type
  void cloud.networkVolumes.create({ name: "a", size: 10 });
  // @ts-expect-error: 'dataCenterId' does not exist in type
  void cloud.networkVolumes.update("id", { dataCenterId: "EU-RO-1" });
  // @ts-expect-error: Property 'input' is missing in type
  void cloud.graphql.pod({});
}

export function contractsThatDoNotCompile(cloud: Client): void {
  const input = z.object({ size: z.number() });
  const output = z.object({ at: z.string().transform(Number) });
  const contract = defineModel({ input, output });
  // @ts-expect-error: 'sise' does not exist in type
  void cloud.model(contract, "id").run({ sise: 1 });
  // @ts-expect-error: No overload matches this call
  cloud.model(contract);
  // @ts-expect-error: JSON cannot carry the values of this schema
  defineModel({ input: z.object({ at: z.date() }), output });
  // @ts-expect-error: JSON cannot carry the values of this schema
  defineModel({ input, output: z.object({ rows: z.array(z.bigint()) }) });
  // @ts-expect-error: JSON cannot carry the values of this schema
  defineModel({ input, output: z.void() });
  // @ts-expect-error: JSON cannot carry the values of this schema
  defineModel({ input: z.object({ file: z.instanceof(Uint8Array) }), output });
  // @ts-expect-error: is not assignable to type 'object'
  defineModel({ input: z.string(), output });
}

export async function modelsThatDoNotCompile(cloud: Client): Promise<void> {
  const flux = cloud.model("black-forest-labs-flux-1-schnell");
  // @ts-expect-error: 'promt' does not exist in type
  void flux.run({ promt: "a pier" });
  // @ts-expect-error: Type '"gif"' is not assignable to type '"png" | "jpeg" | undefined'
  void flux.run({ prompt: "a pier", image_format: "gif" });
  // @ts-expect-error: 'widht' does not exist in type
  void flux.map([{ prompt: "a pier", widht: 512 }]);
  const own = cloud.model("own");
  const { output } = await own.runSync({});
  // @ts-expect-error: 'output' is of type 'unknown'
  console.log(output.image_url);
  // @ts-expect-error: Argument of type '"no-such-model"' is not assignable to parameter of type
  estimateCost("no-such-model", {});
  // @ts-expect-error: 'widht' does not exist in type
  estimateCost("black-forest-labs-flux-1-schnell", { widht: 512 });
}

export async function modelsThatCompile(cloud: Client): Promise<unknown[]> {
  const own = cloud.model<{ prompt: string[] }, { texts: string[] }>("own");
  const job = await own.run({ prompt: ["a pier", "a buoy"] });
  const texts: string[] | undefined = (await job.wait()).output?.texts;
  const free = await cloud.model("own").run({ prompt: [1], deep: { a: null } });
  const output: unknown = (await free.wait()).output;
  const half = await cloud.model<{ a: 1 }>("own").runSync({ a: 1 });
  return [texts, output, half.output];
}

/** A language model streams pieces of its answer; what an endpoint of one's own streams is not known. */
export async function streamsOfLanguageModels(
  cloud: Client,
): Promise<unknown[]> {
  const job = await cloud.model("qwen3-32b-awq").run({ prompt: "a pier" });
  const tokens: string[] = [];
  for await (const { choices = [] } of job.stream())
    tokens.push(...(choices[0]?.tokens ?? []));
  const { usage } = (await job.wait()).output;
  const read: number | undefined = usage?.input;
  const written: number | undefined = usage?.output;
  const other = await cloud
    .model<{ a: 1 }, { text: string }>("own")
    .run({ a: 1 });
  for await (const piece of other.stream()) {
    // @ts-expect-error: 'piece' is of type 'unknown'
    console.log(piece.choices);
  }
  return [tokens, read, written];
}

interface Resize {
  url: string;
  width?: number;
}

/** An interface has no index signature. */
export async function inputsOfAnInterface(
  cloud: Client,
  resize: Resize,
): Promise<void> {
  const own = cloud.model("own");
  await own.run(resize);
  await own.runSync(resize);
  for await (const { input } of own.map([resize])) console.log(input["url"]);
  // @ts-expect-error: 'widht' does not exist in type 'Resize'
  await cloud.model<Resize>("own").run({ url: "", widht: 1 });
}

export function inputsThatAreNoObjects(cloud: Client): void {
  const own = cloud.model("own");
  // @ts-expect-error: Argument of type 'string' is not assignable
  void own.run("a pier");
  // @ts-expect-error: Argument of type 'string[]' is not assignable
  void own.runSync(["a pier"]);
  // @ts-expect-error: Argument of type 'Promise<{ prompt: string; }>' is not assignable
  void own.run(Promise.resolve({ prompt: "a pier" }));
  // @ts-expect-error: Argument of type 'FormData' is not assignable
  void own.run(new FormData());
  // @ts-expect-error: Argument of type 'Date' is not assignable
  void own.run(new Date());
  // @ts-expect-error: Argument of type '() => { prompt: string; }' is not assignable
  void own.run(() => ({ prompt: "a pier" }));
  // @ts-expect-error: is not assignable to parameter of type
  void own.map(["a pier"]);
}

/** A slug that is decided at run time, and a function that takes any slug with the input of that slug. */
export async function severalSlugs(
  cloud: Client,
  slug: "z-image-turbo" | "black-forest-labs-flux-1-schnell",
): Promise<string> {
  const { output } = await cloud.model(slug).runSync({ prompt: "a pier" });
  // @ts-expect-error: 'promt' does not exist in type
  void cloud.model(slug).run({ promt: "a pier" });
  return output.image_url;
}

export async function anySlug<Slug extends ModelSlug>(
  cloud: Client,
  slug: Slug,
  input: ModelInputs[Slug],
): Promise<ModelOutputs[Slug]> {
  const job = await cloud.model(slug).run(input);
  return (await job.wait()).output;
}

export async function anyModel<Input extends object, Output>(
  model: Model<Input, Output>,
  input: Input,
): Promise<Output> {
  await model.run(input);
  for await (const { input: same, job } of model.map([input]))
    if (same === input && job) return job.output;
  return (await model.runSync(input)).output;
}

export function queriesThatDoNotCompile(cloud: Client): void {
  // @ts-expect-error: Type '"STOPPED"' is not assignable to type '"RUNNING" | "EXITED" | "TERMINATED"
  void cloud.pods.list({ desiredStatus: "STOPPED" });
  // @ts-expect-error: 'timeout' does not exist in type
  void cloud.pods.get("id", { timeout: 1000 });
  // @ts-expect-error: Type 'number' is not assignable to type 'never'
  void cloud.networkVolumes.list({ timeout: 1000 });
}

export function escapesThatDoNotCompile({ rest }: Client): void {
  // @ts-expect-error: Argument of type '"/pods/{podId}/stop"' is not assignable to parameter of type
  void rest.GET("/pods/{podId}/stop", { params: { path: { podId: "id" } } });
  // @ts-expect-error: 'desiredState' does not exist in type
  void rest.GET("/pods", { params: { query: { desiredState: "RUNNING" } } });
  // @ts-expect-error: Type 'number' is not assignable to type 'string'
  void rest.POST("/pods", { body: { imageName: 1 } });
}

export function fetchesThatDoNotCompile(cloud: Client): void {
  // @ts-expect-error: 'redirect' does not exist in type 'FetchInit'
  void cloud.fetch("https://rest.test/v1/pods", { redirect: "follow" });
}

export async function readingStaysOpen(cloud: Client): Promise<boolean[]> {
  const pod = await cloud.pods.get("id");
  const [gpu] = pod.machine?.gpuTypeId === "A NEW GPU" ? [pod.gpu] : [];
  const state = await cloud.job({ slug: "slug", id: "id" }).status();
  const { pod: node } = await cloud.graphql.pod({ input: { podId: "id" } });
  return [
    pod.desiredStatus === "SOMETHING_NEW",
    pod.desiredStatus === "RUNNING",
    gpu?.id === "A NEW GPU",
    state.status === "SOMETHING_NEW",
    node?.desiredStatus === "SOMETHING_NEW",
  ];
}

export async function whatEveryAnswerShows(cloud: Client): Promise<unknown[]> {
  const pod = await cloud.pods.create({ templateId: "id" });
  const volume = await cloud.networkVolumes.get("id");
  const [record] = await cloud.billing.pods({ grouping: "podId" });
  const endpoint = await cloud.endpoints.get("id", { includeWorkers: true });
  const ids: string[] = [pod.id, volume.id, endpoint.id];
  return [
    ids,
    volume.size * 2,
    volume.dataCenterId.startsWith("EU"),
    pod.costPerHr * 24,
    endpoint.workers?.map(({ costPerHr }) => costPerHr * 24),
    record && [new Date(record.time), record.amount * 2],
  ];
}

export async function whatAnAnswerMayLack(cloud: Client): Promise<unknown[]> {
  const pod = await cloud.pods.get("id");
  // @ts-expect-error: Property 'templat' does not exist on type
  const misspelt: unknown = pod.templat;
  return [
    misspelt,
    // @ts-expect-error: 'pod.vcpuCount' is possibly 'undefined'
    pod.vcpuCount * 2,
    // @ts-expect-error: 'pod.template' is possibly 'undefined'
    pod.template.imageName,
  ];
}

export async function graphqlInputsAreExported(cloud: Client): Promise<void> {
  const edit: PodEditJobInput = { podId: "id", imageName: "example/image:1" };
  await cloud.graphql.editPod({ input: edit });
  const { podTemplate } = await cloud.graphql.template({ id: "id" });
  const image: string | null | undefined = podTemplate?.imageName;
  // @ts-expect-error: Property 'id' is missing in type
  await cloud.graphql.endpoint({});
  // @ts-expect-error: Type 'null' is not assignable to type 'string'
  await cloud.graphql.template({ id: image ?? null });
}

// @ts-expect-error: has no exported member 'Incremental'
export type Hidden = import("../../src/index.js").Incremental<string>;

export async function knownIdsStayOpen(cloud: Client): Promise<void> {
  const id: GpuTypeId = "A NEW GPU";
  const query: ListPodsQuery = { gpuTypeId: [id, "NVIDIA A40"] };
  const pods: Pod[] = await cloud.pods.list(query);
  await cloud.endpoints.create({
    templateId: "id",
    gpuTypeIds: [id],
    dataCenterIds: pods.flatMap(({ machine }) => machine?.dataCenterId ?? []),
    minCudaVersion: "99.0",
  });
  await cloud.billing.pods({ gpuTypeId: id });
  // @ts-expect-error: Type 'number' is not assignable to type
  await cloud.pods.list({ gpuTypeId: [4090] });
}

/** The status of a job decides which members it has. */
export async function jobStates(cloud: Client): Promise<string | undefined> {
  const slug = "black-forest-labs-flux-1-schnell";
  const job = await cloud.model(slug).run({ prompt: "x" });
  const state = await job.status();
  if (state.status === "COMPLETED") {
    const milliseconds: number = state.delayTime + state.executionTime;
    return `${state.output.image_url} ${milliseconds} ${state.workerId}`;
  }
  if (state.status === "FAILED") return state.error;
  const { status, output } = await job.wait({
    onUpdate: async (update) => {
      if (update.status === "COMPLETED") await save(update.output.image_url);
    },
  });
  // @ts-expect-error: Object is possibly 'undefined'
  const url: string = (await job.status()).output.image_url;
  for await (const { job, handle, error } of cloud
    .model(slug)
    .map([{ prompt: "x" }], { onSubmit: async ({ id }) => save(id) })) {
    const seconds = job ? job.executionTime / 1000 : undefined;
    if (error) throw new Error(`${handle?.id} ${seconds}`);
  }
  return [status, url, output.image_url].join(" ");
}

async function save(text: string): Promise<void> {
  await Promise.resolve(text);
}

export async function whatCompiles(cloud: Client): Promise<string> {
  createClient({ apiKey: undefined, baseUrl: undefined, fetch: undefined });
  const nothing = { signal: undefined, timeout: undefined, headers: undefined };
  await cloud.pods.list({}, { ...nothing, retries: undefined });
  await cloud.pods.update(
    "id",
    {},
    {},
    { ...nothing, updateMethod: undefined },
  );
  await cloud.networkVolumes.get("id", {}, { signal: undefined });
  await cloud.model("slug").run({ prompt: "x" }, { signal: undefined });
  const request = new Request("https://rest.test/v1/pods");
  await cloud.fetch(request, { signal: undefined, timeout: undefined });
  const platformFetch: typeof fetch = cloud.fetch;
  await platformFetch(request, { redirect: "follow" });
  const created = await cloud.pods.create({
    gpuTypeIds: ["A NEW GPU", "NVIDIA A40"],
    dataCenterIds: ["XX-NEW-1"],
  });
  const id: string = created.id;
  return id;
}

export async function whatAnEmulatorTakes(): Promise<Emulator> {
  const none = undefined;
  const emulator = createEmulator({
    apiKey: process.env["KEY"],
    speed: none,
    seed: none,
    clock: none,
  });
  emulator.fail("GET /pods", {
    status: none,
    body: none,
    times: none,
  });
  const times = { coldStart: none, executionTime: none };
  emulator.model("slug", () => none, { ...times, workers: none });
  emulator.seed({
    endpoints: [{ templateId: "t", id: none, workersMax: none }],
    pods: [{ imageName: "i", id: none, env: none, desiredStatus: none }],
    jobs: [{ slug: "s", input: {}, id: none, policy: { ttl: none } }],
  });
  await emulator.listen({ port: none, host: none });
  return emulator;
}

/** A document of the form that graphql-codegen writes. */
interface Typed<Variables> {
  __apiType?: (variables: Variables) => { answer: string };
}

/** How graphql-codegen writes the variables of a document that has none. */
type NoVariables = { [key: string]: never };

export async function variablesMayBeLeftOutWhereNoneAreRequired(
  { graphql }: Client,
  none: Typed<NoVariables>,
  optional: Typed<{ id?: string }>,
  required: Typed<{ id: string }>,
): Promise<string> {
  const { answer } = await graphql.request(none);
  await graphql.request(none, {}, { timeout: 1000 });
  await graphql.request(optional);
  await graphql.request(required, { id: "id" });
  // @ts-expect-error: is not assignable to parameter of type 'string | PlainDocument'
  await graphql.request(required);
  return answer;
}

/** True when the two are one type, not merely assignable to each other: TypeScript compares the conditions by identity. */
type Equal<A, B> = Asked<A> extends Asked<B> ? true : false;

type Asked<A> = <T>() => T extends A ? 1 : 2;

type Proof<T extends true> = T;

type Update =
  | "/pods/{podId}"
  | "/endpoints/{endpointId}"
  | "/networkvolumes/{networkVolumeId}"
  | "/templates/{templateId}";

/** Everything two spellings of an update have to share. */
type Exchange<Spelling extends Record<"requestBody" | "responses", unknown>> =
  Pick<Spelling, "requestBody" | "responses">;

export type BothSpellingsAreOneUpdate = Proof<
  Equal<
    { [Path in Update]: Exchange<paths[Path]["patch"]> },
    { [Path in Update]: Exchange<paths[`${Path}/update`]["post"]> }
  >
>;
