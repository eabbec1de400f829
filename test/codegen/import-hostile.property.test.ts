import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SpecError } from "../../scripts/codegen/parse/fault.js";
import {
  canary,
  compilerFaults,
  modulesOf,
  strangers,
} from "./hostile/generated.js";
import { hostileDocument } from "./hostile/documents.js";
import { proofRuns } from "../support/runs.js";

// Each run compiles a client.
const numRuns = proofRuns(8, 300);

function expectHarmless(modules: ReadonlyMap<string, string>): void {
  expect(strangers(modules)).toEqual([]);
  expect(compilerFaults(modules)).toEqual([]);
  expect(canary(modules)).toBeUndefined();
}

describe("a document of hostile texts", () => {
  test("gives a client that compiles and runs nothing of it, where its names are right", async () => {
    const check = async (document: object) =>
      expectHarmless(await modulesOf(JSON.stringify(document)));
    await fc.assert(fc.asyncProperty(hostileDocument(0), check), { numRuns });
  }, 600_000);

  test("gives such a client or a clear error, whatever its names are", async () => {
    const check = async (document: object) => {
      const modules = await modulesOf(JSON.stringify(document)).catch(refused);
      if (modules) expectHarmless(modules);
    };
    await fc.assert(fc.asyncProperty(hostileDocument(3), check), { numRuns });
  }, 600_000);
});

function refused(error: unknown): undefined {
  if (!(error instanceof SpecError)) throw error;
  for (const line of error.message.split("\n"))
    expect(line.length, line).toBeGreaterThan(0);
}
