/** The text of a part of an address; undefined where its percent signs stand for no text. */
export function decodeText(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
