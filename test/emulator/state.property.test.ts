import fc from "fast-check";
import { expect, test } from "vitest";
import { countJobs } from "./support/state-model.js";
import {
  createWorld,
  steps,
  type Step,
  type World,
} from "./support/state-steps.js";
import { proofRuns } from "../support/runs.js";

// A run is a whole history of an account: a few hundred take as long as ten thousand elsewhere.
const numRuns = proofRuns(40, 500);
const names = Object.keys(steps) as (keyof typeof steps)[];

const anyStep: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...names),
  isGraphql: fc.boolean(),
  pick: fc.nat(9),
  amount: fc.nat(30),
});

test(
  "whatever is called, REST, GraphQL and jobs show what a simple model of the state shows",
  { timeout: 60_000 + numRuns * 1000 },
  async () => {
    const runs = fc.asyncProperty(
      fc.array(anyStep, { minLength: 5, maxLength: 80, size: "max" }),
      async (all) => {
        const world = createWorld();
        for (const step of all) {
          await steps[step.act](world, step);
          await expectAgreement(world);
        }
      },
    );
    await fc.assert(runs, { numRuns });
  },
);

async function expectAgreement(world: World): Promise<void> {
  await expectSameByRest(world);
  await expectSameByGraphql(world);
  await expectSameJobs(world);
}

type Thing = Readonly<Record<string, unknown>> & { readonly id: string };

async function expectSameByRest({ model, made }: World): Promise<void> {
  const list = (path: string) => made<Thing[]>("GET", `/v1/${path}`);
  expect(only(await list("pods"), "name", "desiredStatus", "locked")).toEqual(
    [...model.pods].map(([id, pod]) => ({
      ...{ id, name: pod.name, locked: pod.isLocked },
      desiredStatus: pod.isRunning ? "RUNNING" : "EXITED",
    })),
  );
  expect(only(await list("networkvolumes"), "name", "size")).toEqual(
    [...model.volumes].map(([id, volume]) => ({ id, ...volume })),
  );
  const all = "templates?includeEndpointBoundTemplates=true";
  expect(only(await list(all), "name")).toEqual(named(model.templates));
  expect(only(await list("endpoints"), "templateId", "workersMax")).toEqual(
    [...model.endpoints].map(([id, endpoint]) => ({ id, ...endpoint })),
  );
  const auths = await list("containerregistryauth");
  expect(only(auths, "name")).toEqual(named(model.auths));
  const bills = await list("billing/pods?bucketSize=year");
  const billed = bills.map(({ timeBilledMs }) => timeBilledMs as number);
  const total = billed.reduce((sum, ms) => sum + ms, 0);
  expect(total).toBe(model.billedMs);
}

const everything = `{ myself {
  pods { id name desiredStatus networkVolumeId }
  networkVolumes { id name size }
  podTemplates { id name }
  endpoints { id templateId workersMax }
  containerRegistryCreds { id name }
} }`;

async function expectSameByGraphql({ model, made }: World): Promise<void> {
  const { data } = await made<{ data: { myself: Record<string, Thing[]> } }>(
    ...(["POST", "/graphql", { query: everything }] as const),
  );
  expect(data.myself).toEqual({
    pods: [...model.pods].map(([id, pod]) => ({
      ...{ id, name: pod.name, networkVolumeId: pod.networkVolumeId ?? null },
      desiredStatus: pod.isRunning ? "RUNNING" : "EXITED",
    })),
    networkVolumes: [...model.volumes].map(([id, volume]) => ({
      id,
      ...volume,
    })),
    podTemplates: named(model.templates),
    endpoints: [...model.endpoints].map(([id, endpoint]) => ({
      id,
      ...endpoint,
    })),
    containerRegistryCreds: named(model.auths),
  });
}

async function expectSameJobs({ model, emulator, made }: World): Promise<void> {
  const statuses = emulator.jobs().map(({ id, status }) => [id, status]);
  const expected = [...model.jobs].map(([id, { status }]) => [id, status]);
  expect(statuses).toEqual(expected);
  for (const [id = "", status] of expected) {
    expect(await made("GET", `/v2/mine/status/${id}`)).toMatchObject({
      status,
    });
  }
  const { jobs } = await made<{ jobs: object }>("GET", "/v2/mine/health");
  expect(jobs).toEqual(countJobs(model));
}

/** The things with their ids and these members alone. */
function only(things: readonly Thing[], ...members: string[]): Thing[] {
  return things.map((thing) => ({
    ...{ id: thing.id },
    ...Object.fromEntries(members.map((name) => [name, thing[name]])),
  }));
}

function named(names: ReadonlyMap<string, string>) {
  return [...names].map(([id, name]) => ({ id, name }));
}
