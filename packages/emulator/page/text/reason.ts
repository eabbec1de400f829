const MEMBERS = ["detail", "message", "error", "errors", "title", "problems"];

/** Why the service refused a request, in the words of its answer; undefined where the answer has none. */
export function reasonIn(text: string): string | undefined {
  try {
    return wordsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function wordsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const words = value.map(wordsOf).filter((each) => each !== undefined);
    return words.length > 0 ? words.join("; ") : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of MEMBERS) {
    const words = wordsOf(members[name]);
    if (words !== undefined) return words;
  }
  return undefined;
}
