import type { ModelView } from "../server/view.js";

/** What is written in the field of each parameter. */
export type Texts = Readonly<Record<string, string>>;

/** The input of a job. A blank field leaves its parameter out. */
export function readInput(
  parameters: NonNullable<ModelView["parameters"]>,
  texts: Texts,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(parameters).flatMap(([name, { type }]) => {
    const text = texts[name] ?? "";
    return text.trim() === "" ? [] : [[name, readValue(name, type, text)]];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function readValue(name: string, type: string, text: string): unknown {
  if (type === "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The field ${name} must hold JSON.`);
  }
}
