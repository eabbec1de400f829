/**
 * A text of a document, fit for a line of a report: no line breaks, no backticks, at most 200 characters. Spaces stay as
 * they are, because two values may differ only in them.
 */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").replaceAll("`", "'");
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
