import { expect, test } from "vitest";
import { writePageCodes } from "../support/page-code.js";

const GUIDE = "guides/files.md";

test("the programs of the guide to files compile under the strictest options", async () => {
  const codes = await writePageCodes([GUIDE]);
  const errors = codes.of(GUIDE).errors();
  await codes.remove();
  expect(errors).toEqual([]);
});
