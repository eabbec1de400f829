import { modelKinds } from "../../generated/models/kinds.js";
import { isPlainObject } from "../json.js";
import type { ModelKind } from "../models/info.js";
import type { TextChoice } from "../models/text-output.js";

/** Adds `text` to the output of a public language model. Any other output stays as it is. */
export function withText(output: unknown, slug: string): unknown {
  if (kindOf(slug) !== "text" || !isPlainObject(output)) return output;
  const { choices, text } = output;
  if (typeof text === "string") return output;
  const [first] = Array.isArray(choices) ? (choices as unknown[]) : [];
  return { ...output, text: textOf(first) };
}

/** What a public model makes; undefined for an endpoint, and for a model that this version does not know. */
export function kindOf(slug: string): ModelKind | undefined {
  return Object.hasOwn(modelKinds, slug)
    ? modelKinds[slug as keyof typeof modelKinds]
    : undefined;
}

function textOf(choice: unknown): string {
  const { text, message, tokens } = Object(choice) as TextChoice;
  const found = text ?? message?.content ?? tokens;
  if (Array.isArray(found)) return found.join("");
  return typeof found === "string" ? found : "";
}
