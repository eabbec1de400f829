import { readFileSync } from "node:fs";
import { expect } from "vitest";

// A test that stops the clock has everything loaded before. The other tests start faster without these files.
const { testPath = "" } = expect.getState();
const text = readFileSync(testPath, "utf8");
if (text.includes("useFakeTimers")) await import("./lazy-files.js");
