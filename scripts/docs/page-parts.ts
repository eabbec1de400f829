/** A part of a Markdown page: prose, or a block of code, whose text may look like a link and is none. */
export interface PagePart {
  readonly text: string;
  readonly isCode: boolean;
}

const CODE_BLOCK = /(^```.*?^```$)/ms;

/** All parts of a page, in order: joined, their texts are the page. */
export function partsOf(page: string): PagePart[] {
  // `split` returns what the group of the pattern matches at the odd places.
  return page
    .split(CODE_BLOCK)
    .map((text, index) => ({ text, isCode: index % 2 === 1 }));
}
