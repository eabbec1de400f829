import type { RefusalCode } from "../errors.js";

/** What a refusal of the service is about. `unknown`: the words say nothing that we know. */
export type Refusal = RefusalCode | "unknown";

/**
 * The words with which the service refuses to make something, on every surface. No status distinguishes these refusals: the
 * management API 0.1.0 sends all of them as 500, and version 2 sends two of them as 400. The first match decides: a text
 * about the balance may also say that nothing is available.
 */
const WORDS: readonly (readonly [RegExp, Refusal])[] = [
  [
    /balance is too low|\bno (balance|funds|credits?)\b|in your account balance|insufficient[ _](balance|funds|credits?)/i,
    "insufficient_balance",
  ],
  [/max workers across all endpoints|workers? quota/i, "quota_exceeded"],
  [
    /no (longer any |available )?(instances?|machines?|gpus?|capacity|resources)\b(?! (types?|ids?|named)\b)|not (enough|sufficient) (\w+ )?(capacity|gpus?|resources|instances?)|insufficient (\w+ )?(capacity|gpus?|resources)|out of (stock|capacity)|(gpus?|instances?|machines?) (is|are) (currently )?(unavailable|not available)|does not have the resources|could not find any pods with required specifications|could not be placed|SUPPLY_CONSTRAINT/i,
    "no_capacity",
  ],
];

/** What the service says with a refusal, by its text. */
export function readRefusal(text: string): Refusal {
  const [, refusal = "unknown"] =
    WORDS.find(([pattern]) => pattern.test(text)) ?? [];
  return refusal;
}
