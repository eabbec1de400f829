import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { CloudComputeError, type Client } from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  answer,
  lost,
  refused,
  scripted,
  silent,
  stalling,
  type Step,
} from "../support/scripted-fetch.js";
import { proofRuns } from "../support/runs.js";

useFakeTime();

/** What one request may meet, and whether the service may have carried it out then. */
interface Meeting {
  readonly step: Step;
  readonly isOpen: boolean;
}

const RETRY_AFTER = ["0", "1", "7", "3600", "-1", "soon", ""];

const turnedAway = fc
  .constantFrom("0", "1", "7")
  .map((after) => meeting(429, after, false));
const answered = fc
  .tuple(
    fc.constantFrom(400, 401, 404, 408, 409, 425, 499, 500, 502, 503, 504, 524),
    fc.constantFrom(...RETRY_AFTER),
  )
  .map(([status, after]) =>
    meeting(status, after, status >= 500 || [408, 425, 499].includes(status)),
  );
const met: fc.Arbitrary<Meeting> = fc.oneof(
  turnedAway,
  answered,
  fc.constant({ step: () => Promise.reject(refused()), isOpen: false }),
  fc.constant({ step: () => Promise.reject(lost()), isOpen: true }),
  fc.constant({ step: silent, isOpen: true }),
  fc.constant({ step: () => stalling('{"id":'), isOpen: true }),
  fc.constant({ step: () => answer({ json: { id: "p" } }), isOpen: true }),
  fc.constant({ step: () => answer({ text: "<p>" }), isOpen: true }),
);

function meeting(status: number, after: string, isOpen: boolean): Meeting {
  const headers = { "retry-after": after };
  const json = { message: "no" };
  return { step: () => answer({ status, headers, json }), isOpen };
}

/** Each call, and whether it only reads. */
const CALLS: readonly (readonly [
  boolean,
  (cloud: Client) => Promise<unknown>,
])[] = [
  [true, (cloud) => cloud.pods.get("p")],
  [true, (cloud) => cloud.graphql.myself()],
  [false, (cloud) => cloud.pods.create({ name: "n" })],
  [false, (cloud) => cloud.pods.delete("p")],
  [false, (cloud) => cloud.networkVolumes.update("v", { size: 9 })],
  [false, (cloud) => cloud.graphql.stopPod({ input: { podId: "p" } })],
  [false, (cloud) => cloud.model("m").run({ prompt: "x" })],
];

const RUNS = { numRuns: proofRuns(300) };

test("no sequence of responses and network errors makes more requests than allowed, outlives the deadline, or retries a change that may have been carried out", async () => {
  const budget = fc.record({
    retries: fc.integer({ min: 0, max: 4 }),
    timeout: fc.integer({ min: 1, max: 90_000 }),
    attemptTimeout: fc.integer({ min: 1, max: 30_000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(met, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...CALLS),
      budget,
      async (meetings, [isRead, call], options) => {
        const steps = meetings.map(({ step }) => step);
        const { cloud, requests } = scripted(steps, options);
        const start = performance.now();
        let took = Infinity;
        const outcome = call(cloud).then(
          () => undefined,
          (error: unknown) => error,
        );
        void outcome.then(() => (took = performance.now() - start));
        await vi.advanceTimersByTimeAsync(options.timeout + 1);
        expect(took).toBeLessThanOrEqual(options.timeout + 1);
        expect(requests.length).toBeLessThanOrEqual(options.retries + 1);
        const open = requests.filter((_, i) => meetingAt(meetings, i).isOpen);
        if (!isRead) expect(open.length).toBeLessThanOrEqual(1);
        const error = await outcome;
        if (error !== undefined)
          expect(error).toBeInstanceOf(CloudComputeError);
        if (error instanceof CloudComputeError && !isRead)
          expect(error.maybeSent).toBe(open.length > 0);
        expect(vi.getTimerCount()).toBe(0);
      },
    ),
    RUNS,
  );
});

/** What request number `index` met: the last of the meetings goes on for ever. */
function meetingAt(meetings: readonly Meeting[], index: number): Meeting {
  const met = meetings[Math.min(index, meetings.length - 1)];
  if (!met) throw new Error("there is no meeting");
  return met;
}
