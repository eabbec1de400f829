import { parseJson } from "../json.js";

/** A shorter value is rather a word, such as `true`, than a secret. */
const MIN_SECRET_LENGTH = 8;
/** Replacing more values than these in a text would block the process. */
export const MAX_SECRETS = 500;

/**
 * The secrets of a request, which no error may repeat: every text under `env`, `password` and `s3Config` of its body, and
 * the `value` of a secret of the service.
 */
export function findSecrets(body: unknown, route: string): Set<string> {
  const secrets = new Set<string>();
  if (typeof body === "string")
    addSecrets(parseJson(body), /secret/i.test(route), secrets);
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
