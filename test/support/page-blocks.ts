/** The blocks of one language in a page. */
export function blocksOf(page: string, language: string): string[] {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms");
  return [...page.matchAll(block)].map(([, code]) => code ?? "");
}

/**
 * The TypeScript programs of a page. All blocks are one program, unless the front matter of the page, or a comment, has
 * the line `code: separate programs`.
 */
export function programsOf(page: string): string[] {
  const blocks = blocksOf(page, "ts");
  const isSeparate = /^(?:<!-- )?code: separate programs(?: -->)?$/m.test(page);
  return isSeparate ? blocks : [blocks.join("\n")];
}
