import {
  createQuerySerializer,
  type QuerySerializerOptions,
} from "openapi-fetch";
import { check } from "../checks.js";
import type { CallContext } from "../errors.js";
import { toResponse } from "../http/platform-bodies.js";
import type { CallInfo, TransportRequest } from "../http/request.js";
import type { LightResponse } from "../http/light-response.js";
import { responseError } from "../http/response.js";
import { isPlainObject } from "../models/plain-object.js";
import type { CallFormat, QueryStyle } from "./typed-client.js";
import {
  createJsonWire,
  writeAnyBody,
  writeQuery,
  type LightRequest,
  type Wire,
} from "./wire.js";

/** The wire of a call that is not JSON in both directions, or whose query is written in another way. */
export function createFormatWire(
  call: CallInfo,
  format: CallFormat,
  parseAs: Wire["parseAs"],
): Wire {
  const plain = createJsonWire(call, "json");
  const { query: styles, body: sent } = format;
  return {
    ...plain,
    parseAs,
    writeQuery: styles
      ? (query) => writeQuery(query, createStyledSerializer(styles), call)
      : plain.writeQuery,
    writeBody: sent
      ? (body) => writeBodyAs(sent.kind, body, call)
      : plain.writeBody,
    completeRequest: async (request, written) => ({
      ...request,
      body: await readBytes(written.body),
      responseAs: RESPONSE_FORMS[parseAs],
      options: {
        ...request.options,
        headers: {
          ...headersOf(written, format),
          ...request.options.headers,
        },
      },
    }),
    toReadable: async (response, request) => {
      await refusePage(response, call, format);
      return parseAs === "blob" || parseAs === "stream"
        ? toResponse(response, request)
        : response;
    },
  };
}

/** The form in which the transport gives the body of a success, by how the library reads the body. */
const RESPONSE_FORMS = {
  json: "text",
  text: "text",
  blob: "bytes",
  stream: "stream",
} as const;

/** The headers of a call, apart from the client's own. */
function headersOf(
  { headers }: LightRequest,
  { accept, body, hasHeaders }: CallFormat,
): Record<string, string> {
  const parameters = hasHeaders ? Object.fromEntries(headers) : {};
  delete parameters["content-type"];
  return {
    ...(accept !== undefined && { accept }),
    ...parameters,
    ...(body && { "content-type": body.type }),
  };
}

/** A proxy answers with a page where the service would answer with something else. */
async function refusePage(
  response: LightResponse,
  call: CallInfo,
  { accept = "application/json" }: CallFormat,
): Promise<void> {
  const type = response.headers.get("content-type") ?? "";
  const isPage = /\bhtml\b/i.test(type) && !/\bhtml\b/i.test(accept);
  const isOtherThanEvents =
    accept.startsWith("text/event-stream") &&
    response.status !== 204 &&
    !/^text\/event-stream\b/i.test(type);
  if (!isPage && !isOtherThanEvents) return;
  void response.stream?.cancel().catch(() => undefined);
  const found = type.replace(/;.*/s, "") || "no content type";
  throw await responseError(response, call, `${found} instead of ${accept}`);
}

/** Writes a query with the style of each parameter; one without a style is written as in `a=1&a=2`. */
function createStyledSerializer(
  styles: Readonly<Record<string, QueryStyle>>,
): (query: Record<string, unknown>) => string {
  return (query) =>
    Object.entries(query)
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

function writeBodyAs(
  kind: NonNullable<CallFormat["body"]>["kind"],
  body: unknown,
  call: CallContext,
): unknown {
  if (kind === "json") return writeAnyBody(body, call);
  if (kind === "form") return writeForm(body, call);
  const isText = typeof body === "string";
  if (kind === "text") check(isText, "body", "must be a string", call);
  else
    check(
      body instanceof Blob ||
        body instanceof ArrayBuffer ||
        body instanceof Uint8Array ||
        body instanceof ReadableStream,
      "body",
      "must be a Blob, an ArrayBuffer, a Uint8Array or a ReadableStream",
      call,
    );
  return body;
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

/** The body as the transport takes it. Bytes can be sent again; a stream cannot. */
async function readBytes(body: unknown): Promise<TransportRequest["body"]> {
  if (body instanceof Blob) return new Uint8Array(await body.arrayBuffer());
  if (body instanceof ArrayBuffer) return new Uint8Array(body.slice(0));
  if (body instanceof Uint8Array) return body.slice();
  return body as string | ReadableStream | undefined;
}
