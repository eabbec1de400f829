import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compareOpenapi } from "../../src/diff/compare.js";
import type { SurfaceSource } from "../../src/diff/snapshot.js";
import type { Json, JsonObject, Path } from "../../src/document/json.js";
import type { SurfaceRules } from "../../src/document/surface-rules.js";
import { readModel } from "../../src/generate/model/operations.js";
import { parseSpec } from "../../src/generate/parse/spec.js";
import { readSurfaces, rulesOf } from "../../src/generate/parse/surfaces.js";
import { renderResources } from "../../src/generate/render/resources.js";
import { renderTypes } from "../../src/generate/render/types.js";
import { compilerErrors } from "../generate/support/compile.js";

// The steps of the published documents that are known, replayed on the present documents of this repository from the
// newest to the oldest: each step is undone by a small edit, so that the versions before and after it stand beside each
// other. The verdicts were written by hand. A program that was written for the version before is compiled with both. Of
// version 2, everything between the documents of August and September is known, and single steps before; of 0.1.0, two
// single steps. The other published versions are not known here.

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
  /** Statements of a program with the resources as `cloud`, written for the version before. */
  readonly program: string;
  /** What the compiler says of the program after the step; nothing where the program still compiles. */
  readonly error?: RegExp;
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
    program: `const pods = await cloud.pods.list(); console.log(pods[0]?.id);`,
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
    program: `await cloud.pods.update("p", { args: "python serve.py" });`,
  },
  {
    name: "September: what a GPU of a Pod brings, and what a host must have",
    undo: (document) => {
      schema(document)["GpuConfig"] = structuredClone(
        schema(document, "BaseGpuConfig"),
      );
      const create = schema(document, "CreateGpuConfig", "allOf", 1);
      const { properties } = create;
      delete (properties as JsonObject)["minRamPerGpu"];
      delete (properties as JsonObject)["minVcpuCountPerGpu"];
    },
    breaking: [],
    others: [
      "new: `GpuConfig.memory` is new",
      "new: `CreateGpuConfig` now accepts `minRamPerGpu`",
    ],
    program: `const pod = await cloud.pods.get("p"); console.log(pod.gpu?.count);`,
  },
  {
    name: "September: a cluster of a template",
    undo: (document) => {
      const create = schema(document, "CreateClusterRequest", "allOf", 1);
      delete (create["properties"] as JsonObject)["templateId"];
    },
    breaking: [],
    others: ["new: `v2.clusters.create` now accepts `templateId`"],
    program: `const clusters = await cloud.clusters.list(); console.log(clusters[0]?.id);`,
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
    program: `await cloud.registries.create({ name: "n", username: "u", password: "p" });`,
  },
  {
    name: "September: one amount of a bill is deprecated",
    undo: (document) => {
      const amounts = schema(document, "BillingAmounts", "properties");
      delete nodeAt(amounts, "serverlessFeeAmount")["deprecated"];
    },
    breaking: [],
    others: ["deprecated: `BillingRecord.serverlessFeeAmount` is deprecated"],
    program: `const bill = await cloud.billing.list(); console.log(bill);`,
  },
  {
    name: "September: a Pod that is too large is refused with a status of its own",
    undo: (document) => {
      delete nodeAt(document, "paths", "/v2/pods", "post", "responses")["413"];
    },
    breaking: [],
    program: `const pods = await cloud.pods.list({}); console.log(pods);`,
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
    // A program that awaits such a list compiles, and sees the first page only.
    breaking: [
      "`v2.pods.list` now returns `PagedList<Pod>`, was `Promise<Pod[]>`",
      "`v2.serverless.list` now returns `PagedList<Endpoint>`, was `Promise<Endpoint[]>`",
      "`v2.templates.list` now returns `PagedList<Template>`, was `Promise<Template[]>`",
    ],
    program: `const pods = await cloud.pods.list({}); console.log(pods.length);`,
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
    program: `await cloud.serverless.update("e", { gpu: { excludedTypes: ["a"] } });`,
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
    program: `await cloud.serverless.update("e", { gpu: { pools: ["ADA_24"] } });`,
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
    program: `await cloud.serverless.update("e", { scaling: { type: "QUEUE_DELAY", requestCount: 3 } });`,
    error: /number/,
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
    program: `const { type } = await cloud.serverless.get("e"); if (type === "QUEUE_BASED") console.log(type);`,
    error: /QUEUE_BASED/,
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
    program: `await cloud.serverless.update("e", { gpu: { pools: ["ADA_24"], count: 1 } });`,
  },
  {
    name: "July: the data of a line of a log becomes a string",
    undo: () => undefined,
    redo: (document) => {
      schema(document)["LogLine"] = { type: "string" };
    },
    breaking: ["`LogLine` is now a string"],
    program: `for await (const { line } of cloud.pods.logs("p")) console.log(line);`,
    error: /line/,
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
    program: `const records = await cloud.billing.networkVolumes(); console.log(records[0]?.podId);`,
    error: /podId/,
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
    program: `await cloud.pods.create({ gpuTypeIds: ["NVIDIA L4"] });`,
  },
];

