import fc from "fast-check";
import { expect, it } from "vitest";
import {
  createMark,
  hasMark,
  readTrace,
  writeMarkedEnv,
  writeMarkedName,
} from "../../src/machines/mark.js";
import { proofRuns } from "../support/runs.js";

const END = Date.UTC(2026, 10, 22, 9, 30, 0);
const LAST_YEAR_9999 = 253_402_300_799_000;

it("readTrace reads what writeMarkedName and writeMarkedEnv have written, for every end and name", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: LAST_YEAR_9999 / 1000 }),
      fc.option(fc.string(), { nil: undefined }),
      fc.constantFrom("delete" as const, "stop" as const),
      (seconds, name, action) => {
        const mark = createMark(seconds * 1000, action);
        const marked = writeMarkedName(mark, name);
        expect(readTrace(marked, writeMarkedEnv(mark))).toEqual({
          kind: "whole",
          mark,
        });
        expect(hasMark(marked, mark)).toBe(true);
      },
    ),
    { numRuns: proofRuns(200) },
  );
});

it("createMark rounds the end up to whole seconds, and makes another mark each time", () => {
  const mark = createMark(END + 1, "delete");
  expect(mark.end).toBe(END + 1000);
  expect(createMark(END, "delete").id).not.toBe(mark.id);
});

it("readTrace accepts a name with an earlier end than the environment, and none with one after it", () => {
  const mark = createMark(END, "delete");
  const env = writeMarkedEnv(mark);
  const earlier = { ...mark, end: END - 5000 };
  expect(readTrace(writeMarkedName(earlier, "a"), env)).toEqual({
    kind: "whole",
    mark: earlier,
  });
  const extended = { ...mark, end: END + 1000 };
  expect(readTrace(writeMarkedName(extended, "a"), env)).toEqual({
    kind: "half",
    lost: "env",
    endsAt: extended.end,
  });
});

const mark = createMark(END, "delete");
const env = writeMarkedEnv(mark);
const name = writeMarkedName(mark, "job");

it.each<[string, "env" | "name", string, Record<string, string> | undefined]>([
  ["no environment", "env", name, undefined],
  ["an empty environment", "env", name, {}],
  [
    "another mark in the environment",
    "env",
    name,
    writeMarkedEnv(createMark(END, "delete")),
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
  ["a name of the user", "name", "my pod", env],
  ["a name with only our prefix", "name", "rent-my-pod", env],
  ["a prefix before the mark", "name", `copy of ${name}`, env],
  ["a mark of another length", "name", name.replace("rent-", "rent-0"), env],
])("readTrace finds half a mark with %s", (_, lost, podName, podEnv) => {
  const trace = readTrace(podName, podEnv);
  expect(trace).toEqual({ kind: "half", lost, endsAt: END });
});

it("readTrace finds nothing in a Pod of anyone else", () => {
  expect(readTrace("rent-my-pod", { SEED: "7" })).toEqual({ kind: "none" });
  expect(readTrace("mine", undefined)).toEqual({ kind: "none" });
});
