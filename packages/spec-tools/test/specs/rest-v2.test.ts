import { Ajv2020 } from "ajv/dist/2020.js";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readModel } from "../../src/generate/model/operations.js";
import { readSpec } from "../../src/generate/parse/spec.js";
import { readSurfaces } from "../../src/generate/parse/surfaces.js";

type JsonObject = Record<string, unknown>;

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: unknown;
  readonly parameters?: readonly JsonObject[];
  readonly requestBody?: JsonObject;
  readonly responses: Readonly<Record<string, JsonObject>>;
}

interface Document {
  readonly openapi: string;
  readonly info: JsonObject;
  readonly security: unknown;
  readonly paths: Readonly<Record<string, JsonObject>>;
  readonly components: Readonly<Record<string, Record<string, JsonObject>>>;
}

const METHODS = ["get", "put", "post", "patch", "delete"];

const FILE = "specs/rest-v2.openapi.yaml";
const document = parse(await readFile(FILE, "utf8")) as Document;
const spec = await readSpec(FILE);
const surfaces = await readSurfaces("specs");
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => ({
    path,
    route: `${method.toUpperCase()} ${path}`,
    pathParameters: (item["parameters"] ?? []) as readonly JsonObject[],
    operation: item[method] as Operation,
  })),
);
const schemas = document.components["schemas"] ?? {};

describe("the document of version 2", () => {
  test("is OpenAPI 3.1.0 and asks for the bearer key everywhere", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { version: "2.0.0", "x-source": "public-reference" },
    });
    const [name = "", ...others] = Object.keys(
      document.components["securitySchemes"] ?? {},
    );
    expect(others).toEqual([]);
    expect(document.components["securitySchemes"]?.[name]).toMatchObject({
      type: "http",
      scheme: "bearer",
    });
    expect(document.security).toEqual([{ [name]: [] }]);
    const excepted = operations.filter(({ operation }) => operation.security);
    expect(excepted).toEqual([]);
  });

  test("has 60 operations under /v2, the 146 published schemas, one for the lines of logs and three for known IDs", () => {
    expect(operations).toHaveLength(60);
    expect(Object.keys(schemas)).toHaveLength(150);
    expect(
      Object.keys(document.paths).filter((path) => !path.startsWith("/v2/")),
    ).toEqual([]);
  });

  test("gives each operation an id of its own, a tag and a text", () => {
    for (const { route, operation } of operations) {
      expect(operation.operationId, route).toMatch(/^[A-Za-z]+$/);
      expect(operation.tags, route).toHaveLength(1);
      expect(operation.summary, route).toMatch(/\w/);
      expect(operation.description, route).toMatch(/\.$/);
    }
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("gives each operation a success and problem details for every failure", () => {
    for (const { route, operation } of operations) {
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.some((status) => status.startsWith("2")),
        route,
      ).toBe(true);
      expect(statuses, route).toContain("default");
      for (const status of statuses.filter((one) => !one.startsWith("2")))
        expect(
          resolve(operation.responses[status]),
          `${route} ${status}`,
        ).toMatchObject({
          content: {
            "application/problem+json": {
              schema: { $ref: "#/components/schemas/ErrorResponse" },
            },
          },
        });
    }
  });

  test("declares the parameters that each path names, and describes every parameter", () => {
    for (const { path, route, pathParameters, operation } of operations) {
      const parameters = [
        ...pathParameters,
        ...(operation.parameters ?? []),
      ].map(resolve);
      const declared = parameters.filter((one) => one["in"] === "path");
      expect(
        declared.map((one) => `{${String(one["name"])}}`),
        route,
      ).toEqual(path.match(/\{\w+\}/g) ?? []);
      for (const one of parameters)
        expect(one["description"], `${route} ${String(one["name"])}`).toMatch(
          /\.$/,
        );
    }
  });

  test("gives the client nine resources without two methods of one name", () => {
    const rules = surfaces.find(({ name }) => name === "v2");
    const members = readModel(spec, rules).functions.map(
      ({ resource, name }) => [resource, name] as const,
    );
    expect(new Set(members.map(([resource]) => resource))).toEqual(
      new Set([
        "account",
        "billing",
        "catalog",
        "clusters",
        "networkVolumes",
        "pods",
        "registries",
        "serverless",
        "templates",
      ]),
    );
    const names = members.map((member) => member.join("."));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        "account.listSecrets",
        "account.createSecret",
        "account.updateSecret",
        "pods.list",
        "pods.create",
        "pods.update",
        "pods.delete",
        "pods.action",
        "pods.logs",
        "serverless.list",
        "serverless.create",
        "serverless.listWorkers",
        "serverless.listBuilds",
        "serverless.getBuild",
        "serverless.workerLogs",
        "networkVolumes.list",
        "clusters.listPods",
        "catalog.listGpuTypes",
        "billing.pods",
        "billing.serverless",
        "billing.endpoints",
        "billing.networkVolumes",
        "account.getSshKeys",
      ]),
    );
  });

  test("refers to what exists", () => {
    const references = [...nodesOf(document)].filter(
      ({ node }) => typeof node["$ref"] === "string",
    );
    expect(references.length).toBeGreaterThan(500);
    for (const { where, node } of references)
      expect(lookUp(String(node["$ref"])), where).toBeDefined();
  });

  test("describes every schema, every property, every response and every header", () => {
    const undescribed = [...nodesOf(document)].flatMap(({ where, node }) => [
      ...undescribedMembers(where, "properties", node["properties"]),
      ...undescribedMembers(where, "responses", node["responses"]),
      ...undescribedMembers(where, "headers", node["headers"]),
      ...undescribedMembers(where, "schemas", node["schemas"]),
    ]);
    expect(undescribed).toEqual([]);
  });
});

