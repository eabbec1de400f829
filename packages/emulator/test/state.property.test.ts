import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createWorld,
  steps,
  type Step,
  type World,
} from "./support/state-steps.js";
import type { StateModel } from "./support/state-model.js";
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

/** The resources that the model predicts, with the members that both surfaces show. */
function expectedOf({ pods, volumes }: StateModel) {
  return {
    pods: [...pods].map(([id, { name, isRunning }]) => ({
      id,
      name,
      desiredStatus: isRunning ? "RUNNING" : "EXITED",
    })),
    volumes: [...volumes].map(([id, volume]) => ({ id, ...volume })),
  };
}

async function expectSameByRest({ model, callOk }: World): Promise<void> {
  const list = (path: string) => callOk<Resource[]>("GET", `/v1/${path}`);
  const pods = await list("pods");
  expect({
    pods,
    volumes: await list("networkvolumes"),
  }).toMatchObject(expectedOf(model));
  const locks = [...model.pods.values()].map(({ isLocked }) => isLocked);
  expect(pods.map(({ locked }) => locked)).toEqual(locks);
  const bills = await list("billing/pods?bucketSize=year");
  const billed = bills.map(({ timeBilledMs }) => timeBilledMs as number);
  const total = billed.reduce((sum, ms) => sum + ms, 0);
  expect(total).toBe(model.billedMs);
}

const ACCOUNT_QUERY = `{ myself {
  pods { id name desiredStatus networkVolumeId }
  volumes: networkVolumes { id name size }
} }`;

async function expectSameByGraphql({ model, callOk }: World): Promise<void> {
  const { data } = await callOk<{
    data: { myself: { pods: Resource[] } };
  }>("POST", "/graphql", { query: ACCOUNT_QUERY });
  expect(data.myself).toMatchObject(expectedOf(model));
  const volumes = [...model.pods.values()].map(
    ({ networkVolumeId }) => networkVolumeId ?? null,
  );
  const shown = data.myself.pods.map(({ networkVolumeId }) => networkVolumeId);
  expect(shown).toEqual(volumes);
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
