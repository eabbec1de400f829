import type { AccountState } from "../state/account-state.js";
import { isRecord } from "../check-arguments.js";
import { splitWords } from "../jobs/write-text.js";
import { hashText } from "../random.js";
import type { Job } from "../state/job.js";
import { costOf, costOfTokens, textOf, tokensOf } from "./model-text.js";
import { refuse, type CompletionRequest } from "./request.js";
import { makeValue, SchemaError } from "./schema-value.js";

/** One token: of the text, or of the arguments of one of the tool calls. */
interface Token {
  readonly text: string;
  /** The number of the tool call. */
  readonly call?: number;
}

interface ToolCall {
  readonly id: string;
  readonly name: string;
}

/** The reply of a model, as far as it is made. */
export interface Reply {
  readonly tokens: readonly Token[];
  readonly calls: readonly ToolCall[];
  /** Whether no further token follows. */
  readonly isWhole: boolean;
  readonly finishReason: "stop" | "length" | "tool_calls";
}

/** What the reply consists of, whatever its job has made so far; undefined for the text of the job. */
export type Plan = Pick<Reply, "tokens" | "calls"> | undefined;

/** What the reply of a built-in model consists of. Refuses a schema for which no value is found. */
export function planReply(
  state: AccountState,
  { form, prompt, body }: CompletionRequest,
): Plan {
  if (form.kind === "text") return undefined;
  const seed = hashText(`${state.seed} ${String(body["seed"])} ${prompt}`);
  const parts = splitJson(valueOf(form, seed));
  if (form.kind === "json") return { tokens: asTokens(parts), calls: [] };
  const call = { id: `call_${state.newId()}`, name: form.name };
  return { tokens: parts.map((text) => ({ text, call: 0 })), calls: [call] };
}

const ANY_OBJECT = {
  type: "object",
  properties: { answer: { type: "string" } },
};

function valueOf(
  form: Exclude<CompletionRequest["form"], { kind: "text" }>,
  seed: number,
) {
  try {
    return makeValue(form.schema ?? ANY_OBJECT, seed);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const param = form.kind === "json" ? "response_format" : "tools";
    throw refuse(param, `${param}: ${error.message}`);
  }
}

/** The JSON of a value, in parts of about a word each. */
function splitJson(value: unknown): string[] {
  return JSON.stringify(value).match(/[\p{L}\p{N}]+ ?|./gsu) ?? [];
}

/** The message in the output of a user's own model, if it calls tools; undefined where the reply is the text of the job. */
export function planOfOutput({ result }: Job): Plan {
  const output = result && "output" in result ? result.output : undefined;
  const { choices } = asRecord(output);
  const { message } = asRecord(Array.isArray(choices) ? choices[0] : undefined);
  const { tool_calls: given, content } = asRecord(message);
  if (!Array.isArray(given) || given.length === 0) return undefined;
  const calls = given.map((value: unknown, index) => {
    const { id = `call_${index}`, function: details } = asRecord(value);
    const { name, arguments: text = "{}" } = asRecord(details);
    return { id: String(id), name: String(name), text: String(text) };
  });
  return {
    tokens: [
      ...asTokens(splitWords(textOf(content))),
      ...calls.map(({ text }, call) => ({ text, call })),
    ],
    calls,
  };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** The reply as far as the job has come: the job sets the pace, and its end is the end of the reply. */
export function replyOf(
  job: Job,
  plan: Plan,
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

/** Why there will be no whole reply; undefined unless the job failed. */
export function failureOf(
  { jobs }: AccountState,
  job: Job,
  { isWhole }: Reply,
): string | undefined {
  const { status, result } = job;
  const isRunning = status === "IN_QUEUE" || status === "IN_PROGRESS";
  const isRemoved = jobs.get(job.id) !== job;
  if (isWhole || (isRunning && !isRemoved)) return undefined;
  const reason = result && "error" in result ? `: ${result.error}` : "";
  return `the job ended as ${isRunning ? "removed" : status}${reason}`;
}

/** The body of a response without a stream. */
export function completionOf(
  job: Job,
  request: CompletionRequest,
  reply: Reply,
): object {
  const content = request.isChat
    ? { message: messageOf(reply) }
    : { text: joinTokens(reply) };
  const { finishReason: finish_reason } = reply;
  const choice = { index: 0, ...content, logprobs: null, finish_reason };
  return {
    ...headOf(job, request, ""),
    choices: [choice],
    ...totalsOf(job, request, reply),
  };
}

/** A piece of a stream. */
export function chunkOf(
  job: Job,
  request: CompletionRequest,
  content: object,
  finishReason: string | null = null,
): object {
  const part = request.isChat ? { delta: content } : { text: "", ...content };
  const choice = {
    index: 0,
    ...part,
    logprobs: null,
    finish_reason: finishReason,
  };
  return { ...headOf(job, request, ".chunk"), choices: [choice] };
}

/** The last piece of a stream whose request asked for the usage. */
export function usageChunkOf(
  job: Job,
  request: CompletionRequest,
  reply: Reply,
): object {
  const totals = totalsOf(job, request, reply);
  return { ...headOf(job, request, ".chunk"), choices: [], ...totals };
}

/** What a token adds to a stream. The first token of a tool call brings its id and name. */
export function deltaOf(
  { tokens, calls }: Reply,
  position: number,
  { isChat }: CompletionRequest,
): object {
  const { text = "", call } = tokens[position] ?? {};
  if (!isChat) return { text };
  if (call === undefined) return { content: text };
  const { id, name } = calls[call] ?? {};
  const isFirst = tokens[position - 1]?.call !== call;
  const part = isFirst
    ? { id, type: "function", function: { name, arguments: text } }
    : { function: { arguments: text } };
  return { tool_calls: [{ index: call, ...part }] };
}

function messageOf(reply: Reply): object {
  const text = joinTokens(reply);
  if (reply.calls.length === 0) return { role: "assistant", content: text };
  const tool_calls = reply.calls.map(({ id, name }, call) => ({
    id,
    type: "function",
    function: { name, arguments: joinTokens(reply, call) },
  }));
  return { role: "assistant", content: text || null, tool_calls };
}

/** The text of a reply, or what it passes to one call of a tool. */
export function joinTokens({ tokens }: Reply, call?: number): string {
  const own = tokens.filter((token) => token.call === call);
  return own.map(({ text }) => text).join("");
}

/** The usage, and beside it what the job of a public model costs. */
export function totalsOf(
  job: Job,
  { promptText }: CompletionRequest,
  { tokens }: Reply,
): { readonly usage: object; readonly cost?: number } {
  const prompt_tokens = splitWords(promptText).length;
  const completion_tokens = tokens.length;
  const total_tokens = prompt_tokens + completion_tokens;
  const cost = costOf(job) ?? costOfTokens(job.slug, total_tokens);
  return {
    usage: { prompt_tokens, completion_tokens, total_tokens },
    ...(cost !== undefined && { cost }),
  };
}

/** @param suffix of the kind of object; only a chat has one */
function headOf(
  { id, submittedAt }: Job,
  { isChat, model }: CompletionRequest,
  suffix: ".chunk" | "",
): object {
  return {
    id: `${isChat ? "chatcmpl" : "cmpl"}-${id}`,
    object: isChat ? `chat.completion${suffix}` : "text_completion",
    created: Math.floor(submittedAt / 1000),
    model,
  };
}
