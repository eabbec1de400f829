import { check, refuseUnsendable } from "./checks.js";
import { InputError, type CallContext } from "./errors.js";

/**
 * The JSON of an argument; empty for a value that JSON leaves out. Throws an `InputError` for anything in the value that
 * JSON would silently drop or change: the error names its path, which begins with `root`. Members of objects that
 * are undefined are left out, as JSON does.
 */
export function writeJson(
  parameter: string,
  value: unknown,
  call: CallContext,
  root = parameter,
): string {
  try {
    const text: unknown = JSON.stringify(value, createCheck(root, call));
    return typeof text === "string" ? text : "";
  } catch (error) {
    if (error instanceof InputError) throw error;
    refuseUnsendable(parameter, error, call);
  }
}

/**
 * A copy of an object as its JSON holds it. What the caller does afterwards with the object changes nothing. Throws an
 * `InputError` for what `writeJson` refuses, and for an object that JSON does not write as an object.
 */
export function copyAsJson<Copied extends object>(
  parameter: string,
  value: Copied,
  call: CallContext,
): Copied {
  const text = writeJson(parameter, value, call);
  check(text.startsWith("{"), parameter, "must be a plain object", call);
  return JSON.parse(text) as Copied;
}

/** An object that is being written. */
interface OpenObject {
  readonly object: object;
  /** The name or the index under which the object is in the one around it. */
  readonly key: string;
}

/** Creates the replacer that refuses what JSON cannot hold. JSON calls it for each member, parents first. */
function createCheck(root: string, call: CallContext) {
  /** The objects around the member, the outermost first. */
  const open: OpenObject[] = [];
  return function checkMember(
    this: object,
    key: string,
    value: unknown,
  ): unknown {
    if (isPlainValue(value)) return value;
    while (open.length > 0 && open.at(-1)?.object !== this) open.pop();
    const problem = findProblem(this, key, value);
    if (problem !== undefined) {
      const path = [...open.map((around) => around.key), key].reduce(
        joinPath,
        root,
      );
      throw new InputError(path, `${path} ${problem}`, call);
    }
    if (typeof value === "object" && value !== null)
      open.push({ object: value, key });
    return value;
  };
}

/** Whether JSON holds the value as it is, and nothing is inside it. */
function isPlainValue(value: unknown): boolean {
  return (
    typeof value === "string" ||
    typeof value === "boolean" ||
    Number.isFinite(value)
  );
}

/** What is wrong with a member for JSON; undefined if nothing is. `value` is what its `toJSON` has returned, if it has one. */
function findProblem(
  around: object,
  key: string,
  value: unknown,
): string | undefined {
  switch (typeof value) {
    case "number":
      return `is ${value}: JSON has no such number`;
    case "bigint":
      return "is a bigint: JSON cannot hold it, so pass it as a string (a number above 2^53 loses digits)";
    case "function":
    case "symbol":
      return `is a ${typeof value}: JSON would leave it out`;
    case "undefined":
      return Array.isArray(around)
        ? "is undefined: JSON would send null in its place"
        : undefined;
    default:
      return findObjectProblem(
        Reflect.get(around, key),
        value as object | null,
      );
  }
}

/** What is wrong with an object or null for JSON. `original` is the object before its `toJSON`. */
function findObjectProblem(
  original: unknown,
  value: object | null,
): string | undefined {
  if (value === null)
    return original instanceof Date ? "is an invalid Date" : undefined;
  // A Buffer has a `toJSON`, which would send a list of its bytes.
  if (isBinary(original))
    return `is binary data (${classNameOf(original)}), which JSON does not hold: pass base64 text, or store the data and pass its URL`;
  if (isBufferAsJson(value))
    return "is the JSON of a Buffer, a list of bytes: pass base64 text, or store the data and pass its URL";
  if (isPlainOrList(value)) return undefined;
  return `is an instance of ${classNameOf(value)}, which JSON does not hold: pass a plain object or an array`;
}

function isBinary(value: unknown): value is object {
  return (
    ArrayBuffer.isView(value) ||
    value instanceof ArrayBuffer ||
    value instanceof Blob
  );
}

/** A queue that carries JSON makes this of a Buffer. */
function isBufferAsJson(value: object): boolean {
  const { type, data } = value as Readonly<Record<string, unknown>>;
  return type === "Buffer" && Array.isArray(data);
}

function classNameOf(value: object): string {
  const { constructor } = Object.getPrototypeOf(value) as object;
  const name = typeof constructor === "function" ? constructor.name : "";
  return name || "a class";
}

/** Whether an object is a list, or a plain object such as an object literal, and no instance of a class. */
function isPlainOrList(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value) as object | null;
  // The prototype of a plain object has none itself, also where the object is of another realm.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Appends the name of a member, or its index, to a path. */
function joinPath(path: string, key: string): string {
  // The key of the outermost object is empty.
  if (key === "") return path;
  if (/^\d+$/.test(key)) return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** Parses a JSON text; returns undefined when the text is no JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a value is an object that JSON writes with its members: no array, no Date, no Map. */
export function isPlainObject(
  value: unknown,
): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === "[object Object]";
}