describe("the schemas of version 2", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "document");
  const validator = (name: string) => {
    const validate = ajv.getSchema(`document#/components/schemas/${name}`);
    if (!validate) throw new Error(`the document has no schema ${name}`);
    return validate;
  };

  test("compile", () => {
    for (const name of Object.keys(schemas))
      expect(validator(name), name).toBeTypeOf("function");
  });

  test("take a Pod with an image or a template, and nothing of version 0.1.0", () => {
    const isPod = validator("CreatePodRequest");
    const gpu = { id: "NVIDIA A40" };
    expect(isPod({ name: "a", image: "alpine", gpu })).toBe(true);
    expect(isPod({ name: "a", templateId: "t", gpu })).toBe(true);
    expect(isPod({ name: "a", gpu })).toBe(false);
    expect(isPod({ image: "alpine", gpu })).toBe(false);
    expect(isPod({ name: "a", image: "alpine", gpu, imageName: "b" })).toBe(
      false,
    );
    expect(
      isPod({ name: "a", image: "alpine", gpu: { ...gpu, pools: ["A"] } }),
    ).toBe(false);
  });

  test("take whole mounts only, and a persistent one from 10 GB on", () => {
    const isMounts = validator("Mounts");
    expect(isMounts({})).toBe(true);
    expect(isMounts({ persistent: { size: 10, path: "/data" } })).toBe(true);
    expect(isMounts({ persistent: { size: 9, path: "/data" } })).toBe(false);
    expect(isMounts({ persistent: { size: 10 } })).toBe(false);
    expect(isMounts({ network: [{ volumeId: "v" }] })).toBe(false);
  });

  test("take request-count scaling only for an endpoint that balances load", () => {
    const isEndpoint = validator("CreateEndpointRequest");
    const endpoint = {
      name: "a",
      image: "alpine",
      gpu: { pools: ["ADA_24"] },
      type: "QUEUE",
      scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
    };
    expect(isEndpoint(endpoint)).toBe(true);
    expect(isEndpoint({ ...endpoint, type: "LOAD_BALANCER" })).toBe(false);
    expect(
      isEndpoint({
        ...endpoint,
        type: "LOAD_BALANCER",
        scaling: { type: "REQUEST_COUNT", requestCount: 4 },
      }),
    ).toBe(true);
    expect(isEndpoint({ ...endpoint, flashboot: true })).toBe(false);
    expect(isEndpoint({ ...endpoint, scaling: undefined })).toBe(false);
  });
});

/** Every object within `value`, each with its path in the document. */
function* nodesOf(
  value: unknown,
  where = "#",
): Generator<{ where: string; node: JsonObject }> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { where, node: value as JsonObject };
  for (const [key, child] of Object.entries(value))
    yield* nodesOf(child, `${where}/${key}`);
}

/** The members of `map` that neither describe themselves nor refer to something that does. */
function undescribedMembers(
  where: string,
  kind: string,
  map: unknown,
): string[] {
  // The branches of `if` and `then` repeat properties that are described elsewhere.
  const isMap = typeof map === "object" && map !== null;
  if (!isMap || /\/(if|then|not)$/.test(where)) return [];
  return Object.entries(map as Record<string, JsonObject>)
    .filter(([, member]) => {
      const { description = resolve(member)["description"] } = member;
      return typeof description !== "string" || !description.endsWith(".");
    })
    .map(([name]) => `${where}/${kind}/${name}`);
}

/** What the reference in `node` points to, or the node itself. */
function resolve(node: JsonObject | undefined): JsonObject {
  const { $ref } = node ?? {};
  return (typeof $ref === "string" ? lookUp($ref) : node) as JsonObject;
}

function lookUp(reference: string): unknown {
  return reference
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>(
      (at, key) => (at as JsonObject | undefined)?.[key],
      document,
    );
}
