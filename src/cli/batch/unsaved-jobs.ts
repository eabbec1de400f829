import type { UnsavedJob } from "../../batch/index.js";

/** Characters that a terminal may act on, or that nobody can see. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * The command that assigns a job, which the ledger could not keep, to its item. Its words are quoted for a POSIX shell.
 * `flags` name the ledger.
 */
export function describeUnsavedJob(
  batchName: string,
  { key, id }: UnsavedJob,
  flags: readonly string[] = [],
): string {
  const when = "when the ledger can be written";
  if ([key, id, ...flags].some((text) => UNSEEN.test(text)))
    return `# ${when}, call batch.settle(item, { jobId }) in a program: the item with the key ${escape(key)} has the job ${escape(id)}`;
  return `${when}: cloud-compute-sdk batch settle ${quote(batchName, ...flags)} --key=${quote(key)} --as=${quote(id)}`;
}

/** Quotes words for a POSIX shell. */
export function quote(...words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}

function quoteWord(word: string): string {
  return /^[\w.@%+/=-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A text as JSON in which every character can be seen. */
function escape(text: string): string {
  const units = Array.from(JSON.stringify(text), (character) =>
    UNSEEN.test(character) ? escapeUnits(character) : character,
  );
  return units.join("");
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const hex = character.charCodeAt(index).toString(16);
    return `\\u${hex.padStart(4, "0")}`;
  }).join("");
}
