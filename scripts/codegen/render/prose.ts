/** A doc comment of paragraphs, or nothing where there is no text; text cannot end the comment early. */
export function docComment(paragraphs: readonly string[], indent = ""): string {
  const texts = paragraphs
    .map((text) => text.trim())
    .filter((text) => text !== "");
  if (texts.length === 0) return "";
  const width = WIDTH - indent.length;
  const lines = texts
    .join("\n\n")
    .replaceAll("*/", "*\\/")
    // Lines of one paragraph are one text; a list keeps its lines.
    .replace(/([^\n])\n(?![\n*-])/g, "$1 ")
    .split("\n")
    .flatMap((line) => wrap(line.trim(), width));
  const [only] = lines;
  if (lines.length === 1 && only !== undefined)
    return `${indent}/** ${only} */\n`;
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n");
  return `${indent}/**\n${body}\n${indent} */\n`;
}

/** Characters of text on a line of a doc comment. */
const WIDTH = 100;

function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}
