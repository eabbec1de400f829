import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inOurWords } from "../../scripts/diff/openapi.js";
import { diffPublicTypes } from "../../scripts/diff/public-types.js";
import type { Json, JsonObject } from "../drift/corpus/mutation.js";
import { startRedocly, type Redocly } from "../drift/corpus/redocly-many.js";
import { mutated, readSurface, type Surface } from "../drift/corpus/surface.js";

/** What is at the end of a way through a document. */
function at(
  document: Json | undefined,
  ...way: (string | number)[]
): JsonObject {
  return way.reduce<unknown>(
    (node, key) => (node as JsonObject)[key],
    document,
  ) as JsonObject;
}

const schema = (document: JsonObject, ...way: string[]) =>
  at(document, "components", "schemas", ...way);
const route = (
  document: JsonObject,
  path: string,
  ...way: (string | number)[]
) => at(document, "paths", path, ...way);

describe("a change of the REST API is told in the words of the client", () => {
  let rest: Surface;
  let redocly: Redocly;
  let base = "";
  beforeAll(async () => {
    rest = await readSurface("rest");
    redocly = await startRedocly();
    base = await redocly.keep(rest.spec.document);
  });
  afterAll(() => redocly.close());

  const table: [line: string, apply: (document: JsonObject) => void][] = [
    [
      "breaking: `pods.create` now needs `imageName`",
      (it) => void (schema(it, "PodCreateInput")["required"] = ["imageName"]),
    ],
    [
      "breaking: `pods.list` no longer takes `desiredStatus`",
      (it) =>
        void (route(it, "/pods", "get")["parameters"] as Json[]).splice(2, 1),
    ],
    [
      "breaking: `Pod.costPerHr` is now a string",
      (it) =>
        void (schema(it, "Pod", "properties", "costPerHr")["type"] = "string"),
    ],
    [
      "breaking: `networkVolumes.update` no longer takes `size`",
      (it) =>
        delete schema(it, "NetworkVolumeUpdateInput", "properties")["size"],
    ],
    [
      "breaking: `networkVolumes.update` now needs `dryRun`, only as `POST /networkvolumes/{networkVolumeId}/update`",
      (it) => {
        const parameter = {
          name: "dryRun",
          in: "query",
          required: true,
          schema: { type: "boolean" },
        };
        (
          route(it, "/networkvolumes/{networkVolumeId}/update", "post")[
            "parameters"
          ] as Json[]
        ).push(parameter);
      },
    ],
    [
      "breaking: `pods.restart` is gone",
      (it) => delete at(it, "paths")["/pods/{podId}/restart"],
    ],
    [
      "deprecated: `pods.get` is deprecated",
      (it) => void (route(it, "/pods/{podId}", "get")["deprecated"] = true),
    ],
    [
      "deprecated: `Pod.costPerHr` is deprecated",
      (it) =>
        void (schema(it, "Pod", "properties", "costPerHr")["deprecated"] =
          true),
    ],
    [
      "new: `Pod.desiredStatus` now names `PAUSED`",
      (it) =>
        void (
          schema(it, "Pod", "properties", "desiredStatus")["enum"] as Json[]
        ).push("PAUSED"),
    ],
    [
      "compatible: `Pod.desiredStatus` no longer names `TERMINATED`",
      (it) =>
        void (
          schema(it, "Pod", "properties", "desiredStatus")["enum"] as Json[]
        ).pop(),
    ],
    [
      "new: `computeType` of `pods.create` now takes `TPU`",
      (it) =>
        void (
          schema(it, "PodCreateInput", "properties", "computeType")[
            "enum"
          ] as Json[]
        ).push("TPU"),
    ],
    [
      "breaking: `computeType` of `pods.create` no longer takes `CPU`",
      (it) =>
        void (
          schema(it, "PodCreateInput", "properties", "computeType")[
            "enum"
          ] as Json[]
        ).pop(),
    ],
    [
      "breaking: `/pods/{podId}/stop`",
      (it) => renamePath(it, "/pods/{podId}/stop", "/pods/{id}/stop"),
    ],
    [
      "breaking: `pods.get` no longer answers a body",
      (it) =>
        delete route(it, "/pods/{podId}", "get", "responses", "200")["content"],
    ],
    [
      "new: `pods.stop` now answers a body",
      (it) =>
        void (route(it, "/pods/{podId}/stop", "post", "responses", "200")[
          "content"
        ] = {
          "application/json": { schema: { $ref: "#/components/schemas/Pod" } },
        }),
    ],
    [
      "breaking: `Pod.image` may be null now",
      (it) =>
        void (schema(it, "Pod", "properties", "image")["nullable"] = true),
    ],
    [
      "breaking: `maximum` of `gpuCount` of `pods.create` is now `1`",
      (it) =>
        void (schema(it, "PodCreateInput", "properties", "gpuCount")[
          "maximum"
        ] = 1),
    ],
    [
      "breaking: `pods.get` is now called `pods.fetch`",
      (it) =>
        void (route(it, "/pods/{podId}", "get")["operationId"] = "FetchPod"),
    ],
  ];
  test.each(table)("%s", async (line, apply) => {
    const after = mutated(rest, {
      title: line,
      kind: "",
      verdict: "breaking",
      apply,
    });
    const changes = inOurWords(
      "rest",
      rest.spec,
      after,
      await redocly.diff(base, after.document),
    );
    const lines = changes.map((change) => `${change.verdict}: ${change.line}`);
    if (line.includes("{podId}/stop"))
      expect(lines).toEqual([
        "breaking: `POST /pods/{podId}/stop` of `rest` is now `POST /pods/{id}/stop`",
      ]);
    else expect(lines).toEqual([line]);
  });

  test("a failure that is not declared any more, another address and prose are no change", async () => {
    const apply = (it: JsonObject) => {
      delete route(it, "/pods", "get", "responses")["404"];
      at(it, "servers", 0)["url"] = "/v1.1";
      at(it, "info")["title"] = "Another";
      schema(it, "Pod")["description"] = "Another.";
    };
    const after = mutated(rest, {
      title: "prose",
      kind: "",
      verdict: "additive",
      apply,
    });
    expect(
      inOurWords(
        "rest",
        rest.spec,
        after,
        await redocly.diff(base, after.document),
      ),
    ).toEqual([]);
  });

  test("what none of our words fit is breaking in the words of redocly", async () => {
    const apply = (it: JsonObject) =>
      void (at(it, "components", "securitySchemes", "bearer")["scheme"] =
        "basic");
    const after = mutated(rest, {
      title: "security",
      kind: "",
      verdict: "breaking",
      apply,
    });
    const [change] = inOurWords(
      "rest",
      rest.spec,
      after,
      await redocly.diff(base, after.document),
    );
    expect(change?.verdict).toBe("breaking");
    expect(change?.line).toContain("scheme");
  });
});

