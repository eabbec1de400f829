import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SpecError } from "../../src/generate/parse/spec-error.js";
import {
  compilerErrors,
  findUnexpectedSyntax,
  modulesOf,
  runModules,
} from "./support/generated-modules.js";
import { hostileDocument } from "./support/hostile-documents.js";
import { proofRuns } from "../../../../test/support/runs.js";

// Each run compiles a client.
const numRuns = proofRuns(8, 300);

function expectHarmless(modules: ReadonlyMap<string, string>): void {
  expect(findUnexpectedSyntax(modules)).toEqual([]);
  expect(compilerErrors(modules)).toEqual([]);
  expect(runModules(modules)).toBeUndefined();
}

describe("the generator, given a document of hostile texts,", () => {
  test("makes a client that compiles and runs none of the texts, where the names are possible", async () => {
    const check = async (document: object) =>
      expectHarmless(await modulesOf(JSON.stringify(document)));
    await fc.assert(fc.asyncProperty(hostileDocument(0), check), { numRuns });
  }, 600_000);

  test("makes such a client or a clear error, whatever the names are", async () => {
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
