import { createQuerySerializer } from "openapi-fetch";
import { check, checkObject, refuseUnsendable } from "../checks.js";
import type { CallContext } from "../errors.js";
import type { TransportRequest } from "../http/request.js";
import type { LightResponse } from "../http/light-response.js";
import { isPlainObject } from "../models/plain-object.js";
import { writeJson } from "./write-json.js";
import { WrittenBody } from "./written-body.js";

/** How one call is written, and how its response is read. */
export interface Wire {
  readonly writeQuery: (query: object) => string;
  readonly writeBody: (body: unknown) => unknown;
  /** How openapi-fetch reads the body of a success. */
  readonly parseAs: "json" | "text" | "blob" | "stream";
  /** Completes the request that the library wrote. */
  readonly completeRequest: (
    request: TransportRequest,
    written: LightRequest,
  ) => Promise<TransportRequest> | TransportRequest;
  /** What the library reads of a success. */
  readonly toReadable: (
    response: LightResponse,
    request: TransportRequest,
  ) => LightResponse | Response | Promise<LightResponse | Response>;
}

/**
 * The request that openapi-fetch creates for a call. A platform `Request` takes more time than all other steps of a
 * call.
 */
export class LightRequest {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  /** The content type of JSON, and the header parameters of the call. */
  readonly headers: Headers;

  constructor(url: string, { method, body, headers }: RequestInit) {
    this.method = method ?? "GET";
    this.url = url;
    this.body = body;
    this.headers = headers as Headers;
  }
}

/** The wire of a call that is JSON in both directions. */
export function createJsonWire(
  call: CallContext,
  parseAs: Wire["parseAs"],
): Wire {
  return {
    writeQuery: (query) => writeQuery(query, serializeQuery, call),
    writeBody: (body) => writeBody(body, call),
    parseAs,
    completeRequest: (request) => request,
    toReadable: (response) => response,
  };
}

const serializeQuery = createQuerySerializer();

/** Writes a query by `serialize`, once it is certain that nothing in the query gets lost. */
export function writeQuery(
  query: object,
  serialize: (query: Record<string, unknown>) => string,
  call: CallContext,
): string {
  checkQuery(query, call);
  try {
    return serialize(query as Record<string, unknown>);
  } catch (error) {
    refuseUnsendable("query", error, call);
  }
}

/**
 * Refuses a query that is no plain object of text, numbers and booleans, or of lists and plain objects of these. The
 * library would drop a Date without a word, and write the members of an AbortSignal into the address.
 */
function checkQuery(query: object, call: CallContext): void {
  check(isPlainObject(query), "query", "must be a plain object", call);
  for (const [name, value] of Object.entries(query)) {
    const isNested = isPlainObject(value) || Array.isArray(value);
    const values: readonly [string, unknown][] = isNested
      ? Object.entries(value)
      : [["", value]];
    for (const [key, single] of values) {
      const path = key === "" ? name : `${name}[${key}]`;
      const problem = `holds a value that cannot be sent: ${path}`;
      check(Object(single) !== single, "query", problem, call);
    }
  }
}

/**
 * Writes a body as a JSON object. Throws an `InputError` for any other body, and for anything in the body that JSON would
 * drop or change.
 */
function writeBody(body: unknown, call: CallContext): string {
  if (body instanceof WrittenBody) return body.text;
  const text = writeAnyBody(body, call);
  check(text.startsWith("{"), "body", "must be a plain object", call);
  return text;
}

/** Writes a body as JSON: an object or a list. */
export function writeAnyBody(body: unknown, call: CallContext): string {
  checkObject("body", body, call);
  return writeJson("body", body, call);
}
