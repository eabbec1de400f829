import type { AccountState } from "../state/account-state.js";
import type { Job } from "../state/job.js";
import { splitWords } from "../jobs/write-text.js";
import type { CompletionRequest } from "./completion-request.js";
import { costOf, costOfTokens } from "./model-text.js";
import {
  planOfOutput,
  replyOf,
  type Plan,
  type Reply,
  type Token,
} from "./reply.js";

/** The job that makes a text, and the request that asked for the text. */
export class Answer {
  readonly #state: AccountState;
  readonly #job: Job;
  readonly #request: CompletionRequest;
  readonly #plans: readonly (Plan | undefined)[] | undefined;

  /** @param plans what each choice consists of; undefined where only the job decides */
  constructor(
    state: AccountState,
    job: Job,
    request: CompletionRequest,
    plans: readonly (Plan | undefined)[] | undefined,
  ) {
    this.#state = state;
    this.#job = job;
    this.#request = request;
    this.#plans = plans;
  }

  /** Each choice, as far as it is made. */
  get replies(): Reply[] {
    const job = this.#job;
    const request = this.#request;
    return Array.from({ length: request.count }, (_, index) => {
      const plan = this.#plans?.[index];
      return replyOf(
        job,
        this.#plans ? plan : planOfOutput(job, index),
        request,
      );
    });
  }

  get isWhole(): boolean {
    return this.replies.every((reply) => reply.isWhole);
  }

  get hasTokens(): boolean {
    return this.replies.some(({ tokens }) => tokens.length > 0);
  }

  /** Why there will be no text; undefined unless the job failed. */
  get failure(): string | undefined {
    const { status, result } = this.#job;
    const isRunning = status === "IN_QUEUE" || status === "IN_PROGRESS";
    const isRemoved = this.#state.jobs.get(this.#job.id) !== this.#job;
    if (this.isWhole || (isRunning && !isRemoved)) return undefined;
    const reason = result && "error" in result ? `: ${result.error}` : "";
    return `the job ended as ${isRunning ? "removed" : status}${reason}`;
  }

  /** The body of a response without a stream. */
  completion(): object {
    const { isChat } = this.#request;
    const choices = this.replies.map((reply, index) => ({
      index,
      ...(isChat ? { message: messageOf(reply) } : { text: textOf(reply) }),
      logprobs: null,
      finish_reason: reply.finishReason,
    }));
    return { ...this.#head(""), choices, ...this.#totals() };
  }

  /** The piece of a stream that begins the message of a choice. */
  roleChunk(index: number): object {
    return this.#chunk(index, { delta: { role: "assistant", content: "" } });
  }

  /** The piece of a stream for one token of a choice. */
  tokenChunk(index: number, reply: Reply, position: number): object {
    const token = reply.tokens[position] ?? { text: "" };
    if (!this.#request.isChat) return this.#chunk(index, { text: token.text });
    const previous = reply.tokens[position - 1];
    return this.#chunk(index, { delta: deltaOf(reply, token, previous) });
  }

  /** The piece of a stream that ends a choice. */
  endChunk(index: number, { finishReason }: Reply): object {
    const rest = this.#request.isChat ? { delta: {} } : { text: "" };
    return this.#chunk(index, { ...rest, finish_reason: finishReason });
  }

  /** The last piece of a stream whose request asked for the usage. */
  usageChunk(): object {
    return { ...this.#head(".chunk"), choices: [], ...this.#totals() };
  }

  /** The usage, and beside it what the job of a public model costs. */
  #totals(): object {
    const usage = this.#usage();
    const { slug } = this.#job;
    const cost = costOf(this.#job) ?? costOfTokens(slug, usage.total_tokens);
    return { usage, ...(cost !== undefined && { cost }) };
  }

  #usage() {
    const prompt = splitWords(this.#request.promptText).length;
    const counts = this.replies.map(({ tokens }) => tokens.length);
    const completion = counts.reduce((sum, count) => sum + count, 0);
    return {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
    };
  }

  #chunk(index: number, choice: object): object {
    const head = this.#head(".chunk");
    const defaults = { index, logprobs: null, finish_reason: null };
    return { ...head, choices: [{ ...defaults, ...choice }] };
  }

  /** @param suffix of the kind of object; only a chat has one */
  #head(suffix: ".chunk" | ""): object {
    const { isChat, model } = this.#request;
    const { id, submittedAt } = this.#job;
    return {
      id: `${isChat ? "chatcmpl" : "cmpl"}-${id}`,
      object: isChat ? `chat.completion${suffix}` : "text_completion",
      created: Math.floor(submittedAt / 1000),
      model,
    };
  }
}

function textOf({ tokens }: Reply, call?: number): string {
  return tokens
    .filter((token) => token.call === call)
    .map(({ text }) => text)
    .join("");
}

function messageOf(reply: Reply): object {
  const text = textOf(reply);
  if (reply.calls.length === 0) return { role: "assistant", content: text };
  const calls = reply.calls.map(({ id, name }, call) => ({
    id,
    type: "function",
    function: { name, arguments: textOf(reply, call) },
  }));
  const content = text === "" ? null : text;
  return { role: "assistant", content, tool_calls: calls };
}

/** What a token adds to the message. The first token of a tool call brings its id and name. */
function deltaOf(
  { calls }: Reply,
  { text, call }: Token,
  previous: Token | undefined,
): object {
  if (call === undefined) return { content: text };
  const details = calls[call];
  const isFirst = previous?.call !== call;
  const part =
    details && isFirst
      ? {
          id: details.id,
          type: "function",
          function: { name: details.name, arguments: text },
        }
      : { function: { arguments: text } };
  return { tool_calls: [{ index: call, ...part }] };
}
