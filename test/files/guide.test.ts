import { expect, test } from "vitest";
import { writePageCodes } from "../support/page-code.js";
import { GUIDE, runGuide } from "./run-guide.js";

test("the programs of the guide to files compile under the strictest options", async () => {
  const codes = await writePageCodes([GUIDE]);
  const errors = codes.of(GUIDE).errors();
  await codes.remove();
  expect(errors).toEqual([]);
});

test("the programs of the guide to files run in order against its rehearsal, without the one of a batch", () =>
  runGuide({ withBatch: false }));
