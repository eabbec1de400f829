import { check } from "../checks.js";
import type { CallContext } from "../errors.js";

/** The beginning of every signed text. */
const PREFIX = "ccs1";
/** A longer text is refused unread. No signed text of this package comes near. */
const MAX_LENGTH = 4096;
const MIN_SECRET_LENGTH = 32;
const ALGORITHM = { name: "HMAC", hash: "SHA-256" };

/** One secret, or several: the first one signs, and each of them is accepted, so that secrets can rotate. */
export type Secret = string | readonly string[];

/**
 * Signs JSON values with HMAC-SHA-256 and opens what it has signed: `ccs1.<content>.<signature>`, all characters of which
 * may stand in a URL. The content is readable by whoever has the text. A text that was signed for one purpose is refused
 * for every other.
 */
export class Signer {
  readonly #secrets: readonly string[];
  readonly #purpose: string;
  #keys: Promise<readonly CryptoKey[]> | undefined;

  /** @throws InputError if a secret has fewer than 32 characters */
  constructor(secret: Secret, purpose: string, call: CallContext) {
    const secrets = typeof secret === "string" ? [secret] : secret;
    const isLong = (value: unknown) =>
      typeof value === "string" && value.length >= MIN_SECRET_LENGTH;
    check(
      Array.isArray(secrets) && secrets.length > 0 && secrets.every(isLong),
      "secret",
      `must be a string of at least ${MIN_SECRET_LENGTH} characters, or a list of such strings`,
      call,
    );
    this.#secrets = secrets;
    this.#purpose = purpose;
  }

  /** Signs a JSON value with the first secret. The text opens only with the same `holder`, which it does not contain. */
  async sign(content: unknown, holder = ""): Promise<string> {
    const bytes = new TextEncoder().encode(JSON.stringify(content));
    const text = encodeBase64Url(bytes);
    const [key] = await this.#loadKeys();
    const signature = await crypto.subtle.sign(
      ALGORITHM.name,
      key as CryptoKey,
      this.#signedBytes(text, holder),
    );
    return `${PREFIX}.${text}.${encodeBase64Url(new Uint8Array(signature))}`;
  }

  /**
   * The value that a text was made from; undefined unless one of the secrets has signed the text for this purpose and this
   * `holder`. The platform compares the signatures in constant time.
   */
  async open(signed: unknown, holder = ""): Promise<unknown> {
    if (typeof signed !== "string" || signed.length > MAX_LENGTH)
      return undefined;
    const [prefix, text = "", encoded = "", ...rest] = signed.split(".");
    const signature = decodeBase64Url(encoded);
    if (prefix !== PREFIX || rest.length > 0 || !signature) return undefined;
    const bytes = this.#signedBytes(text, holder);
    for (const key of await this.#loadKeys())
      if (await crypto.subtle.verify(ALGORITHM.name, key, signature, bytes))
        return JSON.parse(new TextDecoder().decode(decodeBase64Url(text)));
    return undefined;
  }

  #signedBytes(text: string, holder: string) {
    // A base64url text holds no dot, so that no other holder and text give the same bytes.
    const owner =
      holder === ""
        ? ""
        : `${encodeBase64Url(new TextEncoder().encode(holder))}.`;
    return new TextEncoder().encode(
      `${PREFIX}.${this.#purpose}.${owner}${text}`,
    );
  }

  /** Imported at first use: some platforms permit no cryptography while a module loads. */
  #loadKeys(): Promise<readonly CryptoKey[]> {
    this.#keys ??= Promise.all(
      this.#secrets.map((secret) =>
        crypto.subtle.importKey(
          "raw",
          new TextEncoder().encode(secret),
          ALGORITHM,
          false,
          ["sign", "verify"],
        ),
      ),
    );
    return this.#keys;
  }
}

/** A random name of 128 bits. */
export function createRandomId(): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(16)));
}

function encodeBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join(
    "",
  );
  return btoa(binary)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** The bytes of a base64url text; undefined unless the text is their canonical encoding. */
function decodeBase64Url(text: string) {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return encodeBase64Url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
