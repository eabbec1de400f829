/**
 * Moves the text of each tag `@description` to the beginning of its comment: editors show the beginning of a comment,
 * but not this tag. The tags `@enum` and `@constant` repeat the type, and are left out.
 */
export function describeFirst(code: string): string {
  return code.replace(
    /^([ \t]*)\/\*\*([\s\S]*?)\*\/[ \t]*$/gm,
    (_, indent: string, content: string) => rewrite(indent, content),
  );
}

/** One tag of a comment and its lines, or the lines before the first tag. */
interface Block {
  readonly tag: string;
  readonly lines: string[];
}

function rewrite(indent: string, content: string): string {
  const blocks = blocksOf(content);
  const isDescription = ({ tag }: Block) => tag === "description";
  const description = blocks.filter(isDescription).flatMap(linesOf);
  const [head, ...tags] = blocks.filter((block) => !isDescription(block));
  const isFormat = (line: string) => line.startsWith("Format: ");
  const summary = head ? head.lines.filter((line) => !isFormat(line)) : [];
  const format = head ? head.lines.filter(isFormat) : [];
  const lines = [
    ...joinParagraphs([summary, description, format]),
    ...tags
      .filter(({ tag }) => !["enum", "constant"].includes(tag))
      .flatMap(({ tag, lines: [first = "", ...others] }) => [
        `@${tag}${first === "" ? "" : ` ${first}`}`,
        ...others,
      ]),
  ];
  if (lines.length === 0) return "";
  const [only] = lines;
  if (lines.length === 1 && only !== undefined)
    return `${indent}/** ${only} */`;
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n");
  return `${indent}/**\n${body}\n${indent} */`;
}

/** Paragraphs with an empty line between them. */
function joinParagraphs(paragraphs: readonly (readonly string[])[]): string[] {
  return paragraphs
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index > 0 ? ["", ...lines] : lines));
}

function linesOf({ lines }: Block): string[] {
  return lines.map((line) => line.trim());
}

/** The blocks of a comment. The first one, without a tag, is always there. */
function blocksOf(content: string): Block[] {
  const lines = content
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, "").trimEnd());
  const blocks: Block[] = [{ tag: "", lines: [] }];
  for (const line of lines) {
    const [, tag, text = ""] =
      /^@(description|default|example|deprecated|enum|constant)(?: (.*))?$/.exec(
        line,
      ) ?? [];
    if (tag !== undefined) blocks.push({ tag, lines: [text] });
    else if (line !== "" || (blocks.at(-1)?.lines.length ?? 0) > 0)
      blocks.at(-1)?.lines.push(line);
  }
  for (const { lines: own } of blocks)
    while (own.length > 0 && own.at(-1) === "") own.pop();
  return blocks;
}
