import type { AccountState } from "../state/account-state.js";
import { isRecord } from "../check-arguments.js";
import type { Job } from "../state/job.js";
import { splitWords, writeText } from "../jobs/write-text.js";
import { hashText } from "../random.js";
import type { CompletionRequest } from "./completion-request.js";
import { textOf, tokensOf } from "./model-text.js";
import { refuse } from "./parameters.js";
import { makeValue, SchemaError } from "./schema-value.js";

/** One token of a choice: of its text, or of the arguments of one of its tool calls. */
export interface Token {
  readonly text: string;
  /** The number of the tool call. */
  readonly call?: number;
}

interface ToolCall {
  readonly id: string;
  readonly name: string;
}

/** One choice of an answer, as far as it is made. */
export interface Reply {
  readonly tokens: readonly Token[];
  readonly calls: readonly ToolCall[];
  /** Whether no further token follows. */
  readonly isWhole: boolean;
  readonly finishReason: "stop" | "length" | "tool_calls";
}

/** What a choice consists of, whatever its job has made so far; undefined for the text of the job. */
export type Plan = Pick<Reply, "tokens" | "calls">;

/** What each choice of a built-in model consists of. Refuses a schema for which no value is found. */
export function planReplies(
  state: AccountState,
  { form, count, prompts, body }: CompletionRequest,
): (Plan | undefined)[] {
  const seed = `${state.seed} ${String(body["seed"])}`;
  return Array.from({ length: count }, (_, index) => {
    const prompt = prompts[Math.floor((index * prompts.length) / count)] ?? "";
    const ownSeed = hashText(`${seed} ${index} ${prompt}`);
    if (form.kind === "text") {
      if (index === 0) return undefined;
      return { tokens: asTokens(writeText(prompt, ownSeed)), calls: [] };
    }
    const schema = form.schema ?? ANY_OBJECT;
    const parts = splitJson(valueOf(schema, form.kind, ownSeed));
    if (form.kind === "json") return { tokens: asTokens(parts), calls: [] };
    const call = { id: `call_${state.newId()}`, name: form.name };
    return { tokens: parts.map((text) => ({ text, call: 0 })), calls: [call] };
  });
}

const ANY_OBJECT = {
  type: "object",
  properties: { answer: { type: "string" } },
};

function valueOf(schema: unknown, kind: "json" | "tool", seed: number) {
  try {
    return makeValue(schema, seed);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const param = kind === "json" ? "response_format" : "tools";
    throw refuse(param, `${param}: ${error.message}`);
  }
}

/** The JSON of a value, in parts of about a word each. */
function splitJson(value: unknown): string[] {
  return JSON.stringify(value).match(/[\p{L}\p{N}]+ ?|./gsu) ?? [];
}

/** What the output of a user's own model has for a choice; undefined where the choice is the text of the job. */
export function planOfOutput(job: Job, index: number): Plan | undefined {
  const output =
    job.result && "output" in job.result ? job.result.output : undefined;
  const choices = isRecord(output) ? output["choices"] : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[index] : undefined;
  const message = isRecord(choice) ? choice["message"] : undefined;
  if (!isRecord(message)) return undefined;
  const given = message["tool_calls"];
  const calls = (Array.isArray(given) ? given : []).map(readCall);
  if (index === 0 && calls.length === 0) return undefined;
  return {
    tokens: [
      ...asTokens(splitWords(textOf(message["content"]))),
      ...calls.map(({ text }, call) => ({ text, call })),
    ],
    calls,
  };
}

/** A tool call in an output, with the JSON of its arguments. */
function readCall(value: unknown, index: number) {
  const { id = `call_${index}`, function: details } = asRecord(value);
  const { name, arguments: text = "{}" } = asRecord(details);
  return { id: String(id), name: String(name), text: String(text) };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** The choice as far as the job has come: the job sets the pace, and its end is the end of the choice. */
export function replyOf(
  job: Job,
  plan: Plan | undefined,
  { maxTokens, stops }: CompletionRequest,
): Reply {
  const isEnded = job.status === "COMPLETED";
  const made = tokensOf(job);
  const { tokens, calls } = plan ?? { tokens: asTokens(made), calls: [] };
  const ready = isEnded ? tokens : tokens.slice(0, made.length);
  const { kept, isStopped } = untilStop(ready, stops, isEnded);
  const isDone = isEnded || isStopped;
  const isCut = isDone ? kept.length > maxTokens : kept.length >= maxTokens;
  const usual = calls.length > 0 ? "tool_calls" : "stop";
  return {
    tokens: kept.slice(0, maxTokens),
    calls,
    isWhole: isDone || isCut,
    finishReason: isCut ? "length" : usual,
  };
}

/** The tokens before the first stop. Where more may follow, what may be the beginning of a stop is held back. */
function untilStop(
  tokens: readonly Token[],
  stops: readonly string[],
  isEnded: boolean,
): { kept: readonly Token[]; isStopped: boolean } {
  if (stops.length === 0) return { kept: tokens, isStopped: false };
  const text = tokens.map((token) => token.text).join("");
  const places = stops.map((stop) => text.indexOf(stop));
  const found = places.filter((place) => place >= 0);
  const isStopped = found.length > 0;
  const held = isEnded ? 0 : Math.max(...stops.map((stop) => stop.length)) - 1;
  let left = isStopped ? Math.min(...found) : text.length - held;
  const kept: Token[] = [];
  for (const token of tokens) {
    const isPart = token.text.length > left;
    if (left <= 0 || (isPart && !isStopped)) break;
    kept.push({ ...token, text: token.text.slice(0, left) });
    left -= token.text.length;
  }
  return { kept, isStopped };
}

function asTokens(texts: readonly string[]): Token[] {
  return texts.map((text) => ({ text }));
}
