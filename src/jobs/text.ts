import { modelKinds } from "../../generated/models/kinds.js";
import { isPlainObject } from "../json.js";
import type { ModelKind } from "../models/info.js";

/** One answer of a language model. Its members differ from model to model. */
export interface TextChoice {
  readonly text?: string;
  readonly message?: {
    readonly role?: string;
    readonly content?: string | null;
  };
  readonly tokens?: readonly string[];
  readonly [name: string]: unknown;
}

/** What a language model answers with. */
export interface TextOutput {
  /** What the model wrote, as the service sends it. */
  readonly choices?: readonly TextChoice[];
  /** The text of the first choice; empty if it has none. The client adds this member. */
  readonly text: string;
}

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
