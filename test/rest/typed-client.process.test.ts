import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { editFile } from "../support/language-service.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FETCHERS = join(ROOT, "generated/rest/fetchers.ts");
const WRITTEN = readFileSync(FETCHERS, "utf8");

const { service, edit } = editFile(FETCHERS);

describe("the compiler, on generated/rest/fetchers.ts,", () => {
  test("accepts the file as it is generated", () => {
    expect(errorsIn(WRITTEN)).toEqual([]);
  });

  test.each<[what: string, written: string, wrong: string, message: string]>([
    ["path", 'GET("/pods",', 'GET("/pod",', "is not assignable to parameter"],
    [
      "method",
      "client.DELETE(",
      "client.PUT(",
      "is not assignable to parameter",
    ],
    ["route", '"GET /pods",', '"GET /endpoints",', "is not assignable to type"],
    [
      "path parameter",
      "path: { podId }",
      "path: { id: podId }",
      "'id' does not exist",
    ],
    [
      "query slot",
      "params: { query }",
      "params: { qery: query }",
      "'qery' does not exist",
    ],
    [
      "parameter of a query",
      "params: { query }",
      "params: { query: { desiredState: 1 } }",
      "'desiredState' does not exist",
    ],
    [
      "body slot",
      "body: body ?? null }",
      "...init, boddy: body ?? null }",
      "'boddy' does not exist",
    ],
    [
      "field of a body",
      "body: body ?? null }",
      "body: { imageNmae: 1 } }",
      "'imageNmae' does not exist",
    ],
    [
      "result",
      listOf("/pods", "query"),
      listOf("/billing/pods", "query: {}"),
      "is not assignable to type 'Promise<Pod[]>'",
    ],
    [
      "name of a function",
      "start: (podId",
      "strat: (podId",
      "'strat' does not exist",
    ],
    [
      "promise of a body",
      'calls.object("pods.get"',
      'calls.empty("pods.get"',
      "is not assignable to type",
    ],
  ])("refuses a wrong %s", (_, written, wrong, message) => {
    expect(WRITTEN).toContain(written);
    const errors = errorsIn(WRITTEN.replace(written, wrong));
    expect(errors).not.toEqual([]);
    expect(errors.join("\n")).toContain(message);
  });
});

/** A call as it is generated. */
function listOf(path: string, query: string): string {
  return `"GET ${path}", options, (init) =>
          client.GET("${path}", { ...init, params: { ${query} } })`;
}

/** What the compiler says of the file when it holds `text`. */
function errorsIn(text: string): string[] {
  edit(text);
  return service
    .getSemanticDiagnostics(FETCHERS)
    .map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    );
}
