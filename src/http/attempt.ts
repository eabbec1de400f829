import { checkKey, hasMethods } from "../checks.js";
import type { Settings } from "../settings.js";
import { decode, MAX_FAILURE_BYTES, readFailure, readSuccess } from "./body.js";
import type { Bytes } from "./bytes.js";
import {
  writeRequest,
  type SentRequest,
  type TransportRequest,
} from "./request.js";
import { LightResponse } from "./light-response.js";
import { loadFailureParts } from "./load-failure.js";
import { getRedaction, loadRedaction } from "./load-redaction.js";
import { beginsAsJson, NAMED_ID } from "./named-id.js";
import { parse } from "./redact.js";
import { isReadOnly } from "./retry.js";
import { EXPIRED, withTimeout } from "./timeout.js";

/** Why an attempt ended without a response. */
export interface NetworkFailure {
  /** `EXPIRED`, or what `fetch` rejected with, redacted. */
  readonly cause?: unknown;
  readonly status?: undefined;
  /** The status of a response that broke off in its body. */
  readonly brokenStatus?: number | undefined;
  /** The beginning of the body of that response as it came, if the request reads ids of jobs. Never shown. */
  readonly received?: string | undefined;
  /** False when not one byte of the request left: connection refused, name not found, TLS failed. */
  maybeSent: boolean;
  /** Whether the key function gave no key in time. */
  readonly lacksKey?: boolean;
  /** Whether the option `fetch` resolved with something else than a response. */
  readonly isNoResponse?: boolean;
}

/**
 * Sends a request once and resolves with the response, or with the reason why there is none, within `timeoutMs`.
 * Rejects only with errors that are not of the network: the reason of an abort, the error of a key function, or the
 * `InputError` for a key that no header can carry. Adds the key of the attempt to `callKeys`, the keys of all attempts
 * of the call.
 */
export async function attempt(
  settings: Settings,
  request: TransportRequest,
  timeoutMs: number,
  callKeys: Set<string>,
): Promise<LightResponse | NetworkFailure> {
  const sent: SentRequest = {
    request,
    clientHeaders: settings.headers,
    redact: settings.keys.redactWith(callKeys),
  };
  const begun = performance.now();
  const { call, controls = {} } = request;
  const { operation } = call;
  let { signal } = request.options;
  let isSent = false;
  let response: Response | undefined;
  const failure = { text: "" };
  const pieces: Bytes[] = [];
  try {
    let key: string;
    try {
      // No `await` for a plain string key, so that the request is sent in the same tick as the call.
      const apiKey = settings.apiKey();
      key =
        typeof apiKey === "string"
          ? apiKey
          : await withTimeout(timeoutMs, signal, async () => apiKey);
      checkKey(key, call);
    } catch (error) {
      if (error === EXPIRED || signal?.aborted) throw error;
      throw controls.createKeyError?.(error) ?? error;
    }
    settings.keys.learn(key);
    callKeys.add(key);
    // No `await` without need here either.
    if (controls.beforeSend) await controls.beforeSend();
    const remainingMs = timeoutMs - (performance.now() - begun);
    // `beforeSend` may have used up the time.
    if (controls.beforeSend && remainingMs <= 0)
      return { cause: EXPIRED, maybeSent: false };
    isSent = true;
    if (controls.finishAfterSend) signal = undefined;
    return await withTimeout(remainingMs, signal, async (ownSignal) => {
      const own = ownSignal();
      const [url, init] = writeRequest(settings, request, key, own);
      const responding = settings.fetch(url, init);
      const loading = getRedaction() ? undefined : loadRedaction(operation);
      let received = await responding;
      if (!isResponse(received)) return { maybeSent: true, isNoResponse: true };
      if (isRedirect(received, init) && isReadOnly(request, settings.headers)) {
        const parts = await loadFailureParts(operation, own);
        const { fetch } = settings;
        const follow = parts?.followRedirects(fetch, url, init, received);
        received = (await follow) ?? received;
      }
      response = received;
      // No `await` without need.
      if (loading) await loading;
      if (received.ok) {
        const body = await readSuccess(received, request, pieces);
        return new LightResponse(received, body, sent);
      }
      const isWhole = await readFailure(received, own, failure);
      return createFailure(received, { ...failure, isWhole }, sent);
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (!isSent && error !== EXPIRED) throw error;
    // The status of a failure says what matters, however little of its body came in time.
    if (response && !response.ok)
      return createFailure(response, { ...failure, isWhole: false }, sent);
    const broken = {
      brokenStatus: response?.status,
      received: controls.readJobId && decode(pieces, MAX_FAILURE_BYTES),
    };
    if (error === EXPIRED)
      return {
        ...broken,
        cause: EXPIRED,
        maybeSent: isSent,
        lacksKey: !isSent,
      };
    await loadRedaction(operation, signal);
    const parts = await loadFailureParts(operation, signal);
    const explained = parts?.explainError(error, sent);
    return {
      ...broken,
      cause: explained?.cause,
      // A response that has begun proves that the request was sent.
      maybeSent: response !== undefined || !explained?.neverSent,
    };
  }
}

/**
 * Whether what `fetch` resolved with is a response. The function may be the caller's own: that of a test often returns
 * nothing. Without this check, the error would say that the connection was lost. The check takes about 30 bytes of what
 * `npm run lab size` prints for `createClient`.
 */
export function isResponse(value: unknown): boolean {
  const { headers } = Object(value) as { readonly headers?: unknown };
  return hasMethods(headers, ["get"]);
}

/** Whether a response to a GET may lead to another address. */
function isRedirect({ status }: Response, { method }: RequestInit): boolean {
  return method === "GET" && status >= 300 && status < 400;
}

/** The part of the body of a failure that has come. */
interface FailureBody {
  readonly text: string;
  readonly isWhole: boolean;
}

/**
 * Wraps a failure. A change that was turned away may have been carried out all the same if the body may name what the
 * service has made.
 */
function createFailure(
  response: Response,
  body: FailureBody,
  sent: SentRequest,
): LightResponse {
  const failed = new LightResponse(response, body, sent);
  const isRetried = failed.status === 429 || failed.status === 503;
  const isChange = !isReadOnly(sent.request, sent.clientHeaders);
  if (isRetried && isChange && mayNameId(body)) failed.maybeSent = true;
  return failed;
}

/** Whether a body names an id, or may have named one before it broke off: as JSON, or before its first byte came. */
function mayNameId({ text, isWhole }: FailureBody): boolean {
  if (text.trim() === "") return !isWhole;
  const isJson = isWhole && parse(text) !== undefined;
  return isJson ? NAMED_ID.test(text) : beginsAsJson(text);
}
