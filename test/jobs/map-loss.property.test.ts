import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  CloudComputeError,
  type MapOptions,
  type MapResult,
} from "../../src/index.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import { pause, settleInFakeTime, useFakeTime } from "../support/fake-time.js";
import { proofRuns } from "../support/runs.js";

useFakeTime();

const RUN = "POST /v2/{slug}/run";
const STATUS = "GET /v2/{slug}/status/{jobId}";

interface Input {
  readonly prompt: string;
}

const submitFault = fc.record({
  status: fc.constantFrom(undefined, undefined, 429, 500, 503, 401, 400),
  delay: fc.constantFrom(0, 5, 800, 5000),
});

const pollFault = fc.record({
  status: fc.constantFrom(429, 500, 503, 401, 403, 404, 400),
  times: fc.integer({ min: 1, max: 9 }),
});

const scenario = fc.record({
  inputs: fc.integer({ min: 1, max: 12 }),
  concurrency: fc.integer({ min: 1, max: 6 }),
  submitFaults: fc.array(submitFault, { maxLength: 6 }),
  pollFaults: fc.array(pollFault, { maxLength: 4 }),
  /** Whose call fails, and which one. */
  failing: fc.constantFrom("onSubmit", "inputs", "nothing"),
  failingCall: fc.integer({ min: 0, max: 8 }),
  callbackMs: fc.constantFrom(0, 1, 400),
  consumerMs: fc.constantFrom(0, 10, 3000, 100_000),
  stopOnFailure: fc.boolean(),
  onAbort: fc.constantFrom("detach" as const, "cancel" as const),
  timeout: fc.constantFrom(undefined, 300, 3000),
  hasKeyFunction: fc.boolean(),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

const numRuns = proofRuns(60);

test(
  "map reports every job that the service has accepted, whatever fails, and submits nothing after its end",
  async () => {
    const property = async (given: Scenario) => {
      const { emulator, requestsOf } = createEmulatedClient();
      const { apiKey } = emulator;
      const key = given.hasKeyFunction ? () => Promise.resolve(apiKey) : apiKey;
      const { cloud } = createEmulatedClient({
        apiKey: key,
        fetch: emulator.fetch,
      });
      for (const { status, delay } of given.submitFaults)
        emulator.fail(
          RUN,
          status === undefined ? { delay } : { status, delay },
        );
      for (const fault of given.pollFaults) emulator.fail(STATUS, fault);
      const known = new Set<string>();
      const indices: number[] = [];
      const consume = async () => {
        for await (const result of cloud
          .model<Input>("flux-schnell")
          .map(createInputs(given), createOptions(given))) {
          checkResult(result);
          indices.push(result.index);
          if (result.handle) known.add(result.handle.id);
          if (given.consumerMs > 0) await pause(given.consumerMs);
        }
      };
      const end = consume().catch((error: unknown) => {
        expect(error).toBeInstanceOf(CloudComputeError);
        const { job, jobs = [] } = error as CloudComputeError;
        for (const { id } of job ? [job, ...jobs] : jobs) known.add(id);
      });
      await settleInFakeTime(end);
      expect(new Set(indices).size).toBe(indices.length);
      const accepted = () =>
        requestsOf(RUN).filter(({ status }) => status === 200);
      const prompts = accepted().map(
        ({ body }) => (body as { input: Input }).input.prompt,
      );
      expect(new Set(prompts).size).toBe(prompts.length);
      expect(known.size).toBe(prompts.length);
      await vi.advanceTimersByTimeAsync(400_000);
      expect(accepted()).toHaveLength(prompts.length);
      expect(vi.getTimerCount()).toBe(0);
    };
    await fc.assert(fc.asyncProperty(scenario, property), { numRuns });
  },
  Math.max(300_000, numRuns * 5000),
);

/** What the caller's code does each time: takes a while, and fails once. */
function createCallback({ failingCall, callbackMs }: Scenario) {
  let calls = 0;
  return async () => {
    const call = calls++;
    if (callbackMs > 0) await pause(callbackMs);
    if (call === failingCall) throw new Error("the caller's own");
  };
}

async function* createInputs(given: Scenario) {
  const callback = createCallback(given);
  for (let index = 0; index < given.inputs; index++) {
    if (given.failing === "inputs") await callback();
    yield { prompt: `p${index}` };
  }
}

function createOptions(given: Scenario): MapOptions {
  const { concurrency, stopOnFailure, onAbort, timeout, failing } = given;
  const callback = createCallback(given);
  return {
    concurrency,
    stopOnFailure,
    onAbort,
    timeout,
    onSubmit: failing === "onSubmit" ? callback : undefined,
  };
}

function checkResult({ error, handle }: MapResult<Input, unknown>): void {
  if (error === undefined) return;
  if (handle)
    expect(error).toMatchObject({ maybeSent: true, job: { id: handle.id } });
  else expect(error).not.toHaveProperty("job.id");
}
