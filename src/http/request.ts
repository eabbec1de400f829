import type { Expectation } from "./response.js";
import { VERSION, type CallOptions } from "../options.js";
import type { Settings } from "../settings.js";

/** Internal controls of one call; they never travel in public options. */
export interface SendControls {
  /** Once the request has left, an abort no longer ends the call: its response must not be lost. */
  readonly finishAfterSend?: boolean;
  /** Awaited before each retry, with the milliseconds that are left of the call. */
  readonly beforeRetry?: (remainingMs: number) => Promise<void>;
  /** Ends the message of an error whose call may have been carried out. */
  readonly lostNote?: string;
}

/** Bytes in a buffer of their own. Spelt so that TypeScript below 5.7 reads it too: its `Uint8Array` is not generic. */
type Bytes = ReturnType<Uint8Array["slice"]>;

/** One request, as every surface hands it over. */
export interface Message extends CallOptions, SendControls {
  readonly method: string;
  /** The whole address, without the key. */
  readonly url: string;
  readonly body?: string | Bytes | undefined;
  /** The name of the surface: two may have equal routes. */
  readonly surface: string;
  /** The route as a template, for errors and hooks. */
  readonly route: string;
  /** The name of the call in the client. */
  readonly operation: string;
  /** Whether it only reads: a GET, or a GraphQL query. */
  readonly repeatable: boolean;
  readonly expects: Expectation;
  /** What may be wrong with the address. */
  readonly hint?: string | undefined;
}

/** Address and request, ready for `fetch`: the only place where the key is put into one. */
export function writeRequest(
  settings: Settings,
  message: Message,
  key: string,
  signal: AbortSignal,
): [url: string, init: RequestInit] {
  const { method, url, body, repeatable } = message;
  const headers: Record<string, string> = { ...DEFAULTS };
  // Redirects are taken by hand: the key must not follow them.
  const init: RequestInit = { method, headers, signal, redirect: "manual" };
  if (body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = body;
  }
  // Names in lower case, so that two spellings of one do not both go out.
  for (const given of [settings.headers, message.headers])
    for (const name in given)
      if (given[name] !== undefined) headers[name.toLowerCase()] = given[name];
  if (!repeatable) keepSingle(init);
  // Where GraphQL looks for the key.
  if (message.surface === "graphql") {
    const separator = url.includes("?") ? "&" : "?";
    return [`${url}${separator}api_key=${encodeURIComponent(key)}`, init];
  }
  headers["authorization"] = `Bearer ${key}`;
  return [url, init];
}

/**
 * Keeps a runtime from sending a change again by itself when a reused connection breaks: Deno does so with every body
 * it can replay, which a Blob is not; Bun does so with a DELETE, but not on a connection of its own.
 */
function keepSingle(init: RequestInit): void {
  if ("Deno" in globalThis)
    init.body = new Blob([(init.body as BlobPart | undefined) ?? ""]);
  if ("Bun" in globalThis && init.method === "DELETE") init.keepalive = false;
}

/** A browser sends a user agent of its own; there a further header would also need the permission of a preflight. */
const DEFAULTS: Readonly<Record<string, string>> = {
  accept: "application/json",
  ...("document" in globalThis || "importScripts" in globalThis
    ? {}
    : { "user-agent": `cloud-compute-sdk/${VERSION}` }),
};