function renamePath(document: JsonObject, from: string, to: string): void {
  const paths = at(document, "paths");
  const text = JSON.stringify(paths[from]).replaceAll('"podId"', '"id"');
  Reflect.deleteProperty(paths, from);
  paths[to] = JSON.parse(text) as Json;
}

describe("a change of the public types", () => {
  const report = (...sections: string[]) =>
    new Map([["index.api.md", sections.join("\n")]]);
  const section = (title: string, ...lines: string[]) =>
    `## ${title}\n\n\`\`\`ts\n${lines.join("\n")}\n\`\`\`\n`;
  const options = (...members: string[]) =>
    section("CallOptions", "interface CallOptions {", ...members, "}");

  test("names what is gone, new and declared otherwise", () => {
    const before = report(
      options("  signal?: A;", "  timeout?: number;"),
      section("old", "const old: 1"),
    );
    const after = report(
      options("  retries?: number;", "  timeout?: string;"),
      section("fresh", "const fresh: 1"),
    );
    expect(
      diffPublicTypes(before, after).map(
        ({ verdict, line }) => `${verdict}: ${line}`,
      ),
    ).toEqual([
      "breaking: Types: `old` is gone",
      "breaking: Types: `CallOptions.signal` is gone",
      "breaking: Types: `CallOptions.timeout` is declared otherwise",
      "new: Types: `CallOptions.retries` is new",
      "new: Types: `fresh` is new",
    ]);
  });

  test("is left to the specs where it comes from them", () => {
    const pod = (type: string) =>
      report(
        section(
          "Pod (from the specs)",
          "interface Pod {",
          `  id: ${type};`,
          "}",
        ),
      );
    expect(diffPublicTypes(pod("string"), pod("number"))).toEqual([
      { verdict: "compatible", line: "Types: `Pod` follows the specs" },
    ]);
    expect(diffPublicTypes(pod("string"), pod("string"))).toEqual([]);
  });
});
