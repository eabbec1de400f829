import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderLlms } from "../../scripts/docs/llms.js";

test("llms.txt is what `npm run docs -- llms` writes from the guides", () => {
  expect(readFileSync("llms.txt", "utf8")).toBe(renderLlms());
});
