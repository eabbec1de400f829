/** A number of things in a sentence, such as `1 item` or `2 items`. `noun` is in the singular. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
