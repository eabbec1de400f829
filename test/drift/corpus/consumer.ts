import type {
  Description,
  Field,
  Shape,
} from "../../../src/cli/drift/description.js";
import {
  operationsOf,
  type Operation,
} from "../../../scripts/codegen/model/operations.js";
import { renderResources } from "../../../scripts/codegen/render/resources.js";
import type { Spec } from "../../../scripts/codegen/parse/spec.js";
import { renderTypes } from "../../../scripts/codegen/render/types.js";
import type { Known } from "./mutation.js";

/** A program that uses every operation, parameter and field of a surface, each on a line of its own. */
export interface Consumer {
  readonly text: string;
  /** What each line uses: `pods.create`, `PodCreateInput.imageName`. */
  readonly uses: readonly (readonly string[])[];
}

/** What is generated from a document, and the program, as files of a compiler. */
export async function filesOf(
  spec: Spec,
  consumer: string,
): Promise<Map<string, string>> {
  const surface = { file: "api", name: "Api", prefix: "" };
  return new Map([
    ["/src/options.ts", OPTIONS],
    ["/generated/api.types.ts", await renderTypes(spec)],
    ["/generated/api.ts", renderResources(spec, operationsOf(spec), surface)],
    ["/consumer.ts", consumer],
  ]);
}

const OPTIONS = `export interface CallOptions { readonly timeout?: number | undefined }
export interface UpdateOptions extends CallOptions { readonly updateMethod?: "patch" | "post" | undefined }
`;

export function consumerOf(
  spec: Spec,
  description: Description,
  { sent, answered }: Pick<Known, "sent" | "answered">,
): Consumer {
  const lines: { text: string; uses: string[] }[] = [
    { text: 'import type * as api from "./generated/api.js";', uses: [] },
    {
      text: 'import type { components, paths } from "./generated/api.types.js";',
      uses: [],
    },
    {
      text: "declare const cloud: api.ApiResources; declare const text: string;",
      uses: [],
    },
    { text: "const options = { timeout: 1 };", uses: [] },
  ];
  const operations = operationsOf(spec);
  const exported = exportedBy(
    renderResources(spec, operations, { file: "api", name: "Api", prefix: "" }),
  );
  const context = { description, exported };
  for (const operation of operations)
    lines.push(...callsOf(context, operation));
  for (const [name, shape] of Object.entries(description.schemas)) {
    const [isSent, isAnswered] = [sent.includes(name), answered.includes(name)];
    if (isAnswered) lines.push(...readsOf(context, name, shape));
    if (isSent) lines.push(...writesOf(context, name, shape));
  }
  for (const [route, { name = route }] of Object.entries(
    description.operations,
  )) {
    const [method = "", path = ""] = route.split(" ");
    const type = `paths[${JSON.stringify(path)}][${JSON.stringify(method.toLowerCase())}]["responses"]`;
    lines.push({
      text: `export const r${lines.length} = (it: ${type}): object => it;`,
      uses: [name],
    });
  }
  return {
    text: lines.map(({ text }) => text).join("\n"),
    uses: lines.map(({ uses }) => uses),
  };
}

interface Context {
  readonly description: Description;
  readonly exported: ReadonlySet<string>;
}

interface Line {
  readonly text: string;
  readonly uses: string[];
}

function exportedBy(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(
      ([, name = ""]) => name,
    ),
  );
}

/** One call with what is needed, and one more for each parameter. */
function callsOf({ description }: Context, operation: Operation): Line[] {
  const { resource, name, route, pathParameters, method } = operation;
  const { parameters = {}, body } = description.operations[route] ?? {};
  const query = Object.entries(parameters).filter(([key]) =>
    key.startsWith("query "),
  );
  const call = `${resource}.${name}`;
  const line = (given: string, uses: string[]): Line => {
    const args = [
      ...pathParameters.map(() => "text"),
      ...(body ? [sampleOf(description, body)] : []),
      ...(method === "GET" || query.length > 0 ? [`{ ${given} }`] : []),
      "options",
    ];
    return { text: `void cloud.${call}(${args.join(", ")});`, uses };
  };
  const whole = line("", [
    call,
    ...(body?.ref === undefined ? [] : [body.ref]),
  ]);
  return [
    whole,
    ...query.flatMap(([key, shape]) =>
      samplesOf(description, shape).map((sample) =>
        line(`${key.slice(6)}: ${sample}`, [call]),
      ),
    ),
  ];
}

/** Each field of what is answered, taken for what it is. */
function readsOf(
  { description, exported }: Context,
  name: string,
  { fields = {} }: Shape,
): Line[] {
  const type = exported.has(name)
    ? `api.${name}`
    : `components["schemas"][${JSON.stringify(name)}]`;
  return Object.entries(fields).map(([field, shape]) => ({
    text: `export const a_${name}_${field} = (it: ${type}): ${typeOf(description, shape)} | undefined => it[${JSON.stringify(field)}];`,
    uses: [`${name}.${field}`],
  }));
}

/** Each field of what is sent, given. */
function writesOf(
  { description, exported }: Context,
  name: string,
  shape: Shape,
): Line[] {
  if (!exported.has(name) || !shape.fields) return [];
  const needed = neededIn(description, shape);
  const write = (given: string, uses: string[]): Line => ({
    text: `((it: api.${name}) => it)({ ${[...needed.filter(([key]) => !given.startsWith(`${key}:`)).map(([, text]) => text), given].join(", ")} });`,
    uses,
  });
  return [
    write("", [name]),
    ...Object.entries(shape.fields).flatMap(([field, inner]) =>
      samplesOf(description, inner).map((sample) =>
        write(`${field}: ${sample}`, [`${name}.${field}`]),
      ),
    ),
  ];
}

function neededIn(
  description: Description,
  { fields = {} }: Shape,
): [string, string][] {
  return Object.entries(fields)
    .filter(([, { required }]) => required)
    .map(([name, shape]) => [name, `${name}: ${sampleOf(description, shape)}`]);
}

/** Every value of an enumeration, else one value. */
function samplesOf(description: Description, shape: Field): string[] {
  const { values, open, items } = resolved(description, shape);
  if (values && !open) return values.map((value) => JSON.stringify(value));
  return items
    ? samplesOf(description, items).map((sample) => `[${sample}]`)
    : [sampleOf(description, shape)];
}

function sampleOf(description: Description, shape: Shape): string {
  const { type, values, open, items, any, ...rest } = resolved(
    description,
    shape,
  );
  if (values && !open) return JSON.stringify(values[0]);
  if (any) return sampleOf(description, any[0] ?? {});
  switch (type) {
    case "string":
      return "text";
    case "boolean":
      return "true as boolean";
    case "array":
      return `[${sampleOf(description, items ?? {})}]`;
    case "object":
      return `{ ${neededIn(description, rest)
        .map(([, text]) => text)
        .join(", ")} }`;
    default:
      return "1 as number";
  }
}

function typeOf(description: Description, shape: Shape): string {
  const { type, items, nullable } = resolved(description, shape);
  const words: Readonly<Record<string, string>> = {
    string: "string",
    boolean: "boolean",
    number: "number",
    integer: "number",
    object: "object",
  };
  const plain =
    type === "array"
      ? `(${typeOf(description, items ?? {})})[]`
      : (words[type ?? ""] ?? "unknown");
  return nullable || shape.nullable ? `${plain} | null` : plain;
}

function resolved({ schemas }: Description, shape: Shape): Shape {
  return shape.ref === undefined ? shape : (schemas[shape.ref] ?? {});
}
