/** The character U+0000 and halves of surrogate pairs: no database keeps them in a text. */
const UNSTORABLE =
  /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text in which U+FFFD stands for each character that no database keeps. */
export function toWellFormed(text: string): string {
  return text.replace(UNSTORABLE, "\ufffd");
}

/** Whether each database keeps a text as it is. */
export function isWellFormed(text: string): boolean {
  return text.search(UNSTORABLE) < 0;
}
