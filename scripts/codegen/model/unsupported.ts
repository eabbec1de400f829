import { isObject, textOf, type Json, type JsonObject } from "../parse/json.js";
import type { Spec } from "../parse/spec.js";
import { compositeTypesOf } from "./parameters.js";
import type { Content } from "./messages.js";
import { partsUnder, reachableFrom } from "./reachable.js";

/** Says which address an operation has of its own; nothing where its address is that of the document. */
export function problemsOfServers(
  spec: Spec,
  item: JsonObject,
  operation: JsonObject,
): string[] {
  const own = operation["servers"] ?? item["servers"];
  if (own === undefined) return [];
  const addresses = addressesOf(own);
  const common = addressesOf(spec.document["servers"]);
  const [first] = addresses;
  return first === undefined || addresses.some((each) => common.includes(each))
    ? []
    : [
        `has the address ${first} of its own: the client sends every call of a surface to one address`,
      ];
}

function addressesOf(servers: Json | undefined): string[] {
  return listOf(servers).map((server) =>
    textOf(isObject(server) ? server["url"] : undefined),
  );
}

/** Says which key an operation needs, where the client's key does not do. */
export function problemsOfSecurity(
  spec: Spec,
  operation: JsonObject,
): string[] {
  const requirements = listOf(
    operation["security"] ?? spec.document["security"],
  ).map((requirement) => (isObject(requirement) ? requirement : {}));
  const missing = requirements.map((requirement) =>
    Object.keys(requirement).flatMap(
      (name) => describeOtherKey(spec, name) ?? [],
    ),
  );
  const [first = []] = missing;
  return missing.every((keys) => keys.length > 0) && missing.length > 0
    ? [
        `needs ${first.join(" and ")}: the client sends its key as a bearer token`,
      ]
    : [];
}

/** `key (apiKey in the header X-Key)`; undefined for a scheme whose key is a bearer token. */
function describeOtherKey(spec: Spec, name: string): string | undefined {
  const { components } = spec.document;
  const schemes = isObject(components) ? components["securitySchemes"] : {};
  if (!isObject(schemes) || !isObject(schemes[name])) return undefined;
  const declared = spec.resolve(schemes[name], []);
  const type = textOf(declared["type"]);
  const scheme = textOf(declared["scheme"]);
  const location = textOf(declared["in"]);
  const key = textOf(declared["name"]);
  if (type === "http")
    return scheme.toLowerCase() === "bearer"
      ? undefined
      : `${name} (http ${scheme})`;
  if (type === "apiKey")
    return location === "header" && key.toLowerCase() === "authorization"
      ? undefined
      : `${name} (apiKey in the ${location} ${key})`;
  return type === "mutualTLS" ? `${name} (mutualTLS)` : undefined;
}

/** Says which members of a form the client cannot write: it writes single values, and lists as `a=1&a=2`. */
export function problemsOfForm(
  spec: Spec,
  { kind, schema, encoding }: Content,
): string[] {
  if (kind !== "form") return [];
  const styled = Object.entries(encoding)
    .filter(([, declared]) => isObject(declared) && !isPlainEncoding(declared))
    .map(
      ([name]) =>
        `the member ${name} of its form has an \`encoding\`, which the generator does not support`,
    );
  const members = Object.entries(shapeOf(spec, schema).members);
  return [
    ...styled,
    ...members.flatMap(([name, member]) => {
      const problem = problemOfFormMember(spec, member);
      return problem === undefined
        ? []
        : `the member ${name} of its form is ${problem}, which the client does not write`;
    }),
  ];
}

function isPlainEncoding({
  style = "form",
  explode = true,
  allowReserved = false,
  contentType = "text/plain",
}: JsonObject): boolean {
  return (
    style === "form" &&
    explode === true &&
    allowReserved === false &&
    contentType === "text/plain"
  );
}

function problemOfFormMember(spec: Spec, member: Json): string | undefined {
  const types = compositeTypesOf(spec, member);
  if (types.includes("object")) return "an object";
  if (!types.includes("array")) return undefined;
  const { items = {} } = isObject(member) ? spec.resolve(member, []) : {};
  return compositeTypesOf(spec, items).length > 0
    ? "a list of lists or objects"
    : undefined;
}

/** The members of a request that its schema requires and that only an answer has. */
export function problemsOfReadOnly(spec: Spec, schema: Json): string[] {
  return requiredMembersWith(spec, schema, "readOnly").map(
    (name) =>
      `its body requires ${name}, which is readOnly: a request does not have it`,
  );
}

/** The members of an answer that its schema requires and that only a request has. */
export function problemsOfWriteOnly(spec: Spec, schema: Json): string[] {
  return requiredMembersWith(spec, schema, "writeOnly").map(
    (name) =>
      `its answer requires ${name}, which is writeOnly: an answer does not have it`,
  );
}

/** The names of the required members, at any depth, that have this keyword. */
function requiredMembersWith(
  spec: Spec,
  schema: Json,
  keyword: "readOnly" | "writeOnly",
): string[] {
  const found = new Set<string>();
  const schemas = reachableFrom(spec, schema, (part) => [
    ...Object.values(shapeOf(spec, part).members),
    ...partsUnder(PARTS, part),
  ]);
  for (const each of schemas) {
    const { members, required } = shapeOf(spec, each);
    for (const name of required) {
      const member = members[name];
      const value = isObject(member) ? spec.resolve(member, []) : {};
      if (value[keyword] === true) found.add(name);
    }
  }
  return [...found];
}

const PARTS = [
  "allOf",
  "anyOf",
  "oneOf",
  "items",
  "prefixItems",
  "additionalProperties",
];

/** The members of an object, and the required ones, with those of all parts of `allOf`. */
interface ObjectShape {
  readonly members: JsonObject;
  readonly required: ReadonlySet<string>;
}

function shapeOf(spec: Spec, schema: Json): ObjectShape {
  const members: JsonObject = {};
  const required = new Set<string>();
  const parts = reachableFrom(spec, schema, (part) =>
    partsUnder(["allOf"], part),
  );
  for (const part of parts) {
    const { properties } = part;
    if (isObject(properties)) Object.assign(members, properties);
    for (const name of listOf(part["required"])) required.add(textOf(name));
  }
  return { members, required };
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
