import {
  isObject,
  objectOf,
  type Json,
  type JsonObject,
  type Path,
} from "../document/json.js";
import { mapNodesOf } from "../generate/parse/node-types.js";

/** Objects with fewer members may be alike by chance. */
const MIN_MEMBERS = 2;

/** What may differ between two spellings of one schema. */
const ANNOTATIONS = ["description", "title", "example", "examples"];

/** Makes an object a reference to a named schema, where the object repeats that schema and no other one. */
export function amendRepeatedSchemas(
  document: JsonObject,
  applied: (path: Path) => void,
): JsonObject {
  const textAt = schemaTexts(document);
  const names = namesByText(document, textAt);
  return mapNodesOf(document, "Schema", (schema, path) => {
    const [name, ...others] = names.get(textAt.get(path.join("/")) ?? "") ?? [];
    const isNamed = path.length === 3 && path[0] === "components";
    if (name === undefined || others.length > 0 || isNamed) return schema;
    applied(path);
    const reference = { $ref: `#/components/schemas/${name}` };
    const { description } = schema;
    return description === undefined
      ? reference
      : { description, allOf: [reference] };
  });
}

/** Each schema as a text without annotations, by its path. */
function schemaTexts(document: JsonObject): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  mapNodesOf(document, "Schema", (schema, path) => {
    const members = Object.entries(schema).filter(
      ([keyword]) => !ANNOTATIONS.includes(keyword),
    );
    const bare: JsonObject = Object.fromEntries(members);
    const { properties } = bare;
    if (isObject(properties) && Object.keys(properties).length >= MIN_MEMBERS)
      texts.set(path.join("/"), JSON.stringify(sortMembers(bare)));
    return bare;
  });
  return texts;
}

function sortMembers(node: Json): Json {
  if (Array.isArray(node)) return node.map(sortMembers);
  if (!isObject(node)) return node;
  const names = Object.keys(node).sort();
  return Object.fromEntries(
    names.map((name) => [name, sortMembers(node[name] ?? null)]),
  );
}

function namesByText(
  { components }: JsonObject,
  textAt: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const schemas = isObject(components) ? components["schemas"] : undefined;
  const names = new Map<string, string[]>();
  for (const name of Object.keys(objectOf(schemas))) {
    const text = textAt.get(`components/schemas/${name}`);
    if (text !== undefined) names.set(text, [...(names.get(text) ?? []), name]);
  }
  return names;
}
