/**
 * The arguments of a command line. Blanks separate the arguments, except within single or double quotes; a backslash
 * outside of single quotes takes the next character as it is.
 */
export function splitCommandLine(text: string): string[] {
  const args: string[] = [];
  for (const [word] of text.matchAll(
    /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"?|'[^']*'?)+/gs,
  )) {
    const plain = word.replace(
      /\\(.)|"((?:[^"\\]|\\.)*)"?|'([^']*)'?/gs,
      (
        _,
        escaped: string | undefined,
        double: string | undefined,
        single: string | undefined,
      ) => escaped ?? double?.replace(/\\(["\\])/g, "$1") ?? single ?? "",
    );
    args.push(plain);
  }
  return args;
}

/** The command line of arguments: an argument that is empty, or holds blanks or quotes, is quoted. */
export function joinCommandLine(args: readonly string[]): string {
  return args
    .map((arg) =>
      arg !== "" && /^[^\s"'\\]+$/.test(arg)
        ? arg
        : `"${arg.replace(/["\\]/g, "\\$&")}"`,
    )
    .join(" ");
}
