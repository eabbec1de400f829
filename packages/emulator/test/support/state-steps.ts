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
  const graphql = async (query: string, variables: object) => {
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

/** Each step calls the emulator, checks whether the call succeeds as the model predicts, and changes the model. */
export const steps = {
  createVolume: async ({ model, graphql, rest }: World, step: Step) => {
    const body = {
      name: `v${step.pick}`,
      size: step.amount - 5,
      dataCenterId: "EU-RO-1",
    };
    const { isOk, id = "" } = step.isGraphql
      ? await graphql(
          "mutation ($input: CreateNetworkVolumeInput!) { createNetworkVolume(input: $input) { id } }",
          { input: body },
        )
      : await rest("POST", "/v1/networkvolumes", body);
    expect(isOk).toBe(body.size >= 0);
    if (isOk) model.volumes.set(id, { name: body.name, size: body.size });
  },

  growVolume: async ({ model, graphql, rest }: World, step: Step) => {
    const id = chooseId(model.volumes, step);
    const volume = model.volumes.get(id);
    const size = step.amount * 3;
    const path = `/v1/networkvolumes/${id}`;
    const byRest = () =>
      step.amount % 2
        ? rest("PATCH", path, { size })
        : rest("POST", `${path}/update`, { size });
    const { isOk } = step.isGraphql
      ? await graphql(
          "mutation ($input: UpdateNetworkVolumeInput!) { updateNetworkVolume(input: $input) { id } }",
          { input: { id, size } },
        )
      : await byRest();
    expect(isOk).toBe(volume !== undefined && size > volume.size);
    if (volume && isOk) volume.size = size;
  },

  deleteVolume: async ({ model, graphql, rest }: World, step: Step) => {
    const id = chooseId(model.volumes, step);
    const isUsed = [...model.pods.values()].some(
      (pod) => pod.networkVolumeId === id,
    );
    const { isOk } = step.isGraphql
      ? await graphql(
          "mutation ($input: DeleteNetworkVolumeInput!) { deleteNetworkVolume(input: $input) }",
          { input: { id } },
        )
      : await rest("DELETE", `/v1/networkvolumes/${id}`);
    expect(isOk).toBe(model.volumes.has(id) && !isUsed);
    if (isOk) model.volumes.delete(id);
  },

  createTemplate: async ({ model, graphql, rest }: World, step: Step) => {
    const name = `t${step.pick}`;
    const input = {
      name,
      imageName: IMAGE,
      dockerArgs: "",
      env: [],
      containerDiskInGb: 5,
      volumeInGb: 0,
      isServerless: true,
    };
    const { isOk, id = "" } = step.isGraphql
      ? await graphql(
          "mutation ($input: SaveTemplateInput!) { saveTemplate(input: $input) { id } }",
          { input },
        )
      : await rest("POST", "/v1/templates", {
          name,
          imageName: IMAGE,
          isServerless: true,
        });
    expect(isOk).toBe(![...model.templates.values()].includes(name));
    if (isOk) model.templates.set(id, name);
  },

  deleteTemplate: async ({ model, graphql, rest }: World, step: Step) => {
    const id = chooseId(model.templates, step);
    const name = model.templates.get(id);
    const isUsed = [...model.endpoints.values()].some(
      ({ templateId }) => templateId === id,
    );
    const { isOk } = step.isGraphql
      ? await graphql(
          "mutation ($name: String!) { deleteTemplate(templateName: $name) }",
          { name: name ?? "none" },
        )
      : await rest("DELETE", `/v1/templates/${id}`);
    expect(isOk).toBe(name !== undefined && !isUsed);
    if (isOk) model.templates.delete(id);
  },

  createEndpoint: async ({ model, graphql, rest }: World, step: Step) => {
    const templateId = chooseId(model.templates, step);
    const workersMax = step.amount % 3;
    const { isOk, id = "" } = step.isGraphql
      ? await graphql(
          "mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id } }",
          { input: { name: "e", templateId, gpuIds: "AMPERE_16", workersMax } },
        )
      : await rest("POST", "/v1/endpoints", { templateId, workersMax });
    expect(isOk).toBe(model.templates.has(templateId));
    if (isOk) model.endpoints.set(id, { templateId, workersMax });
  },

  deleteEndpoint: async ({ model, graphql, rest }: World, step: Step) => {
    const id = chooseId(model.endpoints, step);
    const endpoint = model.endpoints.get(id);
    const { isOk } = step.isGraphql
      ? await graphql("mutation ($id: String!) { deleteEndpoint(id: $id) }", {
          id,
        })
      : await rest("DELETE", `/v1/endpoints/${id}`);
    const isAllowed = !step.isGraphql || endpoint?.workersMax === 0;
    expect(isOk).toBe(endpoint !== undefined && isAllowed);
    if (isOk) model.endpoints.delete(id);
    const health = await rest("GET", `/v2/${id}/health`);
    expect(health.isOk).toBe(model.endpoints.has(id));
  },

  createPod: async ({ model, graphql, rest }: World, step: Step) => {
    const name = `p${step.pick}`;
    const networkVolumeId =
      step.amount % 2 ? chooseId(model.volumes, step) : undefined;
    const container = { name, imageName: IMAGE };
    const input =
      networkVolumeId === undefined
        ? container
        : { ...container, networkVolumeId };
    const { isOk, id = "" } = step.isGraphql
      ? await graphql(
          "mutation ($input: PodFindAndDeployOnDemandInput!) { podFindAndDeployOnDemand(input: $input) { id } }",
          { input },
        )
      : await rest("POST", "/v1/pods", input);
    const isKnown =
      networkVolumeId === undefined || model.volumes.has(networkVolumeId);
    expect(isOk).toBe(isKnown);
    if (!isOk) return;
    const state = { isRunning: true, isLocked: false, networkVolumeId };
    model.pods.set(id, { name, ...state });
  },

  startPod: async ({ model, graphql, rest }: World, step: Step) => {
    const id = chooseId(model.pods, step);
    const pod = model.pods.get(id);
    const { isOk } = step.isGraphql
      ? await graphql(
          "mutation ($input: PodResumeInput!) { podResume(input: $input) { id } }",
          { input: { podId: id, gpuCount: 1 } },
        )
      : await rest("POST", `/v1/pods/${id}/start`);
    expect(isOk).toBe(pod !== undefined);
    if (pod) pod.isRunning = true;
  },

  stopPod: async ({ model, graphql, rest }: World, step: Step) => {
    const id = chooseId(model.pods, step);
    const pod = model.pods.get(id);
    const { isOk } = step.isGraphql
      ? await graphql(
          "mutation ($input: PodStopInput!) { podStop(input: $input) { id } }",
          { input: { podId: id } },
        )
      : await rest("POST", `/v1/pods/${id}/stop`);
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

  deletePod: async ({ model, graphql, rest }: World, step: Step) => {
    const id = chooseId(model.pods, step);
    const { isOk } = step.isGraphql
      ? await graphql(
          "mutation ($input: PodTerminateInput!) { podTerminate(input: $input) }",
          { input: { podId: id } },
        )
      : await rest("DELETE", `/v1/pods/${id}`);
    expect(isOk).toBe(model.pods.delete(id));
  },

  createAuth: async ({ model, rest }: World, step: Step) => {
    const name = `a${step.pick}`;
    const body = { name, username: "u", password: "p" };
    const path = "/v1/containerregistryauth";
    const { isOk, id = "" } = await rest("POST", path, body);
    expect(isOk).toBe(![...model.auths.values()].includes(name));
    if (isOk) model.auths.set(id, name);
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
