import fc from "fast-check";
import {
  type Script,
  type SubmitOutcome,
  type Trouble,
} from "./scripted-service.js";
import { finishMicrotasks, pass, type WaitPlan, type World } from "./world.js";

type Act = fc.AsyncCommand<World, World>;

/** A command that acts on the world. The world itself logs everything, so it is the model as well. */
function act(text: string, run: (world: World) => unknown): Act {
  return {
    check: () => true,
    run: async (world) => {
      await run(world);
      await finishMicrotasks();
    },
    toString: () => text,
  };
}

const stage = fc.record({
  status: fc.constantFrom(
    "IN_QUEUE",
    "IN_PROGRESS",
    "PAUSED",
    "",
    "constructor",
  ),
  lasts: fc.integer({ min: 1, max: 20_000 }),
});

const troubles: fc.Arbitrary<Trouble[]> = fc
  .array(
    fc.record({
      trouble: fc.constantFrom<Trouble>(
        "500",
        "503",
        "429",
        "reset",
        "hang",
        "slow",
        "html",
        "null",
        "no status",
        "404 page",
      ),
      times: fc.constantFrom(1, 1, 2, 4, 11),
    }),
    { maxLength: 3 },
  )
  .map((runs) =>
    runs.flatMap(({ trouble, times }) => Array<Trouble>(times).fill(trouble)),
  );

const script: fc.Arbitrary<Script> = fc.record({
  submitOutcome: fc.oneof(
    { arbitrary: fc.constant("accepted" as const), weight: 5 },
    {
      arbitrary: fc.constantFrom<SubmitOutcome>(
        "429 once",
        "lost",
        "500",
        "no id",
      ),
      weight: 4,
    },
  ),
  stages: fc.array(stage, { maxLength: 4 }),
  end: fc.constantFrom(
    "COMPLETED",
    "COMPLETED",
    "FAILED",
    "TIMED_OUT",
    "never",
  ),
  troubles: fc.oneof(
    fc.constant([]),
    troubles,
    troubles.map((all) => [...all, "401" as const]),
  ),
  visibleAfter: fc.constantFrom(0, 0, 0, 1000, 9000, 15_000, 59_000, 90_000),
  keptFor: fc.constantFrom(Infinity, Infinity, 30_000),
});

const plan: fc.Arbitrary<WaitPlan> = fc.record({
  timeout: fc.option(fc.integer({ min: 1, max: 60_000 }), { nil: undefined }),
  onAbort: fc.constantFrom("detach", "cancel"),
  handle: fc.constantFrom("own", "resumed"),
  by: fc.constantFrom("wait", "watch"),
});

const index = fc.nat(100);
const ttl = fc.constantFrom(undefined, 90_000, 120_000);

const submit = fc
  .tuple(script, ttl)
  .map(([life, ttl]) =>
    act(`submit(${fc.stringify(life)}, ttl ${String(ttl)})`, (world) =>
      world.submit(life, life.end === "never" ? (ttl ?? 90_000) : ttl),
    ),
  );

/** The submits that a run begins with. */
export const firstSubmits = fc.array(submit, { minLength: 1, maxLength: 3 });

const wait = fc.tuple(index, plan).map(([which, how]) =>
  act(`wait(${which}, ${fc.stringify(how)})`, (world) => {
    const seen = pick(world.submits, which);
    if (seen) world.wait(seen, how);
  }),
);

const abort = index.map((which) =>
  act(`abort(${which})`, ({ waits }) => {
    const seen = pick(
      waits.filter(({ ended, abortedAt }) => !ended && abortedAt === undefined),
      which,
    );
    if (!seen) return;
    seen.abortedAt = performance.now();
    seen.controller.abort(`aborted ${seen.id}`);
  }),
);

const cancel = index.map((which) =>
  act(`cancel(${which})`, (world) => {
    const seen = pick(world.submits, which);
    if (seen) world.cancel(seen);
  }),
);

const elapse = fc
  .oneof(
    { arbitrary: fc.integer({ min: 1, max: 2000 }), weight: 6 },
    { arbitrary: fc.integer({ min: 2000, max: 30_000 }), weight: 4 },
    { arbitrary: fc.constant(1_900_000), weight: 1 },
  )
  .map((ms) => act(`pass(${ms})`, () => pass(ms)));

/** Anything that may happen to jobs and their waits, in any order. */
export const actions = fc.commands(
  [submit, wait, wait, wait, wait, abort, cancel, elapse, elapse, elapse],
  { maxCommands: 30, size: "max" },
);

function pick<T>(all: readonly T[], which: number): T | undefined {
  return all[which % all.length];
}
