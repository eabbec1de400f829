import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compareOpenapi } from "../../src/diff/compare.js";
import type { SurfaceSource } from "../../src/diff/snapshot.js";
import type { Json, JsonObject, Path } from "../../src/document/json.js";
import { readSurfaces, rulesOf } from "../../src/generate/parse/surfaces.js";

// Known steps of the published documents, replayed on the present documents of this repository from the newest to the
// oldest: each step is undone by a small edit, so that the versions before and after it stand beside each other. The
// verdicts were written by hand.

type Surface = "rest" | "v2";

interface Step {
  readonly name: string;
  /** Makes the version before the step of the version after it. */
  readonly undo: (document: JsonObject) => void;
  /** Makes the version after the step, where the present document took another step since. */
  readonly redo?: (document: JsonObject) => void;
  /** All breaking changes, and no other. */
  readonly breaking: readonly string[];
  /** Changes of the other verdicts that must be there. */
  readonly others?: readonly string[];
}

const nodeAt = (document: JsonObject, ...path: Path): JsonObject =>
  path.reduce<Json>(
    (node, key) => (node as JsonObject)[key] ?? {},
    document,
  ) as JsonObject;
const schema = (document: JsonObject, ...path: Path) =>
  nodeAt(document, "components", "schemas", ...path);

const V2: readonly Step[] = [
  {
    name: "September: secrets and builds",
    undo: (document) => {
      const paths = Object.entries(nodeAt(document, "paths"));
      document["paths"] = Object.fromEntries(
        paths.filter(([path]) => !/\/(secrets|builds)\b/.test(path)),
      );
    },
    breaking: [],
    others: ["new: `v2.account.createSecret` is new"],
  },
  {
    name: "September: a command as lists of words",
    undo: (document) => {
      const { properties } = schema(document, "BaseContainerConfig");
      delete (properties as JsonObject)["entrypoint"];
      delete (properties as JsonObject)["cmd"];
    },
    breaking: [],
    others: [
      "new: `v2.pods.create` now accepts `entrypoint`",
      "new: `v2.pods.create` now accepts `cmd`",
    ],
  },
  {
    name: "September: shorter names and passwords of registries",
    undo: (document) => {
      const { properties } = schema(document, "CreateRegistryRequest");
      for (const each of Object.values(properties as JsonObject))
        delete (each as JsonObject)["maxLength"];
    },
    breaking: [
      "`maxLength` of `name` of `v2.registries.create` is now `191`",
      "`maxLength` of `password` of `v2.registries.create` is now `16384`",
      "`maxLength` of `username` of `v2.registries.create` is now `191`",
    ],
  },
  {
    name: "August: pages",
    undo: (document) => {
      const paths = nodeAt(document, "paths");
      for (const item of Object.values(paths)) {
        const get = nodeAt(item as JsonObject, "get");
        const { parameters } = get;
        if (Array.isArray(parameters))
          get["parameters"] = parameters.filter(
            (each) => !/pagination/i.test(JSON.stringify(each)),
          );
      }
      for (const each of Object.values(schema(document))) {
        delete nodeAt(each as JsonObject, "properties")["pagination"];
        const { required } = each as JsonObject;
        if (Array.isArray(required))
          (each as JsonObject)["required"] = required.filter(
            (name) => name !== "pagination",
          );
      }
    },
    breaking: [
      "`v2.pods.list` now returns `PagedList<Pod>`, was `Promise<Pod[]>`",
      "`v2.serverless.list` now returns `PagedList<Endpoint>`, was `Promise<Endpoint[]>`",
      "`v2.templates.list` now returns `PagedList<Template>`, was `Promise<Template[]>`",
    ],
  },
  {
    name: "August: excluded GPU types need pools",
    undo: (document) => {
      delete schema(document, "UpdateEndpointGpuConfig", "allOf", 1)[
        "dependentRequired"
      ];
    },
    breaking: [
      "`UpdateEndpointGpuConfig` now has the condition `dependentRequired`",
    ],
  },
  {
    name: "August: an update need not name the pools",
    undo: (document) => {
      const update = schema(document, "UpdateEndpointRequest", "allOf", 1);
      nodeAt(update, "properties")["gpu"] = {
        $ref: "#/components/schemas/CreateEndpointGpuConfig",
      };
    },
    breaking: [],
    others: [
      "compatible: `v2.serverless.update` no longer requires `gpu.pools`",
    ],
  },
  {
    name: "July to August: one of two narrower ways to scale",
    undo: (document) => {
      schema(document)["EndpointScaling"] = {
        type: "object",
        required: ["type"],
        properties: {
          type: { type: "string", enum: ["QUEUE_DELAY", "REQUEST_COUNT"] },
          queueDelay: { type: "number", format: "float", minimum: 0.5 },
          requestCount: { type: "integer", minimum: 1 },
        },
      };
    },
    breaking: [
      "`EndpointScaling` is now one of 2 alternatives",
      "`EndpointScaling` must now be one of 2 alternatives",
      "`EndpointScaling` no longer accepts fields that its schema does not list",
    ],
  },
  {
    name: "July to August: other names of the types of endpoints",
    undo: (document) => {
      schema(document, "EndpointType")["enum"] = [
        "QUEUE_BASED",
        "LOAD_BALANCING",
      ];
    },
    breaking: [
      "`EndpointType` no longer accepts or returns `LOAD_BALANCING`",
      "`EndpointType` no longer accepts or returns `QUEUE_BASED`",
      "`EndpointType` now lists `LOAD_BALANCER`",
      "`EndpointType` now lists `QUEUE`",
    ],
  },
  {
    name: "July: members that no schema lists are refused",
    undo: (document) => {
      delete schema(document, "CreateEndpointGpuConfig")[
        "unevaluatedProperties"
      ];
    },
    breaking: [
      "`CreateEndpointGpuConfig` no longer accepts fields that its schema does not list",
    ],
  },
  {
    name: "July: the data of a line of a log becomes a string",
    undo: () => undefined,
    redo: (document) => {
      schema(document)["LogLine"] = { type: "string" };
    },
    breaking: ["`LogLine` is now a string"],
  },
];

