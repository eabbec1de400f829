import { AwsV4Signer } from "aws4fetch";
import { InputError, type CallContext } from "../errors.js";
import { BodyReader, decode, type Bytes } from "../http/body.js";
import { connectReason, neverSent } from "../http/network-failure.js";
import { redactCause, replaceAll, type Redact } from "../http/redact.js";
import { askedPause } from "../http/retry.js";
import { platformFetch } from "../http/settings.js";
import { VERSION } from "../options.js";
import type { Bounds } from "./bounds.js";
import {
  createConnectionError,
  createRefusal,
  isGatewayPage,
  type Place,
  type S3Answer,
} from "./refusal.js";
import type { VolumeSettings } from "./volume-options.js";
import { readXml, type XmlElement } from "./xml.js";

/** One request to the file service. */
export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** The key of a file; absent for a request that is for the whole volume. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Bytes;
  /** How long one attempt may take, apart from its body. */
  readonly limitMs?: number;
  /** Called with the number of bytes of the body that this attempt has handed to the platform so far. */
  readonly onSent?: (bytes: number) => void;
}

/** How an attempt ended: with an answer, or with the failure of the network. */
export type Attempt =
  | { readonly answer: S3Answer; readonly failure?: undefined }
  | { readonly answer?: undefined; readonly failure: unknown };

/** How often a request is repeated, and how often where not even one connection to the host could be made. */
const MAX_RETRIES = 10;
const MAX_FIRST_RETRIES = 2;
const MAX_PAUSE_MS = 60_000;
/** The gateway before the service gives up after about 100 seconds: no answer comes later than this. */
const ATTEMPT_LIMIT_MS = 130_000;
/** A slower connection than this, in bytes per millisecond, counts as lost. */
const SLOWEST_BYTES_PER_MS = 50;
/** The longest answer that is read: a page of a list has at most 1,000 keys of 1,024 bytes. */
const MAX_ANSWER_BYTES = 2 ** 24;
/** How much of a body is handed to the platform at once. */
const PIECE_BYTES = 2 ** 20;

/** Whether the same request may succeed a moment later. */
export function isPassing(status: number): boolean {
  return (
    [408, 425, 429, 500, 502, 503, 504].includes(status) ||
    (status >= 520 && status <= 527)
  );
}

/** The files of one volume as S3 serves them: signs, sends, repeats, and makes the errors. */
export class S3Connection {
  readonly place: Place;
  readonly #settings: VolumeSettings;
  readonly #fetch: typeof globalThis.fetch;
  /** The derived signing keys, one for each day. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  readonly #redact: Redact;
  /** Whether any request may have reached the host. Before, its name may be wrong; after, the network is down. */
  #isReached = false;

  constructor(settings: VolumeSettings, place: Place) {
    const { accessKeyId, secretAccessKey, fetch } = settings;
    this.place = place;
    this.#settings = settings;
    this.#fetch = fetch ?? platformFetch;
    this.#redact = (text) =>
      replaceAll(text, [secretAccessKey, accessKeyId], "[key]");
  }

  /** Sends a request, again where that may help, and resolves with its answer, which is a success. */
  async send(request: S3Request, bounds: Bounds): Promise<S3Answer> {
    for (let retry = 0; ; retry++) {
      const attempt = await this.attempt(request, bounds);
      const { answer } = attempt;
      const isSuccess = answer && answer.status >= 200 && answer.status < 300;
      // What a PUT has done, the ETag says.
      if (isSuccess && (request.method === "PUT" || !isGatewayPage(answer)))
        return answer;
      const pauseMs = this.pauseAfter(attempt, retry);
      if (pauseMs === undefined) throw this.errorOf(attempt, request, bounds);
      await bounds.pause(pauseMs);
    }
  }

  /** Sends a request whose answer is XML, and resolves with its root, which has this name. */
  async sendForXml(
    request: S3Request,
    name: string,
    bounds: Bounds,
  ): Promise<XmlElement> {
    const answer = await this.send(request, bounds);
    const root = readXml(answer.body);
    if (root?.name === name) return root;
    throw this.errorOf({ answer }, request, bounds);
  }

  /** Sends a request once, and reads the answer. Rejects only where the bounds of the call end, or for an `InputError`. */
  async attempt(request: S3Request, bounds: Bounds): Promise<Attempt> {
    const { body, limitMs = ATTEMPT_LIMIT_MS } = request;
    const sendingMs = (body?.length ?? 0) / SLOWEST_BYTES_PER_MS;
    try {
      const answer = await bounds.wait(limitMs + sendingMs, (ownSignal) =>
        this.#exchange(request, ownSignal()),
      );
      return { answer };
    } catch (failure) {
      if (failure instanceof InputError) throw failure;
      this.#isReached ||= !neverSent(failure);
      bounds.check();
      return { failure };
    }
  }

