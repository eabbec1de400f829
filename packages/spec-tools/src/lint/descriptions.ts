import { readFile } from "node:fs/promises";
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from "graphql";
import { resolve } from "../document/references.js";
import {
  isObject,
  objectOf,
  textOf,
  type Json,
  type JsonObject,
} from "../document/json.js";
import {
  MODELS_FILE,
  readModels,
  type Members,
} from "../generate/parse/models.js";
import { readSpec, type Spec } from "../generate/parse/spec.js";

/** Words that carry no information of their own. */
const STOP_WORDS = wordsOf(
  "a an the of for to in on at by with and or is are be this that its it which what id",
);

/**
 * A line for each operation, parameter, schema and field of an OpenAPI document that is not described, and one for each
 * whose description only repeats the name.
 */
export async function lintOpenapi(file: string): Promise<{
  readonly undescribed: readonly string[];
  readonly repeated: readonly string[];
}> {
  const spec = await readSpec(file);
  const { schemas } = spec.document["components"] as { schemas: JsonObject };
  const lines = [
    ...lintOperations(spec),
    ...Object.entries(schemas).flatMap(([name, schema]) =>
      lintSchema(file, name, schema),
    ),
  ];
  const isUndescribed = (line: string) => line.endsWith(UNDESCRIBED);
  return {
    undescribed: lines.filter(isUndescribed),
    repeated: lines.filter((line) => !isUndescribed(line)),
  };
}

const UNDESCRIBED = " is not described";

/** The same of a GraphQL schema: types, fields and values. */
export async function lintGraphql(file: string): Promise<string[]> {
  const schema = buildSchema(await readFile(file, "utf8"));
  return Object.values(schema.getTypeMap())
    .filter(({ name, astNode }) => astNode && !name.startsWith("__"))
    .flatMap((type) => {
      const members: Described[] = [];
      if (isEnumType(type)) members.push(...type.getValues());
      if (isObjectType(type) || isInputObjectType(type)) {
        const fields: Record<string, Described> = type.getFields();
        members.push(...Object.values(fields));
      }
      return [
        ...lintDescription(file, type.name, "", type.description),
        ...members.flatMap(({ name, description }) =>
          lintDescription(
            `${file}: ${type.name}`,
            name,
            type.name,
            description,
          ),
        ),
      ];
    });
}

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** The same of the public models in a folder: the models, their parameters and the members of their outputs. */
export async function lintModels(folder: string): Promise<string[]> {
  const models = await readModels(folder);
  return models.flatMap(({ slug, title, description, input, output }) => {
    const where = `${folder}/${MODELS_FILE}: ${slug}`;
    return [
      ...lintDescription(`${folder}/${MODELS_FILE}`, slug, title, description),
      ...lintMembers(`${where} input`, input),
      ...lintMembers(`${where} output`, output),
    ];
  });
}

function lintMembers(where: string, members: Members): string[] {
  return Object.entries(members).flatMap(([name, parameter]) => {
    const inner = parameter.properties ?? parameter.items?.properties ?? {};
    return [
      ...lintDescription(where, name, "", parameter.description),
      ...lintMembers(`${where} ${name}`, inner),
    ];
  });
}

function lintOperations({ file, document }: Spec): string[] {
  return Object.entries(document["paths"] as JsonObject).flatMap(
    ([path, item]) =>
      Object.entries(item as JsonObject).flatMap(([method, operation]) => {
        if (!isObject(operation)) return [];
        const where = `${file}: ${method.toUpperCase()} ${path}`;
        const id = textOf(operation["operationId"]);
        const parameters = (operation["parameters"] ?? []) as Json[];
        const summary = textOf(operation["summary"]);
        return [
          ...(summary === ""
            ? [`${where}: the summary of ${id}${UNDESCRIBED}`]
            : []),
          ...lintDescription(where, id, "", operation["description"]),
          ...parameters
            .map((parameter) => resolve(document, parameter, [path, method]))
            .flatMap(({ name, description }) =>
              lintDescription(where, textOf(name), "", description),
            ),
        ];
      }),
  );
}

function lintSchema(
  file: string,
  name: string,
  schema: Json | undefined,
): string[] {
  if (!isObject(schema)) return [];
  const { properties } = schema;
  return [
    ...lintDescription(file, name, "", schema["description"]),
    ...Object.entries(objectOf(properties)).flatMap(([property, value]) =>
      // What a reference points to has a description of its own.
      isObject(value) && !("$ref" in value)
        ? lintDescription(
            `${file}: ${name}`,
            property,
            name,
            value["description"],
          )
        : [],
    ),
  ];
}

/** `owner` is what the name is part of: a description that only repeats both is refused, too. */
function lintDescription(
  where: string,
  name: string,
  owner: string,
  description: Json | undefined,
): string[] {
  const text = textOf(description);
  if (text === "") return [`${where}: ${name}${UNDESCRIBED}`];
  const known = new Set([...wordsOf(name), ...wordsOf(owner), ...STOP_WORDS]);
  return wordsOf(text).some((word) => !known.has(word))
    ? []
    : [`${where}: the description of ${name} only repeats the name`];
}

/** The words of a name or a sentence, in the singular. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/s$/, ""));
}
