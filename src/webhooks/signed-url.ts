import {
  check,
  checkMilliseconds,
  checkOptions,
  type OptionNames,
} from "../checks.js";
import type { CallContext } from "../errors.js";
import { segment } from "../http/url.js";
import { createRandomId, Signer, type Secret } from "./signature.js";

/** The parameter of the URL that holds the token. */
const PARAMETER = "token";
/** An hour longer than the service keeps a job alive unless the submit sets another `ttl`. */
const DEFAULT_LIFETIME_MS = 25 * 60 * 60_000;

/** What a token says about the submit that it belongs to. */
export interface SignedSubmit {
  readonly slug: string;
  /** The reference of the submit. */
  readonly reference: string;
  /** When the token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How to sign the URL of one submit. */
export interface SignOptions {
  /**
   * Your own name of the submit, such as the number of an order: at most 200 characters. The event of its job has the same
   * reference. Two submits must not share a reference.
   * @default a random text
   */
  readonly reference?: string | undefined;
  /**
   * How long deliveries are accepted, in milliseconds. Give more than the `policy.ttl` of the submit.
   * @default 25 hours: the service keeps a job alive for 24 hours
   */
  readonly expiresIn?: number | undefined;
}

const SIGN_OPTIONS: OptionNames<SignOptions> = {
  reference: true,
  expiresIn: true,
};

/** The signed webhook URL of one submit. */
export interface SignedWebhook {
  /** What `webhook` of the submit takes. It contains a secret. */
  readonly url: string;
  /** The reference of the submit; the event of its job has the same. */
  readonly reference: string;
}

/** Signs webhook URLs, and opens the token of a URL that was called. */
export class WebhookUrls {
  readonly #signer: Signer;
  readonly #url: string;

  /** @throws InputError if the secret is short, or `url` is no address that can be signed */
  constructor(secret: Secret, url: string, call: CallContext) {
    this.#signer = new Signer(secret, "webhook", call);
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    check(
      parsed &&
        /^https?:$/.test(parsed.protocol) &&
        !parsed.username &&
        !parsed.password &&
        !url.includes("#") &&
        !parsed.searchParams.has(PARAMETER),
      "url",
      `must be an http or https address without credentials, fragment and \`${PARAMETER}\` parameter`,
      call,
    );
    this.#url = parsed.href;
  }

  /** @throws InputError for a slug or an option that is not valid */
  async sign(slug: string, options: SignOptions = {}): Promise<SignedWebhook> {
    const call = { operation: "webhooks.sign" };
    segment("slug", slug, call);
    checkOptions(options, SIGN_OPTIONS, call);
    const { reference = createRandomId(), expiresIn = DEFAULT_LIFETIME_MS } =
      options;
    checkMilliseconds("expiresIn", expiresIn);
    check(
      typeof reference === "string" &&
        reference !== "" &&
        reference.length <= 200,
      "reference",
      "must be a string of 1 to 200 characters",
    );
    const expiresAt = Date.now() + expiresIn;
    const token = await this.#signer.sign([slug, reference, expiresAt]);
    const url = new URL(this.#url);
    url.searchParams.set(PARAMETER, token);
    return { url: url.href, reference };
  }

  /** What the token of a URL says; undefined unless it was signed here. An expired token is opened as well. */
  async open(url: string): Promise<SignedSubmit | undefined> {
    const token = new URL(url, "http://localhost").searchParams.get(PARAMETER);
    const content = token === null ? undefined : await this.#signer.open(token);
    if (content === undefined) return undefined;
    const [slug, reference, expiresAt] = content as [string, string, number];
    return { slug, reference, expiresAt };
  }
}
