import type { Json } from "./json.js";

/** The folders of `specs/captures`: the surfaces whose answers were seen. */
export const captureFolders = [
  "graphql",
  "jobs",
  "load-balancer",
  "models",
  "openai",
  "rest",
  "v2",
] as const;

/**
 * How we know of an answer. `captured`: somebody printed it. `stated`: somebody who tried it says so. `described`: the
 * service's own documents say so. `test double`: a client's tests expect it. `inferred`: concluded from what clients do.
 */
type CaptureCertainty =
  | "captured"
  | "stated"
  | "described"
  | "test double"
  | "inferred";

/**
 * One answer of the running service. Ids, addresses and texts are placeholders: `POD_ID` stands for an id, `TEXT` for any
 * text. Where no member shows the body, the body is not recorded.
 */
export interface Capture {
  /** Folder and name of the file, such as `"v2/get-pod--unknown-id"`. */
  readonly name: string;
  /** The operation as the client names it, such as `"v2.pods.get"`. */
  readonly operation: string;
  /** In which condition the service answers so. */
  readonly condition: string;
  readonly request: CapturedRequest;
  /** `"4xx"`: a refusal whose status is not recorded. */
  readonly status: number | "4xx";
  /** The headers that matter, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole body. */
  readonly body?: Json;
  /** What is known of the body, which has more members. */
  readonly bodyContains?: Json;
  /** The whole body, which is no JSON. */
  readonly text?: string;
  /** A part of a body that is no JSON. */
  readonly textContains?: string;
  /** What the body says word for word. */
  readonly words?: readonly string[];
  /** Paths of members that the body does not have, such as `"usage.cost"`. */
  readonly lacks?: readonly string[];
  /** A day, a month, a year, or two of these joined by " to "; or "unknown". */
  readonly date: string;
  readonly certainty: CaptureCertainty;
  /** Where the answer was seen, in a few words. */
  readonly source: string;
  readonly note?: string;
  /** The name of the capture that shows how the service answers by now. */
  readonly replacedBy?: string;
}

interface CapturedRequest {
  readonly method: string;
  /** Begins with `/`, or with `BASE_URL` for the address of a load balancing endpoint. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** How the request carries the key, where it does not carry a good one as `Bearer`. */
  readonly key?: "none" | "wrong" | "plain";
  readonly body?: Json;
}

/** Texts that may be a secret, each with what it may be. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:rpa|rps|sk|pk|hf|ghp|glpat|xox[abp])[_-][A-Za-z0-9_-]{12,}/, "a key"],
  [/\bAKIA[0-9A-Z]{12,}/, "a key"],
  [/\bBearer +[A-Za-z0-9._~+/-]{12,}/i, "a key"],
  [/\beyJ[A-Za-z0-9_-]{10,}\./, "a token"],
  [/-----BEGIN [A-Z ]*PRIVATE KEY/, "a private key"],
  [/\bssh-(?:rsa|ed25519) [A-Za-z0-9+/]{20,}/, "an SSH key"],
  [/[\w.+-]+@(?!example\.)[\w-]+\.[a-z]{2,}/i, "an address of a person"],
  [/\/\/[^/\s:@]+:[^/\s@]+@/, "a password in an address"],
  [/\b[0-9a-f]{32,}\b/i, "a key"],
];

/** What in a text looks like a secret, such as `a key: "rpa_…"`; undefined where nothing does. */
export function findSecret(text: string): string | undefined {
  for (const [pattern, kind] of SECRETS) {
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return `${kind}: "${found.slice(0, 6)}…"`;
  }
  return undefined;
}
