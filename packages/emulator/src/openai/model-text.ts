import { models } from "cloud-compute-sdk/models";
import type { AccountState } from "../state/account-state.js";
import { isRecord } from "../check-arguments.js";
import type { Job } from "../state/job.js";
import { findModel } from "../jobs/find-model.js";
import type { ModelInfo } from "cloud-compute-sdk/models";
import { costOfOutput } from "../jobs/cost-of-output.js";
import { Refusal } from "../refusals/refusal.js";
import { splitWords } from "../jobs/write-text.js";
import { ApiError } from "../http/api-error.js";
import type { CompletionRequest } from "./request.js";

/** The short names of the emulator's own text models. */
const DEMO_MODELS: readonly string[] = ["text-demo"];

/** Throws 404 for a slug without a model, and for a model that makes no text. */
export function requireTextModel(state: AccountState, slug: string): void {
  findModel(state, slug);
  if (isOwn(state, slug) || DEMO_MODELS.includes(slug)) return;
  if (publicModel(slug)?.kind === "text") return;
  throw new ApiError(404, `the model "${slug}" has no OpenAI-compatible route`);
}

/** Refuses a model that is not served under the slug. What a worker of the user's own serves is not known. */
export function requireServed(
  state: AccountState,
  slug: string,
  model: string,
): void {
  if (isOwn(state, slug)) return;
  const name = nameOf(model);
  const served = servedModels(slug).map(nameOf);
  // "deepcogito/cogito-671b-v2.1-FP8" is the model of the slug "cogito-671b-v2-1-fp8-dynamic".
  if (served.some((each) => `${each}-`.startsWith(`${name}-`))) return;
  throw new Refusal("wrongModel", { param: "model", model, slug });
}

/** The names of the models that are served under a slug. */
export function servedModels(slug: string): readonly string[] {
  return [slug, ...(publicModel(slug)?.parameters["model"]?.values ?? [])].map(
    String,
  );
}

/**
 * The name of a model as a slug, without its publisher: "ibm-granite/granite-4.0-h-small" is the model of the slug
 * "granite-4-0-h-small".
 */
function nameOf(model: string): string {
  return model.replace(/^.*\//, "").toLowerCase().replaceAll(".", "-");
}

/** Whether a model of the user's own serves the slug. */
export function isOwn(
  { customModels, endpoints }: AccountState,
  slug: string,
): boolean {
  return customModels.has(slug) || endpoints.has(slug);
}

/** The input of the job that makes the text. A model that the user registered gets the whole body of the request. */
export function inputFor(
  state: AccountState,
  slug: string,
  { body, prompt }: Pick<CompletionRequest, "body" | "prompt">,
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
  return costOfOutput(output);
}

/** What so many tokens of a public model cost, for a text that was cut before its job could state a cost. */
export function costOfTokens(slug: string, tokens: number): number | undefined {
  const price = publicModel(slug)?.price;
  if (!price || !("perUnit" in price)) return undefined;
  const { perUnit, least = 0 } = price;
  if (typeof perUnit !== "number") return undefined;
  const cost = Number(((tokens * perUnit) / 1_000_000).toFixed(8));
  return Math.max(cost, least);
}

/** The text in an output, in the shapes in which models answer. */
export function textOf(output: unknown): string {
  if (typeof output === "string") return output;
  if (Array.isArray(output)) return output.map(textOf).join("");
  if (!isRecord(output)) return "";
  for (const name of TEXT_MEMBERS) {
    const value = output[name];
    const isList = name === "choices" && Array.isArray(value);
    const text = textOf(isList ? value[0] : value);
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
  "result",
  "prompt",
];

function publicModel(slug: string): ModelInfo | undefined {
  return Object.values<ModelInfo>(models).find((model) => model.slug === slug);
}
