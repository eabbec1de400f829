import { readModel } from "../../../src/generate/model/operations.js";
import type { Spec } from "../../../src/generate/parse/spec.js";
import { renderResources } from "../../../src/generate/render/resources.js";
import { renderTypes } from "../../../src/generate/render/types.js";
import type { ComparedModel } from "../../../src/compare/compared.js";
import type { Operation, Schema } from "../../../src/document/model.js";
import { targetIn } from "../../../src/document/targets.js";
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
  const read = readModel(spec);
  const resources = renderResources({ surface: SURFACE, ...read });
  return new Map([
    ["rest/types.ts", await renderTypes(read.model)],
    ["rest/resources.ts", resources],
    ["rest/consumer.ts", consumer.text],
  ]);
}

const HEADER = `import type * as api from "./resources.js";
import type { components, paths } from "./types.js";
declare const cloud: api.RestResources; declare const text: string;
const options = { timeout: 1 };`;

interface Line {
  readonly text: string;
  readonly uses: readonly string[];
}

export function createConsumer(fixture: Fixture): Consumer {
  const spec = specOf(fixture.source);
  const read = readModel(spec);
  const resources = renderResources({ surface: SURFACE, ...read });
  const context = {
    model: fixture.model,
    exported: exportedNames(resources),
  };
  const names = schemaNames(fixture);
  const schemas = Object.entries(fixture.model.schemas);
  const lines: Line[] = [
    ...HEADER.split("\n").map((line) => ({ text: line, uses: [] })),
    ...read.functions.flatMap((operation) => callLines(context, operation)),
    ...schemas
      .filter(([name]) => names.response.includes(name))
      .flatMap(([name, shape]) => readLines(context, name, shape)),
    ...schemas
      .filter(([name]) => names.request.includes(name))
      .flatMap(([name, shape]) => writeLines(context, name, shape)),
    ...[...fixture.names].map(([route, name], index) =>
      routeLine(route, name, index),
    ),
  ];
  return {
    text: lines.map((line) => line.text).join("\n"),
    uses: lines.map(({ uses }) => uses),
  };
}

interface Context {
  readonly model: ComparedModel;
  /** The names that the generated resources export. */
  readonly exported: ReadonlySet<string>;
}

function exportedNames(text: string): Set<string> {
  const declarations = text.matchAll(/^export (?:interface|type) (\w+)/gm);
  return new Set([...declarations].map(([, name = ""]) => name));
}

/** One call with everything that is required, and one more for each query parameter. */
function callLines({ model }: Context, operation: Operation): Line[] {
  const { resource, name, pathParameters, queryParameters, body } = operation;
  const call = `${resource}.${name}`;
  const required = queryParameters
    .filter((parameter) => parameter.required)
    .map((parameter) => ({
      key: parameter.name,
      value: sampleOf(model, parameter.schema),
    }));
  const schema = body?.sent?.schema;
  const takes = (argument: string) =>
    operation.signature.parameters.some((each) => each.name === argument);
  const lineWith = (
    given: { readonly key: string; readonly value: string } | undefined,
    uses: string[],
  ): Line => {
    const members = required.filter(({ key }) => key !== given?.key);
    const all = given ? [...members, given] : members;
    const queryText = all.map(({ key, value }) => `${key}: ${value}`);
    const args = pathParameters.map(() => "text");
    if (schema) args.push(sampleOf(model, schema));
    if (takes("query")) args.push(`{ ${queryText.join(", ")} }`);
    args.push("options");
    return { text: `void cloud.${call}(${args.join(", ")});`, uses };
  };
  const named = schema?.ref === undefined ? [] : [schema.ref];
  return [
    lineWith(undefined, [call, ...named]),
    ...queryParameters.flatMap((parameter) =>
      samplesOf(model, parameter.schema).map((value) =>
        lineWith({ key: parameter.name, value }, [call]),
      ),
    ),
  ];
}

/** Reads each field of a response with the type that the model gives the field. */
function readLines(
  { model, exported }: Context,
  name: string,
  { members = {}, required = [] }: Schema,
): Line[] {
  const type = exported.has(name)
    ? `api.${name}`
    : `components["schemas"][${JSON.stringify(name)}]`;
  return Object.entries(members).map(([field, schema]) => {
    const missing = required.includes(field) ? "" : " | undefined";
    const fieldType = typeOf(model, schema) + missing;
    return {
      text: `export const a_${name}_${field} = (it: ${type}): ${fieldType} => it[${JSON.stringify(field)}];`,
      uses: [`${name}.${field}`],
    };
  });
}

/** Writes each field of a request. */
function writeLines(
  { model, exported }: Context,
  name: string,
  schema: Schema,
): Line[] {
  if (!exported.has(name) || !schema.members) return [];
  const required = requiredMembers(model, schema);
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
    ...Object.entries(schema.members).flatMap(([field, inner]) =>
      samplesOf(model, inner).map((value) =>
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
  model: ComparedModel,
  { members = {}, required = [] }: Schema,
): { readonly key: string; readonly value: string }[] {
  return Object.entries(members)
    .filter(([key]) => required.includes(key))
    .map(([key, schema]) => ({ key, value: sampleOf(model, schema) }));
}

/** An expression for every value of an enumeration; one expression for any other type. */
function samplesOf(model: ComparedModel, schema: Schema): string[] {
  const { values, open, items } = targetIn(model.schemas)(schema);
  if (values && !open) return values.map((value) => JSON.stringify(value));
  return items
    ? samplesOf(model, items).map((sample) => `[${sample}]`)
    : [sampleOf(model, schema)];
}

function sampleOf(model: ComparedModel, schema: Schema): string {
  const target = targetIn(model.schemas)(schema);
  const { types = [], values, open, items, anyOf } = target;
  if (values && !open) return JSON.stringify(values[0]);
  if (anyOf) return sampleOf(model, anyOf[0] ?? {});
  switch (types[0]) {
    case "string":
      return "text";
    case "boolean":
      return "true as boolean";
    case "array":
      return `[${sampleOf(model, items ?? {})}]`;
    case "object": {
      const members = requiredMembers(model, target);
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

function typeOf(model: ComparedModel, schema: Schema): string {
  const { types = [], items, nullable } = targetIn(model.schemas)(schema);
  const plain =
    types[0] === "array"
      ? `(${typeOf(model, items ?? {})})[]`
      : (TYPES.get(types[0]) ?? "unknown");
  return nullable ? `${plain} | null` : plain;
}
