import { expect } from "vitest";
import { createAccount, IMAGE } from "./account.js";
import {
  EXECUTION_TICKS,
  StateModel,
  TICK_MS,
  WORKERS,
} from "./state-model.js";

/** One call, on either surface, with random numbers from which its arguments follow. */
export interface Step {
  readonly action: keyof typeof steps;
  readonly isGraphql: boolean;
  /** Chooses names and ids. */
  readonly pick: number;
  /** Chooses sizes and variants. */
  readonly amount: number;
}

/** An emulator, and the model of what it should hold. */
export function createWorld() {
  const account = createAccount();
  const handler = ({ isBad }: { isBad: boolean }) => {
    if (isBad) throw new Error("bad");
    return "good";
  };
  account.emulator.model("mine", handler, {
    executionTime: EXECUTION_TICKS * TICK_MS,
    workers: WORKERS,
  });
  const graphql = async (query: string, variables: object = {}) => {
    const sent = { query, variables };
    const { body } = await account.call("POST", "/graphql", sent);
    const { data, errors } = body as {
      readonly data?: Readonly<Record<string, { readonly id: string } | null>>;
      readonly errors?: unknown;
    };
    return { isOk: errors === undefined, id: Object.values(data ?? {})[0]?.id };
  };
  const rest = async (method: string, path: string, sent?: object) => {
    const { status, body } = await account.call(method, path, sent);
    const { id } = Object(body) as { readonly id?: string };
    return { isOk: status < 300, id };
  };
  return { ...account, graphql, rest, model: new StateModel() };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** Calls a mutation, which takes the input as one variable, or the same operation of REST. */
async function change(
  { graphql, rest }: World,
  { isGraphql }: Step,
  mutation: readonly [name: string, type: string, input: object],
  request: readonly [method: string, path: string, body?: object],
) {
  if (!isGraphql) return rest(...request);
  const [name, type, input] = mutation;
  const answer = /delete|Terminate/.test(name) ? "" : " { id }";
  const query = `mutation ($input: ${type}) { ${name}(input: $input)${answer} }`;
  return graphql(query, { input });
}

/** Each step calls the emulator, checks whether the call succeeds as the model predicts, and changes the model. */
export const steps = {
  createVolume: async (world: World, step: Step) => {
    const { model } = world;
    const [name, size] = [`v${step.pick}`, step.amount - 5];
    const body = { name, size, dataCenterId: "EU-RO-1" };
    const { isOk, id = "" } = await change(
      world,
      step,
      ["createNetworkVolume", "CreateNetworkVolumeInput!", body],
      ["POST", "/v1/networkvolumes", body],
    );
    expect(isOk).toBe(size >= 0);
    if (isOk) model.volumes.set(id, { name, size });
  },

  growVolume: async (world: World, step: Step) => {
    const { model } = world;
    const id = chooseId(model.volumes, step);
    const volume = model.volumes.get(id);
    const size = step.amount * 3;
    const path = `/v1/networkvolumes/${id}`;
    const { isOk } = await change(
      world,
      step,
      ["updateNetworkVolume", "UpdateNetworkVolumeInput!", { id, size }],
      step.amount % 2
        ? ["PATCH", path, { size }]
        : ["POST", `${path}/update`, { size }],
    );
    expect(isOk).toBe(volume !== undefined && size > volume.size);
    if (volume && isOk) volume.size = size;
  },

  deleteVolume: async (world: World, step: Step) => {
    const { model } = world;
    const id = chooseId(model.volumes, step);
    const pods = [...model.pods.values()];
    const isUsed = pods.some(({ networkVolumeId }) => networkVolumeId === id);
    const { isOk } = await change(
      world,
      step,
      ["deleteNetworkVolume", "DeleteNetworkVolumeInput!", { id }],
      ["DELETE", `/v1/networkvolumes/${id}`],
    );
    expect(isOk).toBe(model.volumes.has(id) && !isUsed);
    if (isOk) model.volumes.delete(id);
  },

  createPod: async (world: World, step: Step) => {
    const { model } = world;
    const name = `p${step.pick}`;
    const networkVolumeId =
      step.amount % 2 ? chooseId(model.volumes, step) : undefined;
    const input = { name, imageName: IMAGE, networkVolumeId };
    const { isOk, id = "" } = await change(
      world,
      step,
      ["podFindAndDeployOnDemand", "PodFindAndDeployOnDemandInput!", input],
      ["POST", "/v1/pods", input],
    );
    const isKnown =
      networkVolumeId === undefined || model.volumes.has(networkVolumeId);
    expect(isOk).toBe(isKnown);
    const state = { isRunning: true, isLocked: false, networkVolumeId };
    if (isOk) model.pods.set(id, { name, ...state });
  },

  startPod: async (world: World, step: Step) => {
    const podId = chooseId(world.model.pods, step);
    const pod = world.model.pods.get(podId);
    const { isOk } = await change(
      world,
      step,
      ["podResume", "PodResumeInput!", { podId, gpuCount: 1 }],
      ["POST", `/v1/pods/${podId}/start`],
    );
    expect(isOk).toBe(pod !== undefined);
    if (pod) pod.isRunning = true;
  },

  stopPod: async (world: World, step: Step) => {
    const podId = chooseId(world.model.pods, step);
    const pod = world.model.pods.get(podId);
    const { isOk } = await change(
      world,
      step,
      ["podStop", "PodStopInput!", { podId }],
      ["POST", `/v1/pods/${podId}/stop`],
    );
    expect(isOk).toBe(pod?.isLocked === false);
    if (pod && isOk) pod.isRunning = false;
  },

  lockPod: async ({ model, rest }: World, step: Step) => {
    const id = chooseId(model.pods, step);
    const pod = model.pods.get(id);
    const locked = step.amount % 2 === 0;
    const name = `q${step.pick}`;
    const { isOk } = await rest("PATCH", `/v1/pods/${id}`, { name, locked });
    expect(isOk).toBe(pod !== undefined);
    if (!pod) return;
    pod.name = name;
    pod.isLocked = locked;
  },

  deletePod: async (world: World, step: Step) => {
    const podId = chooseId(world.model.pods, step);
    const { isOk } = await change(
      world,
      step,
      ["podTerminate", "PodTerminateInput!", { podId }],
      ["DELETE", `/v1/pods/${podId}`],
    );
    expect(isOk).toBe(world.model.pods.delete(podId));
  },

  runJob: async ({ model, rest }: World, step: Step) => {
    const isBad = step.amount % 3 === 0;
    const body = { input: { isBad } };
    const { id = "" } = await rest("POST", "/v2/mine/run", body);
    model.submitJob(id, isBad);
  },

  cancelJob: async ({ model, rest }: World, step: Step) => {
    const id = chooseId(model.jobs, step);
    const { isOk } = await rest("POST", `/v2/mine/cancel/${id}`);
    expect(isOk).toBe(model.jobs.has(id));
    model.cancelJob(id);
  },

  retryJob: async ({ model, rest }: World, step: Step) => {
    const id = chooseId(model.jobs, step);
    const { isOk } = await rest("POST", `/v2/mine/retry/${id}`);
    expect(isOk).toBe(model.retryJob(id));
  },

  purgeQueue: async ({ model, callOk }: World) => {
    const answer = await callOk("POST", "/v2/mine/purge-queue");
    const removed = model.purgeQueue();
    expect(answer).toEqual({ removed, status: "completed" });
  },

  advanceClock: async ({ model, advance }: World, step: Step) => {
    // Some steps are long enough for results to expire.
    const ticks = step.amount > 27 ? 3700 : step.amount % 6;
    await advance(ticks * TICK_MS);
    model.advance(ticks);
  },

  restoreSnapshot: ({ emulator }: World) => {
    emulator.restore(emulator.snapshot());
    return Promise.resolve();
  },
};

/** One of the ids, or in some steps an id that does not exist. */
function chooseId(items: ReadonlyMap<string, unknown>, { pick }: Step): string {
  const ids = [...items.keys()];
  return (pick === 0 ? undefined : ids[pick % ids.length]) ?? "nothing";
}
