import { isError } from "../errors.js";
import { parseJson } from "../json.js";

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** A shorter key is no secret: replacing it would make ordinary words unreadable. */
const MIN_KEY_LENGTH = 4;
/** A key function may give another key for each attempt: only so many of the last keys are remembered. */
const MAX_KEYS = 50;

/** The keys that a client has used, for redaction only. */
export class KeyRing {
  /** The most recent key is the last. */
  readonly #keys = new Set<string>();
  #latest = "";

  /** Remembers a key. */
  learn(key: string): void {
    if (key === this.#latest || key.length < MIN_KEY_LENGTH) return;
    this.#latest = key;
    this.#keys.delete(key);
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (this.#keys.size > MAX_KEYS && oldest !== undefined)
      this.#keys.delete(oldest);
  }

  /** Replaces each key by `[key]`: as it is, as it is written in an address, and as it is written in JSON. */
  readonly redact: Redact = (text) => replaceAll(text, this.#keys, "[key]");
}

/** Replaces each of these values in a text, also where it is escaped as in an address or in JSON. */
export function replaceAll(
  text: string,
  values: Iterable<string>,
  replacement: string,
): string {
  // A long value is not even spelled for a short text: a request may hold a file.
  const possible = [...values].filter(({ length }) => length <= text.length);
  const spellings = [...new Set(possible.flatMap(spellingsOf))];
  // The longest first: a value may be a part of another.
  spellings.sort((one, other) => other.length - one.length);
  return spellings.reduce(
    (result, spelling) => result.replaceAll(spelling, () => replacement),
    text,
  );
}

function spellingsOf(value: string): string[] {
  const inJson = escapeAsJson(value);
  // A service that quotes the JSON of a request in a text of its own JSON escapes the value twice.
  const inQuotedJson = escapeAsJson(inJson);
  // A value with half a character cannot be written in an address.
  const inAddress = encodeURIComponent(value.replace(/\p{Surrogate}/gu, ""));
  return [value, inJson, inQuotedJson, inAddress].filter((text) => text !== "");
}

function escapeAsJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A shorter value is rather a word, such as `true`, than a secret. */
const MIN_SECRET_LENGTH = 8;
/** Replacing more values than these would block the process. */
const MAX_SECRETS = 500;

/** What is sent, as far as it decides what the secrets of a request are. */
interface SentSecrets {
  readonly url: string;
  readonly body?: unknown;
}

/** Redacts keys, and the secrets of a request; the whole text, if the request has too many secrets. */
export function createRedact(redactKeys: Redact, sent: SentSecrets): Redact {
  let secrets: Set<string> | undefined;
  return (text) => {
    secrets ??= findSecrets(sent);
    return secrets.size > MAX_SECRETS
      ? "[hidden: the request has too many secrets]"
      : replaceAll(redactKeys(text), secrets, "[secret]");
  };
}

/**
 * The secrets of a request, which no error may repeat: every text under `env`, `password` and `s3Config` of its body, the
 * `value` of a secret of the service, and the parameters of the URL of a webhook, such as the token of a signed URL.
 */
function findSecrets({ url, body }: SentSecrets): Set<string> {
  const secrets = new Set<string>();
  const members = typeof body === "string" ? parseJson(body) : undefined;
  // The document of GraphQL names what it writes, as the address does elsewhere.
  const { query } = Object(members) as { readonly query?: unknown };
  const isOfSecret = /secret/i.test(`${url} ${String(query)}`);
  addSecrets(members, isOfSecret, secrets);
  return secrets;
}

function addSecrets(
  value: unknown,
  isOfSecret: boolean,
  secrets: Set<string>,
): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const isSecret =
      ["env", "password", "s3Config"].includes(name) ||
      (isOfSecret && name === "value");
    if (isSecret) addTexts(member, secrets);
    else if (name === "webhook") addTexts(parametersOf(member), secrets);
    else addSecrets(member, isOfSecret, secrets);
  }
}

function parametersOf(url: unknown): readonly string[] {
  const isUrl = typeof url === "string" && URL.canParse(url);
  return isUrl ? [...new URL(url).searchParams.values()] : [];
}

/** Adds the texts in a value. GraphQL writes variables as `{ key, value }`: their names are no secrets. */
function addTexts(value: unknown, secrets: Set<string>): void {
  if (typeof value === "string" && value.length >= MIN_SECRET_LENGTH)
    secrets.add(value);
  if (typeof value !== "object" || value === null) return;
  const { key, value: single } = value as Readonly<Record<string, unknown>>;
  const isPair = typeof key === "string" && typeof single === "string";
  const members = isPair ? [single] : Object.values(value);
  for (const member of members) addTexts(member, secrets);
}

/** Replaces secrets in every text of a JSON value. */
export function redactJson<Value>(value: Value, redact: Redact): Value {
  // `JSON.stringify` returns undefined for undefined, whatever its type says.
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return value;
  const redacted = redact(text);
  if (redacted === text) return value;
  // A text that is hidden as a whole is no JSON.
  const parsed = parseJson(redacted);
  return (parsed === undefined ? redacted : parsed) as Value;
}

/** A copy of headers with redacted values. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  const copy = new Headers();
  for (const [name, value] of headers) copy.append(name, redact(value));
  return copy;
}

/** A cause may hold a whole connection: at most so many of its parts are searched for a secret, the nearest first. */
const MAX_CAUSE_PARTS = 10_000;

/**
 * An error of the platform or of the user's `fetch`, for the `cause` of an error of this package: as it came, or, if it
 * shows a secret, an error with the same code whose name and message are redacted.
 */
export function redactCause(cause: unknown, redact: Redact): unknown {
  const text = textOf(cause);
  if (redact(text) === text) return cause;
  if (!isError(cause)) return redact(text);
  const { name, message } = cause;
  const copy = Object.assign(new Error(redact(message)), {
    name: redact(name),
  });
  const { code } = cause as { readonly code?: unknown };
  return code === undefined ? copy : Object.assign(copy, { code });
}

/** All that an inspector or a logger would print of an error, in lines. */
function textOf(error: unknown): string {
  const texts: string[] = [];
  // The loop also visits what is added to the set meanwhile.
  const parts = new Set([error]);
  for (const part of parts) {
    if (typeof part === "string") texts.push(part);
    else if (parts.size < MAX_CAUSE_PARTS)
      for (const inner of partsOf(part)) parts.add(inner);
  }
  return texts.join("\n");
}

function partsOf(value: unknown): readonly unknown[] {
  const isObject = typeof value === "object" && value !== null;
  if (!isObject || ArrayBuffer.isView(value)) return [];
  if (value instanceof URL) return [value.href];
  if (value instanceof Headers) return [...value].flat();
  if (value instanceof Request) return [value.url, ...value.headers].flat();
  const members: unknown[] = Object.values(value);
  if (!isError(value)) return members;
  // An inspector prints these members of an error, although they are not enumerable.
  const { message, stack, cause, errors } = value as Partial<AggregateError>;
  return [message, stack, cause, errors, ...members];
}
