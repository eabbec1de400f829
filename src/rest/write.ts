import {
  createQuerySerializer,
  type QuerySerializerOptions,
} from "openapi-fetch";
import { check, checkObject, refuseUnsendable } from "../checks.js";
import type { CallContext } from "../errors.js";
import { isPlainObject, writeJson } from "../json.js";
import type { BodyKind, CallFormat, QueryStyle } from "./typed-client.js";

/** The headers that the format of a call needs. A body that is no object is announced by its own type. */
export function writeHeaders(
  format: CallFormat | undefined,
): Record<string, string> {
  const { accept, body } = format ?? {};
  return {
    ...(accept !== undefined && { accept }),
    ...(body && { "content-type": body.type }),
  };
}

const serializeQuery = createQuerySerializer();

/** Writes a query, once it is certain that nothing in the query gets lost. */
export function writeQuery(
  query: Record<string, unknown>,
  styles: Readonly<Record<string, QueryStyle>> | undefined,
  call: CallContext,
): string {
  checkQuery(query, call);
  try {
    return styles ? writeStyledQuery(query, styles) : serializeQuery(query);
  } catch (error) {
    refuseUnsendable("query", error, call);
  }
}

/**
 * Refuses a query that is no plain object of text, numbers and booleans, or of lists and plain objects of these.
 * openapi-fetch would silently drop a Date, and write the members of an AbortSignal into the address.
 */
function checkQuery(query: object, call: CallContext): void {
  check(isPlainObject(query), "query", "must be a plain object", call);
  for (const [name, value] of Object.entries(query)) {
    const isNested = isPlainObject(value) || Array.isArray(value);
    checkPresent(name, value, call);
    const values: readonly [string, unknown][] = isNested
      ? Object.entries(value)
      : [["", value]];
    for (const [key, single] of values) {
      const path = key === "" ? name : `${name}[${key}]`;
      const advice =
        single instanceof Date
          ? ": pass a string, such as the result of toISOString()"
          : "";
      const problem = `holds a value that cannot be sent: ${path}${advice}`;
      check(Object(single) !== single, "query", problem, call);
      if (isPlainObject(value)) checkPresent(path, single, call);
      const isNoNumber = typeof single === "number" && !Number.isFinite(single);
      check(!isNoNumber, "query", `holds ${String(single)} as ${path}`, call);
    }
    if (Array.isArray(value)) checkHoles(name, value, call);
  }
}

/** A value that holds nothing would be dropped without a word: a list would not be filtered, or would begin anew. */
function checkPresent(name: string, value: unknown, call: CallContext): void {
  const empty = describeEmpty(value);
  const problem = `holds ${empty} as ${name}: leave ${name} out, or pass undefined`;
  check(empty === undefined, "query", problem, call);
}

function describeEmpty(value: unknown): string | undefined {
  if (value === null) return "null";
  if (Array.isArray(value) && value.length === 0) return "an empty list";
  const isEmpty = isPlainObject(value) && Object.keys(value).length === 0;
  return isEmpty ? "an empty object" : undefined;
}

/** An absent item would be dropped without a word, and with it a part of a filter. */
function checkHoles(
  name: string,
  list: readonly unknown[],
  call: CallContext,
): void {
  const hole = Array.from(list).findIndex((item) => (item ?? null) === null);
  const problem = `holds a list with nothing in it at ${name}[${hole}]`;
  check(hole === -1, "query", problem, call);
}

/** Writes a query with the style of each parameter; one without a style is written as in `a=1&a=2`. */
function writeStyledQuery(
  query: Readonly<Record<string, unknown>>,
  styles: Readonly<Record<string, QueryStyle>>,
): string {
  return Object.entries(query)
    .map(([name, value]) => writeParameter(name, value, styles[name] ?? {}))
    .filter((text) => text !== "")
    .join("&");
}

function writeParameter(
  name: string,
  value: unknown,
  { style = "form", explode = true, allowReserved = false }: QueryStyle,
): string {
  const options = {
    array: { style, explode },
    object: { style, explode },
  } as QuerySerializerOptions;
  const text = createQuerySerializer(options)({ [name]: value });
  return allowReserved ? text.replace(RESERVED, decodeURIComponent) : text;
}

/** The escapes of the reserved characters that keep their meaning in a query: all but `#`, `&`, `+` and `=`. */
const RESERVED = /%(21|24|27|28|29|2A|2C|2F|3A|3B|3F|40|5B|5D)/gi;

/**
 * Writes a body. Throws an `InputError` for a body of another kind, and for anything in a JSON body that JSON would drop
 * or change.
 *
 * @param kind the kind of a body that is not simply a JSON object
 */
export function writeBody(
  body: unknown,
  kind: BodyKind | undefined,
  call: CallContext,
): BodyInit {
  if (kind === "form") return writeForm(body, call);
  if (kind === "text") {
    check(typeof body === "string", "body", "must be a string", call);
    return body;
  }
  if (kind === "bytes") return checkBytes(body, call);
  if (kind === undefined) checkObject("body", body, call);
  const text = writeJson("body", body, call);
  // A function leaves out a body that is missing, and sends null in its place.
  const isNull = text === "null" && kind !== "json or null";
  check(text !== "" && !isNull, "body", "must be a value of JSON", call);
  const isObject = kind !== undefined || text.startsWith("{");
  check(isObject, "body", "must be a plain object", call);
  return text;
}

function checkBytes(body: unknown, call: CallContext): BodyInit {
  check(
    body instanceof Blob ||
      body instanceof ArrayBuffer ||
      body instanceof Uint8Array ||
      body instanceof ReadableStream,
    "body",
    "must be a Blob, an ArrayBuffer, a Uint8Array or a ReadableStream",
    call,
  );
  return body as BodyInit;
}

/** Writes the members of a form; a list gives a member for each of its items. */
function writeForm(body: unknown, call: CallContext): string {
  check(isPlainObject(body), "body", "must be a plain object", call);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const single of values) {
      if (single === undefined || single === null) continue;
      const problem = `holds a value that a form cannot hold: ${name}`;
      check(isScalar(single), "body", problem, call);
      form.append(name, String(single));
    }
  }
  return form.toString();
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
