import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createWorld,
  steps,
  type Step,
  type World,
} from "./support/state-steps.js";
import { proofRuns } from "../../../test/support/runs.js";

// A run is a whole history of an account: some hundred runs take as long as ten thousand of another property.
const numRuns = proofRuns(8, 500);
const names = Object.keys(steps) as (keyof typeof steps)[];

const anyStep: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...names),
  isGraphql: fc.boolean(),
  pick: fc.nat(9),
  amount: fc.nat(30),
});

test(
  "after any sequence of calls, REST, GraphQL and the job API show the state that a simple model predicts",
  { timeout: 300_000 + numRuns * 10_000 },
  async () => {
    const runs = fc.asyncProperty(
      fc.array(anyStep, { minLength: 5, maxLength: 80, size: "max" }),
      async (sequence) => {
        const world = createWorld();
        for (const step of sequence) {
          await steps[step.action](world, step);
          await expectSameState(world);
        }
      },
    );
    await fc.assert(runs, { numRuns });
  },
);

async function expectSameState(world: World): Promise<void> {
  await expectSameByRest(world);
  await expectSameByGraphql(world);
  await expectSameJobs(world);
}

type Resource = Readonly<Record<string, unknown>> & { readonly id: string };

async function expectSameByRest({ model, callOk }: World): Promise<void> {
  const list = (path: string) => callOk<Resource[]>("GET", `/v1/${path}`);
  expect(pick(await list("pods"), "name", "desiredStatus", "locked")).toEqual(
    [...model.pods].map(([id, pod]) => ({
      id,
      name: pod.name,
      locked: pod.isLocked,
      desiredStatus: pod.isRunning ? "RUNNING" : "EXITED",
    })),
  );
  expect(pick(await list("networkvolumes"), "name", "size")).toEqual(
    [...model.volumes].map(([id, volume]) => ({ id, ...volume })),
  );
  const templates = await list("templates?includeEndpointBoundTemplates=true");
  expect(pick(templates, "name")).toEqual(withNames(model.templates));
  expect(pick(await list("endpoints"), "templateId", "workersMax")).toEqual(
    [...model.endpoints].map(([id, endpoint]) => ({ id, ...endpoint })),
  );
  const auths = await list("containerregistryauth");
  expect(pick(auths, "name")).toEqual(withNames(model.auths));
  const bills = await list("billing/pods?bucketSize=year");
  const billed = bills.map(({ timeBilledMs }) => timeBilledMs as number);
  const total = billed.reduce((sum, ms) => sum + ms, 0);
  expect(total).toBe(model.billedMs);
}

const ACCOUNT_QUERY = `{ myself {
  pods { id name desiredStatus networkVolumeId }
  networkVolumes { id name size }
  podTemplates { id name }
  endpoints { id templateId workersMax }
  containerRegistryCreds { id name }
} }`;

async function expectSameByGraphql({ model, callOk }: World): Promise<void> {
  const { data } = await callOk<{
    data: { myself: Record<string, Resource[]> };
  }>("POST", "/graphql", { query: ACCOUNT_QUERY });
  expect(data.myself).toEqual({
    pods: [...model.pods].map(([id, pod]) => ({
      id,
      name: pod.name,
      networkVolumeId: pod.networkVolumeId ?? null,
      desiredStatus: pod.isRunning ? "RUNNING" : "EXITED",
    })),
    networkVolumes: [...model.volumes].map(([id, volume]) => ({
      id,
      ...volume,
    })),
    podTemplates: withNames(model.templates),
    endpoints: [...model.endpoints].map(([id, endpoint]) => ({
      id,
      ...endpoint,
    })),
    containerRegistryCreds: withNames(model.auths),
  });
}

async function expectSameJobs({
  model,
  emulator,
  callOk,
}: World): Promise<void> {
  const statuses = emulator.jobs().map(({ id, status }) => [id, status]);
  const expected = [...model.jobs].map(([id, { status }]) => [id, status]);
  expect(statuses).toEqual(expected);
  for (const [id = "", status] of expected) {
    expect(await callOk("GET", `/v2/mine/status/${id}`)).toMatchObject({
      status,
    });
  }
  const { jobs } = await callOk<{ jobs: object }>("GET", "/v2/mine/health");
  expect(jobs).toEqual(model.countJobs());
}

/** The resources with only their ids and these members. */
function pick(
  resources: readonly Resource[],
  ...members: string[]
): Resource[] {
  return resources.map((resource) => ({
    id: resource.id,
    ...Object.fromEntries(members.map((name) => [name, resource[name]])),
  }));
}

function withNames(names: ReadonlyMap<string, string>) {
  return [...names].map(([id, name]) => ({ id, name }));
}
