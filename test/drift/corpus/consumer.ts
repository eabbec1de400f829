import { readFile } from "node:fs/promises";
import {
  operationsOf,
  type Operation,
} from "../../../scripts/codegen/model/operations.js";
import type { Spec } from "../../../scripts/codegen/parse/spec.js";
import { renderResources } from "../../../scripts/codegen/render/resources.js";
import { renderTypes } from "../../../scripts/codegen/render/types.js";
import type {
  Description,
  Field,
  Shape,
} from "../../../src/compare/description.js";
import { schemaNames, specOf, type Fixture } from "./fixture.js";

/** A program that uses every operation, parameter and field of a surface, each on a line of its own. */
export interface Consumer {
  readonly text: string;
  /** What each line uses: `boats.create`, `BoatCreateInput.name`. */
  readonly uses: readonly (readonly string[])[];
}

const SURFACE = { file: "rest", name: "Rest", prefix: "" };

/** The files for the compiler: the consumer, and the types that the generator makes of a document. */
export async function filesOf(
  spec: Spec,
  consumer: Consumer,
): Promise<Map<string, string>> {
  const resources = renderResources(spec, operationsOf(spec), SURFACE);
  return new Map([
    ["/src/options.ts", OPTIONS],
    ["/src/rest/typed-client.ts", await readFile(TYPED_CLIENT, "utf8")],
    ["/node_modules/openapi-fetch/index.d.ts", OPENAPI_FETCH],
    ["/generated/surfaces/addresses.ts", "export type SurfaceName = string;"],
    ["/generated/rest/types.ts", await renderTypes(spec)],
    ["/generated/rest/resources.ts", resources],
    ["/consumer.ts", consumer.text],
  ]);
}

/** The types that the generated resources import. */
const TYPED_CLIENT = new URL(
  "../../../src/rest/typed-client.ts",
  import.meta.url,
);

const OPTIONS = `export interface CallOptions { readonly timeout?: number | undefined }
export interface EventStreamOptions extends CallOptions { readonly lastEventId?: string | undefined }
export type UpdateMethod = "patch" | "post";
export interface UpdateOptions extends CallOptions { readonly updateMethod?: UpdateMethod | undefined }
`;

const OPENAPI_FETCH = `export interface Client<Paths> { readonly paths: Paths }`;

const HEADER = `import type * as api from "./generated/rest/resources.js";
import type { components, paths } from "./generated/rest/types.js";
declare const cloud: api.RestResources; declare const text: string;
const options = { timeout: 1 };`;

interface Line {
  readonly text: string;
  readonly uses: readonly string[];
}

export function createConsumer(fixture: Fixture): Consumer {
  const spec = specOf(fixture.source);
  const operations = operationsOf(spec);
  const resources = renderResources(spec, operations, SURFACE);
  const context = {
    description: fixture.description,
    exported: exportedNames(resources),
  };
  const names = schemaNames(fixture);
  const schemas = Object.entries(fixture.description.schemas);
  const lines: Line[] = [
    ...HEADER.split("\n").map((line) => ({ text: line, uses: [] })),
    ...operations.flatMap((operation) => callLines(context, operation)),
    ...schemas
      .filter(([name]) => names.response.includes(name))
      .flatMap(([name, shape]) => readLines(context, name, shape)),
    ...schemas
      .filter(([name]) => names.request.includes(name))
      .flatMap(([name, shape]) => writeLines(context, name, shape)),
    ...Object.entries(fixture.description.operations).map(
      ([route, { name = route }], index) => routeLine(route, name, index),
    ),
  ];
  return {
    text: lines.map((line) => line.text).join("\n"),
    uses: lines.map(({ uses }) => uses),
  };
}

interface Context {
  readonly description: Description;
  /** The names that the generated resources export. */
  readonly exported: ReadonlySet<string>;
}

function exportedNames(text: string): Set<string> {
  const declarations = text.matchAll(/^export (?:interface|type) (\w+)/gm);
  return new Set([...declarations].map(([, name = ""]) => name));
}

