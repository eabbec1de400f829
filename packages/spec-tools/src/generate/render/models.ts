import type {
  ModelInfo,
  ModelParameter,
  PricedModel,
  QuantityParameter,
} from "../../../../../src/models/info.js";
import { capitalize } from "../../document/names.js";
import {
  quantityPaths,
  type DescribedParameter,
  type Members,
  type ModelSpec,
} from "../parse/models.js";
import { docComment } from "./doc-comment.js";
import { literal } from "./literal.js";

/** `types.ts`: the input and the output of each model, and both by slug. */
export function renderModelTypes(models: readonly ModelSpec[]): string {
  const interfaces = models.flatMap(({ slug, kind, output, ...model }) => [
    `/** What \`${slug}\` takes. */
${renderInput(typeName(slug, "Input"), model)}`,
    kind === "text"
      ? `/** What \`${slug}\` answers with. */
export interface ${typeName(slug, "Output")} extends TextOutput {
${renderMembers(withoutChoices(output), "output", "  ")}
}`
      : `/** What \`${slug}\` answers with. */
export interface ${typeName(slug, "Output")} {
${renderMembers(output, "output", "  ")}
}`,
  ]);
  const retiredSlugs = models
    .filter(({ retired }) => retired)
    .map(({ slug }) => `"${slug}"`);
  return `import type { TextOutput } from "../../src/models/text-output.js";

${interfaces.join("\n\n")}

/** What each public model takes, by slug. */
export interface ModelInputs {
${renderMap(models, "Input")}
}

/** What each public model answers with, by slug. */
export interface ModelOutputs {
${renderMap(models, "Output")}
}

/** The slug of a public model. */
export type ModelSlug = keyof ModelInputs;

/** The slug of a public model that the service has retired. */
export type RetiredModelSlug = ${retiredSlugs.join(" | ") || "never"};`;
}

function renderInput(
  name: string,
  {
    input,
    open,
    needs_one_of: names,
  }: Pick<ModelSpec, "input" | "open" | "needs_one_of">,
): string {
  const members = `{
${renderMembers(input, "input", "  ")}${open ? OTHER_MEMBERS : ""}
}`;
  if (!names) return `export interface ${name} ${members}`;
  const oneOf = Object.entries(input)
    .filter(([each]) => names.includes(each))
    .map(([each, parameter]) => {
      const type = renderType(parameter, "input", "  ");
      return `{ ${each}: ${type} }`;
    });
  return `export type ${name} = ${members} & (${oneOf.join(" | ")});`;
}

/** Not all parameters of the model are known. */
const OTHER_MEMBERS = "\n  readonly [name: string]: unknown;";

function withoutChoices({ choices: _, ...others }: Members): Members {
  return others;
}

/** `kinds.ts`: what every call of a model may need to know of each public model. */
export function renderModelKinds(models: readonly ModelSpec[]): string {
  const kinds = Object.fromEntries(
    models.map(({ slug, kind }) => [slug, kind]),
  );
  const retired = Object.fromEntries(
    models.flatMap((model) =>
      model.retired ? [[model.slug, model.retired]] : [],
    ),
  );
  return `import type { ModelKind, ModelRetirement } from "../../src/models/info.js";
import type { ModelSlug, RetiredModelSlug } from "./types.js";

/** What every public model makes, by slug. */
export const modelKinds: Readonly<Record<ModelSlug, ModelKind>> = ${literal(kinds)};

/** The public models that the service has retired, by slug. */
export const retiredModels: Readonly<Record<RetiredModelSlug, ModelRetirement>> = ${literal(retired)};`;
}

/** `data.ts`: what a program can read of each model, by slug. */
export function renderModelData(models: readonly ModelSpec[]): string {
  const entries = models.map((model) => {
    const { slug, kind, price, captured, retired, open, input } = model;
    const { page_price: pagePrice, needs_one_of: needsOneOf } = model;
    const info: ModelInfo = {
      slug,
      kind,
      price,
      ...(pagePrice && { pagePrice }),
      ...(captured && { captured }),
      ...(retired && { retired }),
      ...(open && { open }),
      ...(needsOneOf && { needsOneOf }),
      parameters: mapValues(input, withoutDescription),
    };
    return [slug, info] as const;
  });
  return `import type { ModelInfoOf } from "../../src/models/info.js";
import type { ModelInputs } from "./types.js";

/** Every public model by slug: its kind, its price, and its parameters with their ranges and defaults. */
export const models: { readonly [Slug in keyof ModelInputs]: ModelInfoOf<Slug> } = ${literal(Object.fromEntries(entries))};`;
}

