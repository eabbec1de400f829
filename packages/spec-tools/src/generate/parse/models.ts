import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DocumentError } from "../../document/error.js";
import type {
  CapturedAnswer,
  ModelKind,
  ModelParameter,
  ModelPrice,
  ModelRetirement,
} from "../../../../../src/models/info.js";
import type { Path } from "../../document/json.js";
import modelsSchema from "./models.schema.json" with { type: "json" };
import { checkSchema, compileSchema } from "./schema-errors.js";
import { throwErrors, type ErrorAt } from "./errors.js";
import { parseYaml } from "./yaml.js";

/** The name of the document within the folder of the specs. */
export const MODELS_FILE = "models.yaml";

/** One public model, as `specs/models.yaml` describes it. */
export interface ModelSpec {
  readonly slug: string;
  readonly title: string;
  readonly kind: ModelKind;
  readonly description: string;
  readonly price: ModelPrice;
  readonly page_price?: ModelPrice;
  readonly captured?: CapturedAnswer;
  readonly retired?: ModelRetirement;
  readonly open?: true;
  readonly needs_one_of?: readonly string[];
  readonly input: Members;
  readonly output: Members;
}

/** The parameters of an input, or the members of an output, by name. */
export type Members = Readonly<Record<string, DescribedParameter>>;

/** A parameter with its description, which the generated comments show and the generated data leave out. */
export interface DescribedParameter extends ModelParameter {
  readonly description?: string;
  readonly items?: DescribedParameter;
  readonly properties?: Members;
}

/** The document as the JSON Schema describes it. */
interface ModelsDocument {
  readonly models: Readonly<Record<string, Omit<ModelSpec, "slug">>>;
}

/** Notes what is wrong with the part of the document at `path`. */
type Report = (path: Path, message: string) => void;

/**
 * The models of `models.yaml` in `folder`, in its order.
 * @throws {DocumentError} with a line per problem: the line in the file, the model, the parameter, and what is wrong
 */
export async function readModels(
  folder: string,
): Promise<readonly ModelSpec[]> {
  const file = `specs/${MODELS_FILE}`;
  return parseModels(file, await readFile(join(folder, MODELS_FILE), "utf8"));
}

/** Parses the text of a document like `readModels`. Messages call the document `file`. */
export function parseModels(file: string, text: string): readonly ModelSpec[] {
  const { data, lineOf } = parseYaml(file, text);
  const errorAt: ErrorAt = (path, message) => {
    const place = [`${file}:${lineOf(path)}`, path.join(" › "), message];
    return new DocumentError(place.filter((part) => part !== "").join(": "));
  };
  // What the schema refuses cannot be checked further.
  const document = checkSchema(isDocument, data, errorAt);
  const models = Object.entries(document.models).map(
    ([slug, model]): ModelSpec => ({ slug, ...model }),
  );
  const errors: DocumentError[] = [];
  const report: Report = (path, message) =>
    void errors.push(errorAt(path, message));
  for (const model of models) checkModel(model, report);
  checkNearest(models, report);
  throwErrors(errors);
  return models;
}

const isDocument = compileSchema<ModelsDocument>(modelsSchema);

/** The model that takes the place of a retired one is of the same kind, and is served. */
function checkNearest(models: readonly ModelSpec[], report: Report): void {
  for (const { slug, kind, retired } of models) {
    if (!retired) continue;
    const nearest = models.find((other) => other.slug === retired.nearest);
    if (nearest?.kind !== kind || nearest.retired)
      report(
        ["models", slug, "retired", "nearest"],
        `must be the slug of a live model of the kind ${kind}`,
      );
  }
}

function checkModel(model: ModelSpec, report: Report): void {
  const path = ["models", model.slug];
  for (const member of ["input", "output"] as const)
    for (const [name, parameter] of Object.entries(model[member]))
      checkParameter(parameter, [...path, member, name], report);
  for (const [index, name] of (model.needs_one_of ?? []).entries())
    if (!Object.hasOwn(model.input, name))
      report([...path, "needs_one_of", index], "is no parameter of the model");
  for (const member of ["price", "page_price"] as const) {
    const price = model[member];
    if (price) checkPrice(price, model.input, [...path, member], report);
  }
}

