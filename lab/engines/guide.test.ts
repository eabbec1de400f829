import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blocksOf } from "../../test/support/page-blocks.js";
import { ROOT } from "../shared/paths.js";

it("the guide to batches in a queue shows the example for BullMQ as the proof runs it", () => {
  const guide = readFileSync(join(ROOT, "guides/batches-queue.md"), "utf8");
  const files = ["bullmq.ts", "is-final.ts"].map((name) =>
    readFileSync(join(import.meta.dirname, name), "utf8"),
  );
  // The first block only shows the call.
  expect(blocksOf(guide, "typescript").slice(1)).toEqual(files);
});