/** `prices.ts`: only the data that an estimate of the cost needs, so that a program that estimates stays small. */
export function renderModelPrices(models: readonly ModelSpec[]): string {
  const prices = Object.fromEntries(
    models.map((model) => [model.slug, pricedModel(model)]),
  );
  return `import type { PricedModel } from "../../src/models/info.js";
import type { ModelSlug } from "./types.js";

/** The price of every public model by slug, and the parameters that say how much of it a job makes. */
export const modelPrices: Readonly<Record<ModelSlug, PricedModel>> = ${literal(prices)};`;
}

function pricedModel({ price, input }: ModelSpec): PricedModel {
  const quantity = quantityPaths(price.unit, input).map((path) =>
    quantityParameter(input, path),
  );
  return "by" in price
    ? { price, by: quantityParameter(input, [price.by]), quantity }
    : { price, quantity };
}

function quantityParameter(
  input: Members,
  path: readonly string[],
): QuantityParameter {
  const [first = "", second] = path;
  const outer = input[first];
  const parameter = second === undefined ? outer : outer?.properties?.[second];
  const value = parameter?.default;
  return typeof value === "string" || typeof value === "number"
    ? { path, default: value }
    : { path };
}

function renderMap(
  models: readonly ModelSpec[],
  suffix: "Input" | "Output",
): string {
  return models
    .map(({ slug, title, description, retired }) =>
      docComment(
        [
          `${title}. ${description}`,
          retired === undefined
            ? ""
            : `@deprecated This model has been retired since ${retired.since}. The nearest live model is \`${retired.nearest}\`.`,
        ],
        "  ",
      ).concat(`  "${slug}": ${typeName(slug, suffix)};`),
    )
    .join("\n");
}

/** Members of an interface. What is sent may hold undefined, which counts as absent; what is received does not. */
function renderMembers(
  members: Members,
  direction: "input" | "output",
  indent: string,
): string {
  return Object.entries(members)
    .map(([name, parameter]) => {
      const { description = "", required } = parameter;
      const paragraphs = [
        [description, rangeText(parameter)].join(" "),
        defaultTag(parameter),
      ];
      const type = renderType(parameter, direction, indent);
      const optional = direction === "input" ? `${type} | undefined` : type;
      const member = required ? `${name}: ${type}` : `${name}?: ${optional}`;
      return `${docComment(paragraphs, indent)}${indent}${member};`;
    })
    .join("\n");
}

function renderType(
  { type, values, known, items, properties }: DescribedParameter,
  direction: "input" | "output",
  indent: string,
): string {
  if (values) return union(values);
  if (known) return `${union(known)} | ${openType(type)}`;
  if (type === "integer") return "number";
  if (type === "array") {
    const item = items ? renderType(items, direction, indent) : "unknown";
    const isName = /^[\w ]+$/.test(item) || item.startsWith("{");
    return `readonly ${isName ? item : `(${item})`}[]`;
  }
  if (type === "object") return renderObject(properties, direction, indent);
  return type;
}

/** An object that is received may have further members. */
function renderObject(
  properties: Members | undefined,
  direction: "input" | "output",
  indent: string,
): string {
  const others = "readonly [name: string]: unknown";
  if (!properties) return `{ ${others} }`;
  const members = renderMembers(properties, direction, `${indent}  `);
  const rest = direction === "output" ? `\n${indent}  ${others};` : "";
  return `{\n${members}${rest}\n${indent}}`;
}

function union(values: readonly (string | number)[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

/** Any value of the type. Unlike plain `string` or `number`, it keeps the completion of the known values. */
function openType(type: string): string {
  return type === "string" ? "(string & {})" : "(number & {})";
}

/** A sentence about the numbers that a parameter takes; empty where it takes any. */
function rangeText({ minimum, maximum, multipleOf }: ModelParameter): string {
  const steps = multipleOf === undefined ? "" : `in steps of ${multipleOf}`;
  const text = [limitsText(minimum, maximum), steps]
    .filter((part) => part !== "")
    .join(", ");
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function limitsText(minimum?: number, maximum?: number): string {
  if (minimum !== undefined && maximum !== undefined)
    return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? "" : `at most ${maximum}`;
}

function defaultTag({ default: value }: ModelParameter): string {
  return value === undefined ? "" : `@default ${JSON.stringify(value)}`;
}

function withoutDescription({
  description: _,
  items,
  properties,
  ...parameter
}: DescribedParameter): ModelParameter {
  return {
    ...parameter,
    ...(items && { items: withoutDescription(items) }),
    ...(properties && {
      properties: mapValues(properties, withoutDescription),
    }),
  };
}

function mapValues<T, R>(
  object: Readonly<Record<string, T>>,
  map: (value: T) => R,
): Record<string, R> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, map(value)]),
  );
}

/** `Flux1DevInput` for `flux-1-dev`. */
function typeName(slug: string, suffix: "Input" | "Output"): string {
  return slug.split("-").map(capitalize).join("") + suffix;
}
