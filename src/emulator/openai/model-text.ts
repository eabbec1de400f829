import { models } from "../../../generated/models/data.js";
import type { AccountState } from "../account-state.js";
import { isRecord } from "../check-arguments.js";
import type { Job } from "../jobs/job.js";
import { findModel } from "../jobs/find-model.js";
import { splitWords } from "../jobs/write-text.js";
import { ApiError } from "../server/api-error.js";
import type { CompletionRequest } from "./completion-request.js";

/** The short names of the emulator's own text models. */
const DEMO_MODELS: readonly string[] = ["text-demo"];

/** Throws 404 for a slug without a model, and for a model that makes no text. */
export function requireTextModel(state: AccountState, slug: string): void {
  findModel(state, slug);
  const isOwn = state.customModels.has(slug) || state.endpoints.has(slug);
  if (isOwn || DEMO_MODELS.includes(slug) || publicKind(slug) === "text")
    return;
  throw new ApiError(404, `the model "${slug}" has no OpenAI-compatible route`);
}

/** The input of the job that makes the text. A model that the user registered gets the whole body of the request. */
export function inputFor(
  state: AccountState,
  slug: string,
  { body, prompt }: CompletionRequest,
): Readonly<Record<string, unknown>> {
  if (state.customModels.has(slug)) return body;
  const model = publicModel(slug);
  return !model || "prompt" in model.parameters
    ? { prompt }
    : { messages: [{ role: "user", content: prompt }] };
}

/** The tokens that a job has made so far: its chunks, and once the job is COMPLETED, what its output has beyond them. */
export function tokensOf({ chunks, result }: Job): string[] {
  const texts = chunks.map(textOf);
  if (!result || !("output" in result)) return texts;
  const sent = texts.join("");
  const whole = textOf(result.output);
  if (!whole.startsWith(sent)) return texts;
  return [...texts, ...splitWords(whole.slice(sent.length))];
}

/** The price of a job, where its output states one. */
export function costOf({ result }: Job): number | undefined {
  const output = result && "output" in result ? result.output : undefined;
  const cost = isRecord(output) ? output["cost"] : undefined;
  return typeof cost === "number" ? cost : undefined;
}

/** The text in an output, in the shapes in which models answer. */
function textOf(output: unknown): string {
  if (typeof output === "string") return output;
  if (Array.isArray(output)) return output.map(textOf).join("");
  if (!isRecord(output)) return "";
  for (const name of TEXT_MEMBERS) {
    const text = textOf(output[name]);
    if (text !== "") return text;
  }
  return "";
}

const TEXT_MEMBERS = [
  "choices",
  "text",
  "tokens",
  "delta",
  "message",
  "content",
  "prompt",
];

function publicModel(slug: string) {
  return Object.values(models).find((model) => model.slug === slug);
}

function publicKind(slug: string): string | undefined {
  return publicModel(slug)?.kind;
}