function checkParameter(
  parameter: DescribedParameter,
  path: Path,
  report: Report,
): void {
  const { minimum, maximum, items, properties } = parameter;
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    report([...path, "minimum"], "is more than the maximum");
  checkListed(parameter, "values", path, report);
  checkListed(parameter, "known", path, report);
  checkDefault(parameter, path, report);
  if (items) checkParameter(items, [...path, "items"], report);
  for (const [name, property] of Object.entries(properties ?? {}))
    checkParameter(property, [...path, "properties", name], report);
}

function checkListed(
  parameter: DescribedParameter,
  member: "values" | "known",
  path: Path,
  report: Report,
): void {
  for (const [index, value] of (parameter[member] ?? []).entries()) {
    const reason = valueError(value, parameter);
    if (reason !== undefined) report([...path, member, index], reason);
  }
}

function checkDefault(
  parameter: DescribedParameter,
  path: Path,
  report: Report,
): void {
  const { values } = parameter;
  const value = parameter.default;
  if (value === undefined) return;
  const at = [...path, "default"];
  if (parameter.required)
    report(at, "does not go with required: the service never uses the default");
  const reason = valueError(value, parameter);
  if (reason !== undefined) report(at, reason);
  else if (values && !values.includes(value as string))
    report(at, "must be one of the values");
}

/** Why a value cannot be one of the parameter; undefined where it can. */
function valueError(
  value: string | number | boolean,
  { type, minimum = -Infinity, maximum = Infinity }: ModelParameter,
): string | undefined {
  const isOfType =
    type === "integer" ? Number.isInteger(value) : typeof value === type;
  if (!isOfType) return `must be of the type ${type}`;
  if (typeof value === "number" && (value < minimum || value > maximum))
    return "must be within minimum and maximum";
  return undefined;
}

function checkPrice(
  price: ModelPrice,
  input: Members,
  path: Path,
  report: Report,
): void {
  const { least: _, ...form } = price as ModelPrice & { least?: number };
  const members = Object.keys(form).sort().join(" ");
  if (!PRICE_FORMS.includes(members)) {
    report(
      path,
      `must have the members of one form: ${PRICE_FORMS.join("; ")}`,
    );
    return;
  }
  if ((price.unit === "unknown") !== "note" in price)
    report(path, "has a note if, and only if, its unit is unknown");
  if ("min" in price && price.max !== undefined && price.min > price.max)
    report([...path, "min"], "is more than max");
  if ("by" in price) checkPriceBy(price, input, path, report);
  else if ("perUnit" in price && typeof price.perUnit !== "number")
    report([...path, "perUnit"], "must be a number");
  for (const [name = ""] of quantityPaths(price.unit, input))
    if (!(name in input))
      report(path, `is for each ${price.unit}: the input needs ${name}`);
}

/** The members that a price may have, sorted. */
const PRICE_FORMS = [
  "perUnit unit",
  "by perUnit unit",
  "max min unit",
  "min unit",
  "note unit",
];

function checkPriceBy(
  { by, perUnit }: Extract<ModelPrice, { by: string }>,
  input: Members,
  path: Path,
  report: Report,
): void {
  const parameter = Object.hasOwn(input, by) ? input[by] : undefined;
  const values = parameter?.values?.map(String) ?? [];
  if (values.length === 0) {
    report([...path, "by"], `must name a parameter with values, not ${by}`);
    return;
  }
  const priced = Object.keys(Object(perUnit) as object);
  for (const value of priced)
    if (!values.includes(value))
      report([...path, "perUnit", value], `is not a value of ${by}`);
  const missing = values.filter((value) => !priced.includes(value));
  if (missing.length > 0)
    report([...path, "perUnit"], `has no price for ${missing.join(", ")}`);
}

/** The paths of the parameters that say how many units of its price a job makes. */
export function quantityPaths(
  unit: string,
  input: Members,
): (readonly string[])[] {
  switch (unit) {
    case "megapixel":
      return [["width"], ["height"]];
    case "second":
      return "duration" in input ? [["duration"]] : [];
    case "1000 characters":
      return [["prompt"]];
    case "1M tokens":
      return [tokenLimitOf(input)];
    default:
      return [];
  }
}

/**
 * The path of the parameter that limits the tokens of the answer. In some models, it is a member of another parameter.
 */
function tokenLimitOf(input: Members): readonly string[] {
  if ("max_tokens" in input) return ["max_tokens"];
  const parent = Object.entries(input).find(
    ([, { properties }]) => properties && "max_tokens" in properties,
  );
  return parent ? [parent[0], "max_tokens"] : ["max_tokens"];
}
