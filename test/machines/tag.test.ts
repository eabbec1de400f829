import fc from "fast-check";
import { expect, it } from "vitest";
import { adviseSweep } from "../../src/machines/rent-advice.js";
import {
  createTag,
  hasTag,
  readTrace,
  writeTaggedEnv,
  writeTaggedName,
} from "../../src/machines/tag.js";
import { proofRuns } from "../support/runs.js";

const END = Date.UTC(2026, 10, 22, 9, 30, 0);
const tag = createTag(END, "delete");
const env = writeTaggedEnv(tag);
const name = writeTaggedName(tag, "job");
const LAST_YEAR_9999 = 253_402_300_799_000;

it("readTrace reads what writeTaggedName and writeTaggedEnv have written, for every end and name", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: LAST_YEAR_9999 / 1000 }),
      fc.option(fc.string(), { nil: undefined }),
      fc.constantFrom("delete" as const, "stop" as const),
      (seconds, name, action) => {
        const tag = createTag(seconds * 1000, action);
        const tagged = writeTaggedName(tag, name);
        expect(readTrace(tagged, writeTaggedEnv(tag))).toEqual({
          kind: "whole",
          tag,
        });
        expect(hasTag(tagged, tag)).toBe(true);
      },
    ),
    { numRuns: proofRuns(200) },
  );
});

it("readTrace accepts a name with an earlier end than the environment, and none with one after it", () => {
  const earlier = { ...tag, end: END - 5000 };
  expect(readTrace(writeTaggedName(earlier, "a"), env)).toEqual({
    kind: "whole",
    tag: earlier,
  });
  const extended = { ...tag, end: END + 1000 };
  expect(readTrace(writeTaggedName(extended, "a"), env)).toEqual({
    kind: "half",
    lost: "env",
    endsAt: extended.end,
  });
});

it.each<[string, "env" | "name", string, Record<string, string> | undefined]>([
  ["no environment", "env", name, undefined],
  [
    "another tag in the environment",
    "env",
    name,
    writeTaggedEnv(createTag(END, "delete")),
  ],
  [
    "an end that is no time",
    "env",
    name,
    { ...env, CLOUD_COMPUTE_RENT_END: "soon" },
  ],
  [
    "an unknown action",
    "env",
    name,
    { ...env, CLOUD_COMPUTE_RENT_ACTION: "keep" },
  ],
  ["a name with only our prefix", "name", "rent-my-pod", env],
  ["a prefix before the tag", "name", `copy of ${name}`, env],
  ["a tag of another length", "name", name.replace("rent-", "rent-0"), env],
])("readTrace finds half a tag with %s", (_, lost, podName, podEnv) => {
  const trace = readTrace(podName, podEnv);
  expect(trace).toEqual({ kind: "half", lost, endsAt: END });
});

it("the advice for a Pod whose rental ends with a stop says that the disk still costs money", () => {
  const advice = adviseSweep({ ...tag, action: "stop" }, "rent-job");
  expect(advice).toMatch(
    /sweep" stops the Pod\. .* --name rent-job" stops the Pod now\. The disk of a stopped Pod still costs money$/,
  );
});
