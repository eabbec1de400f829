import {
  isObject,
  listOf,
  objectOf,
  textOf,
  type Json,
  type JsonObject,
  type Path,
} from "./json.js";
import type { Parameter, ParameterStyle, Schema } from "./model.js";
import { componentName, resolve } from "./references.js";
import type { SchemaReader } from "./schemas.js";

/** A parameter with the place that it is sent in. */
export interface PlacedParameter extends Parameter {
  readonly in: string;
}

/** What the parameters of one operation are read from. */
interface Declared {
  readonly document: JsonObject;
  readonly schemas: SchemaReader;
  /** The lists of the path and of the operation, which may declare a parameter of the path anew. */
  readonly lists: readonly (readonly [list: Json | undefined, at: Path])[];
}

/** The parameters of an operation, each with what the generator does not support of it. */
export function readParameters({ document, schemas, lists }: Declared): {
  readonly parameters: readonly PlacedParameter[];
  readonly problems: readonly string[];
} {
  const byName = new Map<string, DeclaredParameter>();
  for (const [list, at] of lists)
    for (const [index, entry] of listOf(list).entries()) {
      const place = [...at, "parameters", index];
      const declared = resolve(document, entry, place);
      const { in: location, name } = declared;
      if (textOf(location) !== "" && typeof name === "string")
        byName.set(`${textOf(location)} ${name}`, {
          declared,
          at: place,
          ref: componentName(objectOf(entry)["$ref"], "parameters"),
        });
    }
  const parameters: PlacedParameter[] = [];
  const problems: string[] = [];
  for (const each of byName.values()) {
    const { declared } = each;
    const parameter = readParameter(schemas, each);
    parameters.push(parameter);
    const problem = problemOf(schemas, declared, parameter);
    if (problem !== undefined) problems.push(problem);
  }
  return { parameters, problems };
}

interface DeclaredParameter {
  readonly declared: JsonObject;
  readonly at: Path;
  readonly ref: string | undefined;
}

/** A parameter. The description of its schema stands in where the parameter has none. */
function readParameter(
  schemas: SchemaReader,
  { declared, at, ref }: DeclaredParameter,
): PlacedParameter {
  const [type] = Object.keys(objectOf(declared["content"]));
  const steps = type === undefined ? ["schema"] : ["content", type, "schema"];
  const node = steps.reduce<Json | undefined>(
    (value, step) => objectOf(value)[step],
    declared,
  );
  const schema = schemas.read(node, [...at, ...steps]);
  const target = schemas.target(schema);
  const description = textOf(declared["description"]) || target.description;
  const style = type === undefined ? styleOf(declared) : { style: type };
  const { example } = declared;
  return {
    ...(ref !== undefined && { ref }),
    name: textOf(declared["name"]),
    in: textOf(declared["in"]),
    required: declared["required"] === true,
    ...(description !== undefined && { description }),
    ...((declared["deprecated"] === true || target.deprecated) && {
      deprecated: true,
    }),
    ...(example !== undefined && { example }),
    schema,
    ...(Object.keys(style).length > 0 && { style }),
  };
}

/** What a parameter says beside the default style of its place. */
function styleOf(declared: JsonObject): ParameterStyle {
  const { in: location, explode } = declared;
  const isForm = location === "query" || location === "cookie";
  const usual = isForm ? "form" : "simple";
  const style = textOf(declared["style"]) || usual;
  const isExploded = style === "form" || style === "deepObject";
  return {
    ...(style !== usual && { style }),
    ...(explode === !isExploded && { explode }),
  };
}

/** Whether a query parameter is a list that is written as `a=1,2`, rather than as `a=1&a=2`. */
export function isCommaList(
  { schema, style = {} }: Parameter,
  targetOf: (schema: Schema) => Schema,
): boolean {
  const isList = compositeTypes(schema, targetOf).length > 0;
  return isList && style.explode === false;
}

/** Which of `array` and `object` a value may be. */
function compositeTypes(
  schema: Schema,
  targetOf: (schema: Schema) => Schema,
): string[] {
  const { types = [], items, members, anyOf = [] } = targetOf(schema);
  const inner = anyOf.flatMap((each) => compositeTypes(each, targetOf));
  const own = [
    ...(types.includes("array") || items ? ["array"] : []),
    ...(types.includes("object") || members ? ["object"] : []),
  ];
  return [...new Set([...own, ...inner])];
}

/** Whether a value may be an object, or a list of lists or objects, which no query holds. */
function isNested(
  schema: Schema,
  targetOf: (schema: Schema) => Schema,
): boolean {
  const { items, anyOf = [] } = targetOf(schema);
  return (
    compositeTypes(schema, targetOf).includes("object") ||
    (items !== undefined && compositeTypes(items, targetOf).length > 0) ||
    anyOf.some((each) => isNested(each, targetOf))
  );
}

/** The headers that the client writes itself. OpenAPI ignores a parameter of such a name. */
const OWN_HEADERS: readonly string[] = [
  "accept",
  "authorization",
  "content-type",
];

export function isOwnHeader({ name }: Pick<Parameter, "name">): boolean {
  return OWN_HEADERS.includes(name.toLowerCase());
}

/** The part of a parameter that the generator does not support; undefined where the generator supports all of it. */
function problemOf(
  schemas: SchemaReader,
  declared: JsonObject,
  parameter: PlacedParameter,
): string | undefined {
  const { name, in: location, schema } = parameter;
  const label = `the ${location} parameter ${name}`;
  if (location === "cookie")
    return `${label} cannot be sent: the client sends no cookies`;
  if (!["path", "query", "header"].includes(location))
    return `${label} has a value of \`in\` that the generator does not support`;
  if (location === "header") return undefined;
  if (isObject(declared["content"]))
    return `${label} has a \`content\`: the generator supports parameters with a \`schema\` only`;
  const targetOf = (it: Schema) => schemas.target(it);
  const isQuery = location === "query";
  const supported = isQuery ? "form" : "simple";
  const style = textOf(declared["style"]) || supported;
  if (style !== supported)
    return `${label} has the style ${style}: the generator supports ${supported} here`;
  if (isQuery)
    return isNested(schema, targetOf)
      ? `${label} holds objects, or lists within a list: the generator supports single values and lists of them here`
      : undefined;
  return compositeTypes(schema, targetOf).length > 0
    ? `${label} is a list or an object: the generator supports single values here`
    : undefined;
}