/** One call with everything that is required, and one more for each query parameter. */
function callLines({ description }: Context, operation: Operation): Line[] {
  const { resource, name, route, pathParameters, method, headerParameters } =
    operation;
  const { parameters = {}, body } = description.operations[route] ?? {};
  const query = Object.entries(parameters).flatMap(([key, parameter]) =>
    key.startsWith("query ") ? [{ name: key.slice(6), parameter }] : [],
  );
  const call = `${resource}.${name}`;
  const required = query
    .filter(({ parameter }) => parameter.required)
    .map(({ name: key, parameter }) => ({
      key,
      value: sampleOf(description, parameter),
    }));
  const lineWith = (
    given: { readonly key: string; readonly value: string } | undefined,
    uses: string[],
  ): Line => {
    const members = required.filter(({ key }) => key !== given?.key);
    const all = given ? [...members, given] : members;
    const queryText = all.map(({ key, value }) => `${key}: ${value}`);
    const args = pathParameters.map(() => "text");
    if (body) args.push(sampleOf(description, body));
    if (method === "GET" || query.length > 0)
      args.push(`{ ${queryText.join(", ")} }`);
    if (headerParameters.length > 0) args.push("{}");
    args.push("options");
    return { text: `void cloud.${call}(${args.join(", ")});`, uses };
  };
  const schema = body?.ref === undefined ? [] : [body.ref];
  return [
    lineWith(undefined, [call, ...schema]),
    ...query.flatMap(({ name: key, parameter }) =>
      samplesOf(description, parameter).map((value) =>
        lineWith({ key, value }, [call]),
      ),
    ),
  ];
}

/** Reads each field of a response with the type that the description gives the field. */
function readLines(
  { description, exported }: Context,
  name: string,
  { fields = {} }: Shape,
): Line[] {
  const type = exported.has(name)
    ? `api.${name}`
    : `components["schemas"][${JSON.stringify(name)}]`;
  return Object.entries(fields).map(([field, shape]) => {
    const missing = shape.required ? "" : " | undefined";
    const fieldType = typeOf(description, shape) + missing;
    return {
      text: `export const a_${name}_${field} = (it: ${type}): ${fieldType} => it[${JSON.stringify(field)}];`,
      uses: [`${name}.${field}`],
    };
  });
}

/** Writes each field of a request. */
function writeLines(
  { description, exported }: Context,
  name: string,
  shape: Shape,
): Line[] {
  if (!exported.has(name) || !shape.fields) return [];
  const required = requiredMembers(description, shape);
  const lineWith = (field: string, value: string, uses: string[]): Line => {
    const members = required.filter(({ key }) => key !== field);
    const texts = members.map((member) => `${member.key}: ${member.value}`);
    if (field !== "") texts.push(`${field}: ${value}`);
    return {
      text: `((it: api.${name}) => it)({ ${texts.join(", ")} });`,
      uses,
    };
  };
  return [
    lineWith("", "", [name]),
    ...Object.entries(shape.fields).flatMap(([field, inner]) =>
      samplesOf(description, inner).map((value) =>
        lineWith(field, value, [`${name}.${field}`]),
      ),
    ),
  ];
}

/** The raw types of `cloud.rest` have the route. */
function routeLine(route: string, name: string, index: number): Line {
  const [method = "", path = ""] = route.split(" ");
  const type = `paths[${JSON.stringify(path)}][${JSON.stringify(method.toLowerCase())}]["responses"]`;
  return {
    text: `export const r${index} = (it: ${type}): object => it;`,
    uses: [name],
  };
}

function requiredMembers(
  description: Description,
  { fields = {} }: Shape,
): { readonly key: string; readonly value: string }[] {
  return Object.entries(fields)
    .filter(([, { required }]) => required)
    .map(([key, shape]) => ({ key, value: sampleOf(description, shape) }));
}

/** An expression for every value of an enumeration; one expression for any other type. */
function samplesOf(description: Description, shape: Field): string[] {
  const { values, open, items } = targetOf(description, shape);
  if (values && !open) return values.map((value) => JSON.stringify(value));
  return items
    ? samplesOf(description, items).map((sample) => `[${sample}]`)
    : [sampleOf(description, shape)];
}

function sampleOf(description: Description, shape: Shape): string {
  const target = targetOf(description, shape);
  const { type, values, open, items, anyOf } = target;
  if (values && !open) return JSON.stringify(values[0]);
  if (anyOf) return sampleOf(description, anyOf[0] ?? {});
  switch (type) {
    case "string":
      return "text";
    case "boolean":
      return "true as boolean";
    case "array":
      return `[${sampleOf(description, items ?? {})}]`;
    case "object": {
      const members = requiredMembers(description, target);
      const texts = members.map(({ key, value }) => `${key}: ${value}`);
      return `{ ${texts.join(", ")} }`;
    }
    default:
      return "1 as number";
  }
}

const TYPES: ReadonlyMap<string | undefined, string> = new Map([
  ["string", "string"],
  ["boolean", "boolean"],
  ["number", "number"],
  ["integer", "number"],
  ["object", "object"],
]);

function typeOf(description: Description, shape: Shape): string {
  const { type, items, nullable } = targetOf(description, shape);
  const plain =
    type === "array"
      ? `(${typeOf(description, items ?? {})})[]`
      : (TYPES.get(type) ?? "unknown");
  return nullable || shape.nullable ? `${plain} | null` : plain;
}

function targetOf({ schemas }: Description, shape: Shape): Shape {
  return shape.ref === undefined ? shape : (schemas[shape.ref] ?? {});
}
