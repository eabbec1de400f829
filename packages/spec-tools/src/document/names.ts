/** What the name of an operation is derived from. */
interface Naming {
  readonly id: string;
  readonly tag: string | undefined;
  readonly path: string;
}

/** The member of the client: the tag in camel case, or without a tag the first fixed segment of the path. */
export function resourceName({ tag, path }: Naming): string | undefined {
  return toUsableName(camelCase(resourceWords(tag, path)));
}

/**
 * The name of the function: the words of the operationId without the noun of the resource, so that `ListPods` of
 * `pods` is `list`. If only a noun is left and the last segment of the path is its plural, the name is the plural:
 * `PodBilling` of `billing` at `/billing/pods` is `pods`.
 */
export function methodName({ id, tag, path }: Naming): string | undefined {
  const words = wordsOf(id);
  const noun = resourceWords(tag, path);
  const at = words.findIndex((_, start) =>
    noun.every((word, i) => isSameNoun(words[start + i] ?? "", word)),
  );
  const rest =
    at < 0 ? words : [...words.slice(0, at), ...words.slice(at + noun.length)];
  const last = path.split("/").at(-1) ?? "";
  const name = camelCase(rest);
  return toUsableName(last === `${rest.join("")}s` ? `${name}s` : name);
}

/**
 * Whether an operationId can stand within generated names and types. A reserved word can: the name of a function is a
 * member of an object.
 */
export function isPossibleId(id: string): boolean {
  return /^[A-Za-z_]\w*$/.test(id) && !(id in Object.prototype);
}

function resourceWords(tag: string | undefined, path: string): string[] {
  return wordsOf(
    tag ?? path.split("/").find((segment) => /^[a-z]/i.test(segment)) ?? "",
  );
}

function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/** Whether two words are one noun, in the singular or the plural: `registry` and `registries`. */
function isSameNoun(one: string, other: string): boolean {
  const forms = singularsOf(one);
  return singularsOf(other).some((form) => forms.includes(form));
}

/** The word itself, and every word that may be its singular: `cache` for `caches`, `box` for `boxes`. */
function singularsOf(word: string): string[] {
  const forms = [word];
  if (/[^s]s$/.test(word)) forms.push(word.slice(0, -1));
  if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  if (/(s|x|z|ch|sh)es$/.test(word)) forms.push(word.slice(0, -2));
  return forms;
}

function camelCase(words: readonly string[]): string {
  return words.map((word, i) => (i === 0 ? word : capitalize(word))).join("");
}

/** `Pods` for `pods`. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Returns the name if it is an identifier and not a member of every object, such as `toString`; undefined otherwise.
 * The name `then` is refused, because JavaScript takes an object with a function `then` for a promise.
 */
export function toUsableName(name: string): string | undefined {
  const isTaken = name in Object.prototype || name === "then";
  return /^[a-z][A-Za-z0-9]*$/.test(name) && !isTaken ? name : undefined;
}

/** Whether a path parameter of this name can be a parameter of a generated function. */
export function isFreeParameter(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !TAKEN_PARAMETERS.has(name);
}

/**
 * The argument for a path parameter: `organizationId` for `organization-id`, and `classParameter` for `class`, which is a
 * word of the language. Undefined for a name without letters.
 */
export function argumentName(parameter: string): string | undefined {
  if (isFreeParameter(parameter)) return parameter;
  const [first = "", ...others] = parameter
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  const name = [first, ...others.map(capitalize)].join("");
  if (!/^[A-Za-z]/.test(name)) return undefined;
  return isFreeParameter(name) ? name : `${name}Parameter`;
}

/** Whether a schema or an operation of this name can be a type, or a function, of a generated module. */
export function isFreeName(name: string): boolean {
  return (
    isFreeParameter(name) &&
    !(name in Object.prototype) &&
    !TAKEN_TYPES.has(name) &&
    // ajv gives its functions such names.
    !/^(validate|schema|func|pattern|formats|default)\d+$/.test(name)
  );
}

/** The types that generated modules use: those of the language, of openapi-typescript, and their own. */
// prettier-ignore
const TAKEN_TYPES = new Set([
  "any", "bigint", "boolean", "never", "number", "object", "string", "symbol", "unknown", "undefined",
  "globalThis", "NaN", "Infinity", "async", "of", "type",
  "Extract", "NonNullable", "Omit", "Pick", "Promise", "Readonly", "Record", "WithRequired", "OneOf", "XOR", "Without",
  "components", "operations", "paths", "webhooks",
  "Blob", "ReadableStream", "Uint8Array", "AsyncIterable", "Array", "Required",
  "BodyOf", "CallOptions", "EventStreamOptions", "InputOf", "NoQuery", "PagedList", "QueryOf",
  "Schemas", "Shape", "SuccessOf", "UpdateOptions",
]);

/** The other parameters of generated functions, what these functions use, and the reserved words of the language. */
// prettier-ignore
const TAKEN_PARAMETERS = new Set([
  "body", "calls", "client", "init", "options", "query",
  "__proto__", "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default",
  "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if",
  "implements", "import", "in", "instanceof", "interface", "let", "new", "null", "package", "private", "protected",
  "public", "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while",
  "with", "yield",
]);

/** The members of the client that no resource of a spec may replace. */
export const CLIENT_MEMBERS: readonly string[] = [
  "rest",
  "jobsRest",
  "graphql",
  "model",
  "job",
  "download",
  "fetch",
];

/** The name of a member as an object or an interface writes it: in quotes where it is no plain name. */
export function propertyKey(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
}
