import { test } from "vitest";
import { runGuide } from "../../files/run-guide.js";

test("the programs of the guide to files run in order against its rehearsal, and a batch fetches its results by key", () =>
  runGuide({ withBatch: true }));
