/**
 * A doc comment of paragraphs, and after them of tags such as `@throws`; empty where there is no text. The lines of a
 * tag stay as they are. No text can end the comment early.
 */
export function docComment(
  paragraphs: readonly string[],
  indent = "",
  tags: readonly string[] = [],
): string {
  const texts = paragraphs
    .map((text) => text.trim())
    .filter((text) => text !== "");
  if (texts.length === 0 && tags.length === 0) return "";
  const width = MAX_TEXT_CHARACTERS - indent.length;
  const lines = texts
    .join("\n\n")
    // The lines of a paragraph are wrapped anew; a list keeps its lines.
    .replace(/([^\n])\n(?![\n*-])/g, "$1 ")
    .split("\n")
    .flatMap((line) => wrap(line.trim(), width));
  const tagLines = tags.flatMap((tag) => tag.split("\n"));
  const separator = texts.length > 0 && tags.length > 0 ? [""] : [];
  const all = [
    ...(texts.length > 0 ? lines : []),
    ...separator,
    ...tagLines,
  ].map((line) => line.replaceAll("*/", "*\\/"));
  const [only] = all;
  if (all.length === 1 && only !== undefined)
    return `${indent}/** ${only} */\n`;
  const body = all.map((line) => `${indent} * ${line}`.trimEnd()).join("\n");
  return `${indent}/**\n${body}\n${indent} */\n`;
}

/** The most characters of text, with the indentation, on a line of a doc comment. */
const MAX_TEXT_CHARACTERS = 100;

function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}
