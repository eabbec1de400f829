import { expect } from "vitest";
import { createAccount, IMAGE } from "./account.js";
import {
  cancelled,
  createStateModel,
  passed,
  purged,
  retried,
  submitted,
  TICK,
} from "./state-model.js";

/** One call, on either surface, and numbers to choose by. */
export interface Step {
  readonly act: keyof typeof steps;
  readonly isGraphql: boolean;
  readonly pick: number;
  readonly amount: number;
}

/** The emulator and the model of what it should hold. */
export function createWorld() {
  const account = createAccount();
  const work = ({ isBad }: { isBad: boolean }) => {
    if (isBad) throw new Error("bad");
    return "good";
  };
  const options = { executionTime: 2 * TICK, workers: 2 };
  account.emulator.model("mine", work, options);
  const graphql = async (query: string, variables: object) => {
    const { body } = await account.call("POST", "/graphql", {
      query,
      variables,
    });
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
  return { ...account, graphql, rest, model: createStateModel() };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** What is done to both the emulator and the model. */
export const steps = {
  createVolume: async ({ model, graphql, rest }: World, step: Step) => {
    const { amount } = step;
    const body = {
      name: `v${step.pick}`,
      size: amount - 5,
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
    const id = chosen(model.volumes, step);
    const { size = Infinity } = model.volumes.get(id) ?? {};
    const to = step.amount * 3;
    const path = `/v1/networkvolumes/${id}`;
    const { isOk } = step.isGraphql
      ? await graphql(
          "mutation ($input: UpdateNetworkVolumeInput!) { updateNetworkVolume(input: $input) { id } }",
          { input: { id, size: to } },
        )
      : step.amount % 2
        ? await rest("PATCH", path, { size: to })
        : await rest("POST", `${path}/update`, { size: to });
    expect(isOk).toBe(to > size);
    const volume = model.volumes.get(id);
    if (volume && isOk) volume.size = to;
  },

  deleteVolume: async ({ model, graphql, rest }: World, step: Step) => {
    const id = chosen(model.volumes, step);
    const used = [...model.pods.values()].some(
      (pod) => pod.networkVolumeId === id,
    );
    const { isOk } = step.isGraphql
      ? await graphql(
          "mutation ($input: DeleteNetworkVolumeInput!) { deleteNetworkVolume(input: $input) }",
          { input: { id } },
        )
      : await rest("DELETE", `/v1/networkvolumes/${id}`);
    expect(isOk).toBe(model.volumes.has(id) && !used);
    if (isOk) model.volumes.delete(id);
  },

  createTemplate: async ({ model, graphql, rest }: World, step: Step) => {
    const name = `t${step.pick}`;
    const { isOk, id = "" } = step.isGraphql
      ? await graphql(
          "mutation ($input: SaveTemplateInput!) { saveTemplate(input: $input) { id } }",
          {
            input: {
              ...{ name, imageName: IMAGE, dockerArgs: "", env: [] },
              ...{ containerDiskInGb: 5, volumeInGb: 0 },
            },
          },
        )
      : await rest("POST", "/v1/templates", { name, imageName: IMAGE });
    expect(isOk).toBe(![...model.templates.values()].includes(name));
    if (isOk) model.templates.set(id, name);
  },

  deleteTemplate: async ({ model, graphql, rest }: World, step: Step) => {
    const id = chosen(model.templates, step);
    const name = model.templates.get(id);
    const used = [...model.endpoints.values()].some(
      ({ templateId }) => templateId === id,
    );
    const { isOk } = step.isGraphql
      ? await graphql(
          "mutation ($n: String!) { deleteTemplate(templateName: $n) }",
          {
            n: name ?? "none",
          },
        )
      : await rest("DELETE", `/v1/templates/${id}`);
    expect(isOk).toBe(name !== undefined && !used);
    if (isOk) model.templates.delete(id);
  },

  createEndpoint: async ({ model, graphql, rest }: World, step: Step) => {
    const templateId = chosen(model.templates, step);
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
    const id = chosen(model.endpoints, step);
    const endpoint = model.endpoints.get(id);
    const { isOk } = step.isGraphql
      ? await graphql("mutation ($id: String!) { deleteEndpoint(id: $id) }", {
          id,
        })
      : await rest("DELETE", `/v1/endpoints/${id}`);
    const isFree = !step.isGraphql || endpoint?.workersMax === 0;
    expect(isOk).toBe(endpoint !== undefined && isFree);
    if (isOk) model.endpoints.delete(id);
    expect((await rest("GET", `/v2/${id}/health`)).isOk).toBe(
      model.endpoints.has(id),
    );
  },

  createPod: async ({ model, graphql, rest }: World, step: Step) => {
    const networkVolumeId =
      step.amount % 2 ? chosen(model.volumes, step) : undefined;
    const isKnown =
      networkVolumeId === undefined || model.volumes.has(networkVolumeId);
    const body = { name: `p${step.pick}`, imageName: IMAGE };
    const place = networkVolumeId === undefined ? {} : { networkVolumeId };
    const input = { ...body, ...place };
    const { isOk, id = "" } = step.isGraphql
      ? await graphql(
          "mutation ($input: PodFindAndDeployOnDemandInput!) { podFindAndDeployOnDemand(input: $input) { id } }",
          { input },
        )
      : await rest("POST", "/v1/pods", input);
    expect(isOk).toBe(isKnown);
    if (!isOk) return;
    const state = { isRunning: true, isLocked: false, networkVolumeId };
    model.pods.set(id, { name: body.name, ...state });
  },

  switchPod: async ({ model, graphql, rest }: World, step: Step) => {
    const id = chosen(model.pods, step);
    const pod = model.pods.get(id);
    const isStart = step.amount % 2 === 0;
    const { isOk } = step.isGraphql
      ? await graphql(
          isStart
            ? "mutation ($input: PodResumeInput!) { podResume(input: $input) { id } }"
            : "mutation ($input: PodStopInput!) { podStop(input: $input) { id } }",
          { input: isStart ? { podId: id, gpuCount: 1 } : { podId: id } },
        )
      : await rest("POST", `/v1/pods/${id}/${isStart ? "start" : "stop"}`);
    expect(isOk).toBe(pod !== undefined && (isStart || !pod.isLocked));
    if (pod && isOk) pod.isRunning = isStart;
  },

  lockPod: async ({ model, rest }: World, step: Step) => {
    const id = chosen(model.pods, step);
    const pod = model.pods.get(id);
    const change = { locked: step.amount % 2 === 0, name: `q${step.pick}` };
    const { isOk } = await rest("PATCH", `/v1/pods/${id}`, change);
    expect(isOk).toBe(pod !== undefined);
    if (pod) Object.assign(pod, { name: change.name, isLocked: change.locked });
  },

  deletePod: async ({ model, graphql, rest }: World, step: Step) => {
    const id = chosen(model.pods, step);
    const { isOk } = step.isGraphql
      ? await graphql(
          "mutation ($input: PodTerminateInput!) { podTerminate(input: $input) }",
          { input: { podId: id } },
        )
      : await rest("DELETE", `/v1/pods/${id}`);
    expect(isOk).toBe(model.pods.delete(id));
  },

  createAuth: async ({ model, rest }: World, step: Step) => {
    const body = { name: `a${step.pick}`, username: "u", password: "p" };
    const { isOk, id = "" } = await rest(
      "POST",
      "/v1/containerregistryauth",
      body,
    );
    expect(isOk).toBe(![...model.auths.values()].includes(body.name));
    if (isOk) model.auths.set(id, body.name);
  },

  runJob: async ({ model, rest }: World, step: Step) => {
    const isBad = step.amount % 3 === 0;
    const { id = "" } = await rest("POST", "/v2/mine/run", {
      input: { isBad },
    });
    submitted(model, id, isBad);
  },

  cancelJob: async ({ model, rest }: World, step: Step) => {
    const id = chosen(model.jobs, step);
    const { isOk } = await rest("POST", `/v2/mine/cancel/${id}`);
    expect(isOk).toBe(model.jobs.has(id));
    cancelled(model, id);
  },

  retryJob: async ({ model, rest }: World, step: Step) => {
    const id = chosen(model.jobs, step);
    const { isOk } = await rest("POST", `/v2/mine/retry/${id}`);
    expect(isOk).toBe(retried(model, id));
  },

  purgeQueue: async ({ model, made }: World) => {
    const removed = await made("POST", "/v2/mine/purge-queue");
    expect(removed).toEqual({ removed: purged(model), status: "completed" });
  },

  advance: async ({ model, advance }: World, step: Step) => {
    // Now and then long enough for results to be forgotten.
    const ticks = step.amount > 27 ? 3700 : step.amount % 6;
    await advance(ticks * TICK);
    passed(model, ticks);
  },

  store: ({ emulator }: World) => {
    emulator.restore(emulator.snapshot());
    return Promise.resolve();
  },
};

/** One of the ids, now and then one that is nobody's. */
function chosen(things: ReadonlyMap<string, unknown>, { pick }: Step): string {
  const ids = [...things.keys()];
  return (pick === 0 ? undefined : ids[pick % ids.length]) ?? "nothing";
}
