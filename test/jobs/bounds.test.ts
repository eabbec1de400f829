import { describe, expect, test } from "vitest";
import {
  TimeoutError,
  type CancelOutcome,
  type Job,
  type MapOptions,
} from "../../src/index.js";
import { collect } from "../support/collect.js";
import { passTime, pause, useFakeTime } from "../support/fake-time.js";
import {
  DONE,
  failure,
  lines,
  QUEUED,
  respond,
  RUNNING,
  scripted,
  success,
  type Step,
} from "../support/scripted-fetch.js";
import { WAITS } from "./waits.js";

useFakeTime({ leavesNoTimer: true });

const forever = () => new Promise<void>(() => undefined);
/** A callback that fails long after every timeout of these tests. */
const failLate = async () => {
  await pause(100_000);
  throw new Error("the disk is full");
};

describe.each(WAITS)("the timeout of %s", (operation, begin) => {
  test.each([
    ["never ends", forever],
    ["fails after the wait", failLate],
  ])("bounds an onUpdate that %s", async (_, onUpdate) => {
    const { cloud } = scripted([RUNNING]);
    const job = cloud.model("m").job("j1");
    const begun = performance.now();
    const error = await failure(begin(job, { timeout: 5000, onUpdate }));
    expect(performance.now() - begun).toBe(5000);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      operation,
      timeout: 5000,
      lastStatus: "IN_PROGRESS",
      maybeSent: true,
      job: { slug: "m", id: "j1" },
      message: expect.stringContaining("onUpdate did not end") as string,
    });
    await passTime(200_000);
  });

  test("leaves the last update a second more, and its error has the job", async () => {
    const late: Step = async (sent) => {
      await pause(400);
      return respond(DONE, sent);
    };
    const { cloud } = scripted([RUNNING, late]);
    const job = cloud.model("m").job("j1");
    const interval = 60_000;
    const slow = async ({ status }: { status?: string }) => {
      if (status === "COMPLETED") await pause(500);
    };
    const options = { timeout: 5000, interval };
    await success(begin(job, { ...options, onUpdate: slow }));
    const again = scripted([RUNNING, late]).cloud.model("m").job("j1");
    const hang = async ({ status }: { status?: string }) => {
      if (status === "COMPLETED") await forever();
    };
    const begun = performance.now();
    const error = await failure(begin(again, { ...options, onUpdate: hang }));
    expect(performance.now() - begun).toBe(6000);
    expect(error).toMatchObject({ code: "timeout", job: { id: "j1" } });
  });

  test('cancels the job of an onUpdate that never ends with onAbort "cancel"', async () => {
    const { cloud, requests } = scripted([RUNNING]);
    const job = cloud.model("m").job("j1");
    const outcomes: CancelOutcome[] = [];
    const onCancel = (outcome: CancelOutcome) => {
      outcomes.push(outcome);
    };
    const options = { timeout: 5000, onAbort: "cancel", onCancel } as const;
    await failure(begin(job, { ...options, onUpdate: forever }));
    expect(lines(requests).at(-1)).toBe("POST /v2/m/cancel/j1");
    expect(outcomes).toMatchObject([{ job: { id: "j1" } }]);
  });
});

describe("the timeout of map", () => {
  const INPUTS = [{ prompt: "a" }, { prompt: "b" }];
  /** Accepts each input as a job of its own: `j1`, `j2`. Each job has ended at its first poll. */
  const acceptEach = (): Step => {
    let submits = 0;
    return ({ url }) => {
      const isSubmit = url.endsWith("/run");
      const id = isSubmit ? `j${++submits}` : url.split("/").at(-1);
      const status = isSubmit ? "IN_QUEUE" : "COMPLETED";
      return Response.json({ id, status, output: {} });
    };
  };
  /** A map of two inputs, one after the other. */
  const map = (
    options: MapOptions,
    steps: readonly Step[] = [acceptEach()],
  ) => {
    const { cloud, requests } = scripted(steps);
    const begun = performance.now();
    const all = { timeout: 5000, concurrency: 1, ...options };
    const mapping = collect(cloud.model("m").map(INPUTS, all));
    return { mapping, requests, elapsed: () => performance.now() - begun };
  };

  test.each([
    ["onSubmit", "never ends", forever],
    ["onSubmit", "fails after the map", failLate],
  ] as const)(
    "bounds an %s that %s: the input is a result with a TimeoutError and its handle",
    async (name, _, callback) => {
      const { mapping } = map({ [name]: callback });
      const results = await success(mapping);
      expect(results).toHaveLength(2);
      for (const [index, { error, handle }] of results.entries()) {
        const id = `j${index + 1}`;
        expect(handle?.id).toBe(id);
        expect(error).toMatchObject({
          code: "timeout",
          timeout: 5000,
          maybeSent: true,
          job: { slug: "m", id },
          message: expect.stringContaining(`${name} did not end`) as string,
        });
      }
      await passTime(200_000);
    },
  );

  test("counts from the moment at which the job is accepted: onSubmit takes its share of the wait", async () => {
    const { mapping, elapsed } = map({ onSubmit: () => pause(4000) }, [
      QUEUED,
      RUNNING,
      RUNNING,
    ]);
    const results = await success(mapping);
    expect(results[0]?.error).toMatchObject({ code: "timeout", timeout: 5000 });
    expect(elapsed()).toBeLessThanOrEqual(12_000);
  });

  test("a failure of onSubmit that comes after the timeout of its input still ends the map", async () => {
    const onSubmit = async (_: Job, index: number) => {
      if (index > 0) return forever();
      await pause(7000);
      throw new Error("the disk is full");
    };
    const { mapping } = map({ onSubmit });
    expect(await failure(mapping)).toMatchObject({ callback: "onSubmit" });
  });
});
