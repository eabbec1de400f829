/** A figure of a tree, as the table shows the figure. */
export interface Figure {
  readonly title: string;
  readonly value: string;
  /** What the design aims at. */
  readonly aim: string;
  /** The files that a number of files counts. */
  readonly files?: readonly string[];
}

/** A number with a comma between thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