interface Version {
  readonly name: string;
  readonly document: JsonObject;
}

/** The versions before and after each step. */
function replay(
  newest: JsonObject,
  steps: readonly Step[],
): (readonly [Step, before: Version, after: Version])[] {
  let document = newest;
  return steps.map((step) => {
    const after = structuredClone(document);
    step.redo?.(after);
    document = structuredClone(document);
    step.undo(document);
    const version = (name: string, of: JsonObject) => ({ name, document: of });
    return [step, version("before", document), version("after", after)];
  });
}

/** The generated types of a version, below a folder of its own. */
async function typesOf(
  folder: string,
  { document }: Version,
  rules: SurfaceRules,
): Promise<[name: string, text: string][]> {
  const spec = parseSpec("version.json", JSON.stringify(document));
  const surface = { file: "v2", name: "Api", prefix: "" };
  const described = { surface, ...readModel(spec, rules) };
  return [
    [`${folder}/types.ts`, await renderTypes(described.model)],
    [`${folder}/resources.ts`, renderResources(described)],
  ];
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
  const rows = replay(newest, steps);
  let errors: readonly string[] = [];

  beforeAll(async () => {
    const files = new Map<string, string>();
    // The version before a step is mostly that after the next one: each is generated once.
    const folders = new Map<string, string>();
    for (const [index, [{ program }, ...versions]] of rows.entries())
      for (const version of versions) {
        const text = JSON.stringify(version.document);
        const folder = folders.get(text) ?? `version-${folders.size}`;
        if (!folders.has(text))
          for (const [name, types] of await typesOf(folder, version, rules))
            files.set(name, types);
        folders.set(text, folder);
        files.set(
          `${version.name}-${index}.ts`,
          `import type { ApiResources } from "./${folder}/resources.js";
export async function run(cloud: ApiResources): Promise<void> {
  ${program}
}
`,
        );
      }
    errors = compilerErrors(files);
  });

  test("each version compiles", () => {
    expect(errors.filter((error) => error.includes("/version-"))).toEqual([]);
  });

  test.each(
    rows.map(
      ([step, ...versions], index) =>
        [step.name, step, versions, index] as const,
    ),
  )("%s", (_, step, versions, index) => {
    const [before, after] = versions.map(({ name, document }) => {
      return { name, text: JSON.stringify(document), rules };
    }) as [SurfaceSource, SurfaceSource];
    const lines = compareOpenapi(surface, before, after).map(
      ({ verdict, line }) => `${verdict}: ${line}`,
    );
    const wanted = step.breaking.map((line) => `breaking: ${line}`).sort();
    const found = lines.filter((line) => line.startsWith("breaking")).sort();
    expect(found).toEqual(wanted);
    expect(lines).toEqual(expect.arrayContaining([...(step.others ?? [])]));
    const errorsOf = (version: string) =>
      errors.filter((error) => error.includes(`/${version}-${index}.ts`));
    expect(errorsOf("before")).toEqual([]);
    if (step.error) expect(errorsOf("after").join("\n")).toMatch(step.error);
    else expect(errorsOf("after")).toEqual([]);
  });
});
