import { parseJson } from "../json.js";
import type { DoorRequest } from "./exchange.js";
import { replaceAll, type Redact } from "./redact.js";

/** A shorter value is rather a word, such as `true`, than a secret. */
const MIN_SECRET_LENGTH = 8;
/** Replacing more values than these would block the process. */
const MAX_SECRETS = 500;

/** What is sent, as far as it decides what the secrets of a request are. */
type SentSecrets = Pick<DoorRequest, "url" | "body">;

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
 * The secrets of a request, which no error may repeat: every text under `env`, `password` and `s3Config` of its body, and
 * the `value` of a secret of the service.
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
    else addSecrets(member, isOfSecret, secrets);
  }
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