const REST: readonly Step[] = [
  {
    name: "December: a record of its own for the bills of network volumes",
    undo: (document) => {
      const ok = nodeAt(document, "paths", "/billing/networkvolumes", "get");
      const content = nodeAt(ok, "responses", "200", "content");
      nodeAt(content, "application/json", "schema")["items"] = {
        $ref: "#/components/schemas/BillingRecord",
      };
    },
    breaking: [
      "`billing.networkVolumes()[].endpointId` was removed",
      "`billing.networkVolumes()[].gpuTypeId` was removed",
      "`billing.networkVolumes()[].podId` was removed",
      "`billing.networkVolumes()[].timeBilledMs` was removed",
    ],
  },
  {
    name: "February: one more GPU type",
    undo: (document) => {
      const list = nodeAt(document, "components", "schemas", "GpuTypeId");
      const anyOf = list["anyOf"] as JsonObject[] | undefined;
      const values = (anyOf?.[0] ?? list)["enum"] as string[];
      values.shift();
    },
    breaking: [],
  },
];

/** The versions before and after each step. */
function replay(
  newest: JsonObject,
  steps: readonly Step[],
): (readonly [name: string, Step, before: JsonObject, after: JsonObject])[] {
  let document = newest;
  return steps.map((step) => {
    const after = structuredClone(document);
    step.redo?.(after);
    document = structuredClone(document);
    step.undo(document);
    return [step.name, step, document, after];
  });
}

const surfaces = await readSurfaces("specs");

describe.each<[Surface, file: string, steps: readonly Step[]]>([
  ["v2", "specs/rest-v2.openapi.yaml", V2],
  ["rest", "specs/rest.openapi.yaml", REST],
])("the history of %s", (surface, file, steps) => {
  const listed = surfaces.find(({ name }) => name === surface);
  if (!listed) throw new Error(`specs/surfaces.yaml lists no ${surface}`);
  const rules = rulesOf(listed);
  const newest = parse(readFileSync(file, "utf8")) as JsonObject;

  test.each(replay(newest, steps))("%s", (_, step, before, after) => {
    const [old, now] = [before, after].map((document) => {
      return { name: "a version", text: JSON.stringify(document), rules };
    }) as [SurfaceSource, SurfaceSource];
    const lines = compareOpenapi(surface, old, now).map(
      ({ verdict, line }) => `${verdict}: ${line}`,
    );
    const wanted = step.breaking.map((line) => `breaking: ${line}`).sort();
    const found = lines.filter((line) => line.startsWith("breaking")).sort();
    expect(found).toEqual(wanted);
    expect(lines).toEqual(expect.arrayContaining([...(step.others ?? [])]));
  });
});
