import { toMessageText } from "../errors.js";
import { OMITTED } from "./redact-value.js";
import type { SentRequest } from "./request.js";
import { SentValues } from "./sent-values.js";

/** Decides which texts an error may show: texts of the service, and texts in the errors of `fetch`. */
export interface Disclosure {
  /** Redacts keys only. */
  readonly redact: (text: string) => string;
  /** Returns a text for a cause: with redacted keys, or `OMITTED` if the text repeats what was sent. */
  readonly redactForCause: (text: string) => string;
  /**
   * A text of the service for a message, as one line. If the text repeats what was sent, the quotations in it are left
   * out, and then each word that is a whole value. Undefined if the rest still repeats what was sent or says nothing, and
   * if the text repeats more than what was left out. Of all texts that are shown, the first 8 Ki characters are compared
   * with what was sent; undefined for each text beyond them.
   */
  readonly quote: (
    text: string,
    maxLength?: number,
    hint?: string,
  ) => string | undefined;
  /** A text of the service as a whole, as one line; undefined if it repeats what was sent, or cannot be compared. */
  readonly quoteWhole: (text: string, maxLength?: number) => string | undefined;
}

/** Where a reader finds what a message leaves out. A rent, for example, rejects with an error of its own. */
export const WHOLE_REASON = "see `body` or `cause.body` of this error";
/** Takes the place of a reason that repeats what was sent, or cannot be compared with what was sent. */
export const REPEATING_REASON = `the service's reason may repeat what was sent: ${WHOLE_REASON}`;

/** A longer reason is cut in a message. */
const MAX_REASON_LENGTH = 300;
/** How much of a reason is compared with what was sent: more than is shown, so that no value is cut before. */
const COMPARED_REASON_LENGTH = 1024;
/** How many characters of all texts of one response are compared. Comparing more would block the process. */
const MAX_COMPARED_LENGTH = 2 ** 13;

/** The disclosure of a request. */
export function createDisclosure({
  request,
  clientHeaders,
  redact,
}: SentRequest): Disclosure {
  const sent = new SentValues(request, clientHeaders);
  let remainingLength = MAX_COMPARED_LENGTH;
  /** The beginning of a text, with redacted keys; undefined if no more can be compared. */
  const readComparable = (text: string): string | undefined => {
    const compared = text.slice(0, COMPARED_REASON_LENGTH);
    remainingLength -= compared.length;
    return remainingLength < 0 ? undefined : redact(compared);
  };
  return {
    redact,
    redactForCause: (text) =>
      PLATFORM_TEXT.test(text) || !sent.isRepeatedIn(text)
        ? redact(text)
        : OMITTED,
    quote: (text, maxLength = MAX_REASON_LENGTH, hint = "") => {
      const reason = readComparable(text);
      if (reason === undefined) return undefined;
      if (!sent.isRepeatedIn(reason)) return toMessageText(reason, maxLength);
      const omitted: string[] = [];
      let rest = omitQuotations(reason, omitted);
      if (sent.isRepeatedIn(rest)) rest = sent.omitValues(rest, omitted);
      const isHidden =
        sent.isRepeatedIn(rest) ||
        sent.isRepeatedIn(reason, omitted) ||
        !/\p{L}/u.test(rest);
      return isHidden
        ? undefined
        : toMessageText(rest, maxLength) + (hint && ` (${hint})`);
    },
    quoteWhole: (text, maxLength = MAX_REASON_LENGTH) => {
      const whole = readComparable(text);
      return whole === undefined || sent.isRepeatedIn(whole)
        ? undefined
        : toMessageText(whole, maxLength);
    },
  };
}

/**
 * Replaces what stands between quotation marks by `…`, and adds it to `omitted`. An apostrophe within a word is no
 * quotation mark.
 */
function omitQuotations(text: string, omitted: string[]): string {
  const omit = (quotation: string) => {
    omitted.push(quotation);
    const mark = quotation.charAt(0);
    return `${mark}…${mark}`;
  };
  return text
    .replace(/"(?:[^"\\]|\\.)*"/g, omit)
    .replace(/`[^`]*`/g, omit)
    .replace(/(?<!\w)'[^']*'(?!\w)/g, omit);
}

/** What the platform writes into its own errors. A cause may show these words even if nothing else can be compared. */
const PLATFORM_TEXT =
  /^(\w{0,30}Error|fetch failed|terminated|other side closed|socket hang up|((read|write|connect) ?)?(E[A-Z]{3,20})?|UND_ERR_[A-Z_]{3,30})$/;