  /** The pause before a request is sent again; undefined when it must not be. `retry` counts from 0. */
  pauseAfter({ answer, failure }: Attempt, retry: number): number | undefined {
    if (answer && !isPassing(answer.status)) return undefined;
    const isUnreached = !answer && !this.#isReached && neverSent(failure);
    const isUnknownHost = /not found|certificate|TLS/.test(
      connectReason(failure),
    );
    if (isUnreached && isUnknownHost) return undefined;
    if (retry >= (isUnreached ? MAX_FIRST_RETRIES : MAX_RETRIES))
      return undefined;
    const asked = answer && askedPause(answer.headers);
    return asked ?? Math.random() * Math.min(MAX_PAUSE_MS, 500 * 2 ** retry);
  }

  /** The error for an attempt that is not repeated. */
  errorOf(
    { answer, failure }: Attempt,
    request: Pick<S3Request, "method" | "key">,
    bounds: Bounds,
  ): Error {
    const context = contextOf(request, bounds);
    const maybeSent = context.maybeSent === true && this.#isReached;
    const call = { ...context, maybeSent };
    // An upload or a download of a folder is of many files.
    const subject = request.key === undefined ? "" : `"${request.key}": `;
    if (answer)
      return createRefusal(answer, subject, this.place, this.#redact, call);
    const cause = redactCause(failure, this.#redact);
    return createConnectionError(cause, subject, this.place, call);
  }

  /** Signs a request and sends it; resolves with the response, whose body is not read. */
  async open(request: S3Request, signal: AbortSignal): Promise<Response> {
    const { method, body, onSent } = request;
    const { accessKeyId, secretAccessKey } = this.#settings;
    const signer = new AwsV4Signer({
      method,
      url: this.urlOf(request),
      headers: request.headers ?? {},
      accessKeyId,
      secretAccessKey,
      service: "s3",
      region: this.place.dataCenter,
      cache: this.#signingKeys,
    });
    const { url, headers } = await signer.sign();
    headers.set("user-agent", `cloud-compute-sdk/${VERSION}`);
    // Not signed: for a range, `fetch` adds this header by itself, which would make a signature of it wrong.
    if (!headers.has("range")) headers.set("accept-encoding", "identity");
    const init: RequestInit = { method, headers, signal, redirect: "manual" };
    if (body) this.#addBody(init, headers, body, onSent);
    const response = await this.#fetch(url.href, init);
    this.#isReached = true;
    return response;
  }

  /** The address of a request. Every character that is not unreserved is percent-encoded, as the signature needs it. */
  urlOf({ key, query = {} }: Pick<S3Request, "key" | "query">): string {
    const { endpoint, volumeId } = this.place;
    const path = [volumeId, ...(key?.split("/") ?? [])].map(encode).join("/");
    const search = Object.entries(query)
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .join("&");
    return `${endpoint}/${path}${search && `?${search}`}`;
  }

  /**
   * Node's `fetch` copies an array of bytes before it sends them, so that a part would take its memory twice. It sends a
   * stream as it comes, and keeps the length that we announce. Other runtimes, and the option `fetch`, get the array.
   */
  #addBody(
    init: RequestInit,
    headers: Headers,
    body: Bytes,
    onSent: ((bytes: number) => void) | undefined,
  ): void {
    const isNode = !("Bun" in globalThis) && !("Deno" in globalThis);
    if (!isNode || this.#settings.fetch || body.length <= PIECE_BYTES) {
      init.body = body;
      onSent?.(body.length);
      return;
    }
    let sent = 0;
    init.body = new ReadableStream<Bytes>(
      {
        pull: (controller) => {
          // An aborted `fetch` would read the rest all the same, and throw it away.
          if (init.signal?.aborted) {
            controller.error(init.signal.reason);
            return;
          }
          const piece = body.subarray(sent, sent + PIECE_BYTES);
          sent += piece.length;
          controller.enqueue(piece);
          onSent?.(sent);
          if (sent >= body.length) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    headers.set("content-length", String(body.length));
    // `fetch` requires `duplex` for a stream, but the types of the DOM lack this member.
    Object.assign(init, { duplex: "half" });
  }

  async #exchange(request: S3Request, signal: AbortSignal): Promise<S3Answer> {
    const response = await this.open(request, signal);
    return readAnswer(response);
  }
}

/** Reads the body of a response, which is short. */
export async function readAnswer(response: Response): Promise<S3Answer> {
  const reader = new BodyReader();
  await reader.read(response, MAX_ANSWER_BYTES);
  const { status, headers } = response;
  return { status, headers, body: decode(reader.bytes) };
}

/** What an error says of a request: whether it may have changed something, and its route. */
export function contextOf(
  { method, key }: Pick<S3Request, "method" | "key">,
  bounds: Bounds,
): CallContext {
  const route = `${method} /{volumeId}${key === undefined ? "" : "/{key}"}`;
  const maybeSent = method !== "GET" && method !== "HEAD";
  return { ...bounds.call, route, maybeSent };
}

/** The ETag of an answer without its quotes; empty where the answer has none. */
export function etagOf(headers: Headers): string {
  return unquote(headers.get("etag") ?? "");
}

/** An ETag without quotes, and without the mark of a weak one, which a proxy that compresses adds. */
export function unquote(etag: string): string {
  return etag.replace(/^W\//, "").replace(/^"|"$/g, "");
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
