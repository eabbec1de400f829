import type {
  ReferenceEntry,
  ReferenceField,
} from "../../../../emulator/page/server/reference-entry.js";
import type {
  Answer,
  DocumentModel,
  Operation,
  Schema,
} from "../../document/model.js";
import { targetIn } from "../../document/targets.js";
import type { SurfaceModel } from "./fetchers.js";

/** The reference that the emulator's page shows: what each operation does, takes and returns, in words. */
export function renderReference(surfaces: readonly SurfaceModel[]): string {
  const entries = surfaces.flatMap((described) =>
    described.functions.map((operation) => entryOf(described, operation)),
  );
  const rows = entries.map((entry) => `  ${JSON.stringify(entry)},`);
  return `import type { ReferenceEntry } from "../page/server/reference-entry.js";

/** Every operation of the specs, in their order. */
export const reference: readonly ReferenceEntry[] = [\n${rows.join("\n")}\n];`;
}

function entryOf(
  { surface, model }: SurfaceModel,
  operation: Operation,
): ReferenceEntry {
  const { resource, name, route, synonym, answer } = operation;
  const { summary = "", description = "" } = operation;
  return {
    resource: surface.prefix + resource,
    name,
    route,
    ...(synonym === undefined ? {} : { synonym }),
    // The path of the first server, such as `/v1`.
    prefix: model.address.replace(/^\w+:\/\/[^/]*/, "").replace(/\/$/, ""),
    summary,
    description,
    fields: fieldsOf(model, operation),
    answer: answerTypeOf(model, answer),
  };
}

/** What a success holds, in a few words; empty where it holds nothing. */
function answerTypeOf(
  model: DocumentModel,
  { kind, schemas, mediaType }: Answer,
): string {
  if (kind === "nothing") return "";
  return kind === "json"
    ? schemas.map((schema) => typeOf(model, schema)).join(" | ")
    : mediaType;
}

function fieldsOf(
  model: DocumentModel,
  operation: Operation,
): ReferenceField[] {
  const { pathParameters, queryParameters, body } = operation;
  const targetOf = targetIn(model.schemas);
  const { members = {}, required = [] } = targetOf(body?.sent?.schema ?? {});
  return [
    ...pathParameters.map(({ name, description = "" }): ReferenceField => ({
      name,
      in: "path",
      type: "string",
      required: true,
      description,
    })),
    ...queryParameters.map((parameter): ReferenceField => ({
      name: parameter.name,
      in: "query",
      type: typeOf(model, parameter.schema),
      ...(parameter.required ? { required: true } : {}),
      description: parameter.description ?? "",
    })),
    ...Object.entries(members).map(([name, member]): ReferenceField => ({
      name,
      in: "body",
      type: typeOf(model, member),
      ...(required.includes(name) ? { required: true } : {}),
      description: targetOf(member).description ?? "",
    })),
  ];
}

/** A type in a few words: `"integer from 1 to 64"`, `"GPU | CPU"`, `"Pod[]"`. */
function typeOf(
  model: DocumentModel,
  schema: Schema,
  within: readonly string[] = [],
): string {
  const target = targetIn(model.schemas)(schema);
  const { types, values, items, members } = target;
  const isNamed = members !== undefined || types === undefined || target.open;
  const { ref } = schema;
  if (ref !== undefined && (isNamed || within.includes(ref))) return ref;
  if (values) return values.map(String).join(" | ");
  if (types?.join() !== "array")
    return `${types?.join(" | ") ?? "any JSON"}${limitsOf(target)}`;
  const inner = ref === undefined ? within : [...within, ref];
  const item = typeOf(model, items ?? {}, inner);
  return item.includes(" ") ? `(${item})[]` : `${item}[]`;
}

function limitsOf({ limits = {} }: Schema): string {
  const words = [
    ["minimum", "from #"],
    ["maximum", "to #"],
    ["maxLength", "of at most # characters"],
  ] as const;
  return words
    .filter(([name]) => typeof limits[name] === "number")
    .map(
      ([name, text]) => ` ${text.replace("#", JSON.stringify(limits[name]))}`,
    )
    .join("");
}
