import { DocumentError } from "../document/error.js";
import { mergeChanges, type Change } from "./change.js";
import type { JsonType, Limit, Schema } from "../document/model.js";
import type { ComparedModel, ComparedOperation } from "./compared.js";
import { isObject, member } from "../document/json.js";
import { code } from "./findings.js";
import { compareDocuments } from "./operations.js";

/** What matters for compatibility of the public models, without any prose. */
interface ModelsDescription {
  /** One operation for each model, which submits a job: its name is the slug. */
  readonly calls: ComparedModel;
  readonly facts: Readonly<Record<string, ModelFacts>>;
}

/** The facts about a model that its types do not show. */
interface ModelFacts {
  readonly kind: string;
  /** The price in words: `"0.02 for each megapixel"`. */
  readonly price: string;
  /** The default of each parameter that has one, by its path: `"sampling_params.max_tokens"`. */
  readonly defaults: Readonly<Record<string, Limit>>;
}

/**
 * Describes a parsed document of models: an object with the member `models`, as in `specs/models.yaml`.
 *
 * @throws DocumentError when the value is no such document
 */
export function describeModels(document: unknown): ModelsDescription {
  const models = member(document, "models");
  if (!isObject(models))
    throw new DocumentError(
      "this is not a document of models: it needs a property models, with a model for each slug",
    );
  const operations: ComparedOperation[] = [];
  const facts: [string, ModelFacts][] = [];
  for (const [slug, model] of Object.entries(models)) {
    const input = member(model, "input");
    if (!isObject(input))
      throw new DocumentError(`the model ${slug} has no input`);
    const output = describeMembers(member(model, "output"));
    operations.push({
      ...CALL,
      route: `POST /v2/${slug}/run`,
      name: slug,
      body: { required: true, contents: [jsonOf(describeMembers(input))] },
      successes: [{ status: "200", contents: [jsonOf(output)] }],
    });
    facts.push([
      slug,
      {
        kind: textOf(member(model, "kind")) ?? "",
        price: priceInWords(member(model, "price")),
        defaults: Object.fromEntries(defaultsOf(input)),
      },
    ]);
  }
  return {
    calls: {
      prefix: "",
      operations,
      schemas: {},
      sent: [],
      received: [],
      address: "",
      rules: {},
    },
    facts: Object.fromEntries(facts),
  };
}

/** What the calls of all models have in common. */
const CALL = {
  resource: "",
  pathParameters: [],
  queryParameters: [],
  headerParameters: [],
  errors: {},
  signature: { returns: "" },
};

function jsonOf(schema: Schema) {
  return { mediaType: "application/json", schema };
}

function describeMembers(members: unknown): Schema {
  const described = entriesOf(members).map(
    ([name, parameter]) => [name, describeParameter(parameter)] as const,
  );
  const required = entriesOf(members)
    .filter(([, parameter]) => member(parameter, "required") === true)
    .map(([name]) => name);
  return {
    types: ["object"],
    members: Object.fromEntries(described),
    ...(required.length > 0 && { required }),
  };
}

function describeParameter(parameter: unknown): Schema {
  const type = textOf(member(parameter, "type"));
  const closed = member(parameter, "values");
  const values = listOf(closed ?? member(parameter, "known")).map(String);
  const format = textOf(member(parameter, "format"));
  const items = member(parameter, "items");
  const properties = member(parameter, "properties");
  const limits = LIMITS.flatMap((name): [string, number][] => {
    const limit = member(parameter, name);
    return typeof limit === "number" ? [[name, limit]] : [];
  });
  return {
    ...(properties !== undefined && describeMembers(properties)),
    ...(type !== undefined && { types: [type as JsonType] }),
    ...(values.length > 0 && { values }),
    ...(values.length > 0 && closed === undefined && { open: "always" }),
    ...(format !== undefined && { format }),
    ...(items !== undefined && { items: describeParameter(items) }),
    ...(limits.length > 0 && { limits: Object.fromEntries(limits) }),
  };
}

const LIMITS: readonly string[] = ["minimum", "maximum", "multipleOf"];

function defaultsOf(members: unknown, prefix = ""): [string, Limit][] {
  return entriesOf(members).flatMap(([name, parameter]) => {
    const path = prefix + name;
    const value = member(parameter, "default");
    const inner = defaultsOf(member(parameter, "properties"), `${path}.`);
    return isScalar(value) ? [[path, value], ...inner] : inner;
  });
}

function isScalar(value: unknown): value is Limit {
  return ["string", "number", "boolean"].includes(typeof value);
}

/**
 * A price in words, the same for any order of its members. A price that only a note describes becomes "not published as
 * a number".
 */
function priceInWords(price: unknown): string {
  const unit = textOf(member(price, "unit")) ?? "unknown";
  if (unit === "unknown") return "not published as a number";
  const each = `for each ${unit}`;
  const perUnit = member(price, "perUnit");
  if (typeof perUnit === "number") return `${perUnit} ${each}`;
  if (isObject(perUnit)) {
    const by = textOf(member(price, "by")) ?? "";
    const amounts = Object.entries(perUnit).map(
      ([value, amount]) => `${numberOf(amount)} with ${by} ${value}`,
    );
    return `${amounts.sort().join(", ")} ${each}`;
  }
  const min = numberOf(member(price, "min"));
  const max = numberOf(member(price, "max"));
  return max === "" ? `from ${min} ${each}` : `${min} to ${max} ${each}`;
}

function numberOf(amount: unknown): string {
  return typeof amount === "number" ? String(amount) : "";
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Every change from one description of the public models to another. */
export function compareModels(
  before: ModelsDescription,
  after: ModelsDescription,
): Change[] {
  const calls = compareDocuments(before.calls, after.calls);
  const facts = Object.entries(after.facts).flatMap(([slug, now]) => {
    const was = Object.hasOwn(before.facts, slug)
      ? before.facts[slug]
      : undefined;
    return was ? compareFacts(slug, was, now) : [];
  });
  return mergeChanges([...calls, ...facts]).map((change) => ({
    ...change,
    line: `Models: ${change.line}`,
  }));
}

function compareFacts(
  slug: string,
  before: ModelFacts,
  after: ModelFacts,
): Change[] {
  const compare = (
    subject: string,
    was: Limit | undefined,
    is: Limit | undefined,
  ): Change[] => {
    if (was === is) return [];
    const now = is === undefined ? "no longer set" : `now ${code(String(is))}`;
    const then = was === undefined ? "" : `, was ${code(String(was))}`;
    const line = `${subject} of ${code(slug)} is ${now}${then}`;
    return [{ verdict: "compatible", line, routes: [`POST /v2/${slug}/run`] }];
  };
  const paths = new Set([
    ...Object.keys(before.defaults),
    ...Object.keys(after.defaults),
  ]);
  return [
    ...compare("the kind", before.kind, after.kind),
    ...compare("the price", before.price, after.price),
    ...Array.from(paths).flatMap((path) =>
      compare(
        `the default of ${code(path)}`,
        before.defaults[path],
        after.defaults[path],
      ),
    ),
  ];
}
