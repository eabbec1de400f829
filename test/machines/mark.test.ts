import fc from "fast-check";
import { expect, it } from "vitest";
import {
  createMark,
  hasMark,
  hasMarkedName,
  readMark,
  writeMarkedEnv,
  writeMarkedName,
} from "../../src/machines/mark.js";
import { proofRuns } from "../support/runs.js";

const END = Date.UTC(2026, 10, 22, 9, 30, 0);
const LAST_YEAR_9999 = 253_402_300_799_000;

it("readMark reads what writeMarkedName and writeMarkedEnv have written, for every end and name", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: LAST_YEAR_9999 / 1000 }),
      fc.option(fc.string(), { nil: undefined }),
      fc.constantFrom("delete" as const, "stop" as const),
      (seconds, name, action) => {
        const mark = createMark(seconds * 1000, action);
        const marked = writeMarkedName(mark, name);
        expect(readMark(marked, writeMarkedEnv(mark))).toEqual(mark);
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

it("readMark accepts a name with an earlier end than the environment, and none with one after it", () => {
  const mark = createMark(END, "delete");
  const env = writeMarkedEnv(mark);
  const earlier = { ...mark, end: END - 5000 };
  expect(readMark(writeMarkedName(earlier, "a"), env)).toEqual(earlier);
  const extended = { ...mark, end: END + 1000 };
  expect(readMark(writeMarkedName(extended, "a"), env)).toBeUndefined();
});

const mark = createMark(END, "delete");
const env = writeMarkedEnv(mark);
const name = writeMarkedName(mark, "job");

it.each<[string, string, Record<string, string> | undefined]>([
  ["no environment", name, undefined],
  ["an empty environment", name, {}],
  [
    "another mark in the environment",
    name,
    writeMarkedEnv(createMark(END, "delete")),
  ],
  ["an end that is no time", name, { ...env, CLOUD_COMPUTE_RENT_END: "soon" }],
  ["an unknown action", name, { ...env, CLOUD_COMPUTE_RENT_ACTION: "keep" }],
  ["a name of the user", "my pod", env],
  ["a name with only our prefix", "rent-my-pod", env],
  ["a prefix before the mark", `copy of ${name}`, env],
  ["a mark of another length", name.replace("rent-", "rent-0"), env],
])("readMark finds no mark with %s", (_, podName, podEnv) => {
  expect(readMark(podName, podEnv)).toBeUndefined();
});

it("hasMarkedName finds names of the marked form, which proves nothing", () => {
  expect(hasMarkedName(name)).toBe(true);
  expect(hasMarkedName("rent-my-pod")).toBe(false);
});
