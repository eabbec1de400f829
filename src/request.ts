import type { Expectation } from "./answer.js";
import { VERSION, type CallOptions } from "./options.js";
import type { Settings } from "./settings.js";

/** What a call that waits for its turn asks of its sending. */
export interface Queued {
  /** Once it has left, its answer is waited for even when the signal aborts: what it began must not be lost. */
  readonly finishes?: boolean | undefined;
  /** Resolves when it may be sent once more, at the latest after so many milliseconds. */
  readonly again?: ((milliseconds: number) => Promise<void>) | undefined;
  /** What follows for the caller where no answer came and it may have been carried out. */
  readonly lost?: string | undefined;
}

/** Bytes in a buffer of their own. Spelt so that TypeScript below 5.7 reads it too: its `Uint8Array` is not generic. */
type Bytes = ReturnType<Uint8Array["slice"]>;

/** One request, as every surface hands it over. */
export interface Message extends CallOptions, Queued {
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
  /** Where the service looks for the key. */
  readonly keyIn: "header" | "query";
  readonly expects: Expectation;
  /** What may be wrong with the address. */
  readonly hint?: string | undefined;
}

/** A request, ready for `fetch`: the only place where the key is put into one. */
export interface WrittenRequest {
  readonly url: string;
  readonly init: RequestInit & { readonly signal: AbortSignal };
}

export function writeRequest(
  settings: Settings,
  message: Message,
  key: string,
  signal: AbortSignal,
): WrittenRequest {
  const { method, body = null, repeatable, keyIn, url } = message;
  const headers = headersOf(settings, message, key);
  // Redirects are taken by hand: the key must not follow them.
  const init = { method, headers, body, signal, redirect: "manual" as const };
  return {
    url: keyIn === "query" ? withKey(url, key) : url,
    init: repeatable
      ? init
      : Object.assign(init, sentOnce(method, message.body)),
  };
}

/**
 * Keeps a runtime from sending a change again by itself when a reused connection breaks: Deno does so with every body
 * it can replay, which a Blob is not; Bun does so with a DELETE, but not on a connection of its own.
 */
function sentOnce(method: string, body: Message["body"]): RequestInit {
  if ("Deno" in globalThis) return { body: new Blob([body ?? ""]) };
  return "Bun" in globalThis && method === "DELETE" ? { keepalive: false } : {};
}

function withKey(url: string, key: string): string {
  const separator = url.includes("?") ? "&" : "?";
  return `${url}${separator}api_key=${encodeURIComponent(key)}`;
}

/** Names in lower case, so that two spellings of one do not both go out. */
function headersOf(
  settings: Settings,
  { headers, body, keyIn }: Message,
  key: string,
): Record<string, string> {
  const all: Record<string, string> = { ...DEFAULTS };
  if (body !== undefined) all["content-type"] = "application/json";
  addAll(all, settings.headers);
  if (headers) addAll(all, headers);
  if (keyIn === "header") all["authorization"] = `Bearer ${key}`;
  return all;
}

function addAll(
  all: Record<string, string>,
  given: Readonly<Record<string, string>>,
): void {
  for (const name in given) {
    const value = given[name];
    if (value !== undefined) all[name.toLowerCase()] = value;
  }
}

/** A browser sends a user agent of its own; there a further header would also need the permission of a preflight. */
const DEFAULTS: Readonly<Record<string, string>> =
  "document" in globalThis || "importScripts" in globalThis
    ? { accept: "application/json" }
    : {
        accept: "application/json",
        "user-agent": `cloud-compute-sdk/${VERSION}`,
      };
