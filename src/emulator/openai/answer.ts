import type { AccountState } from "../account-state.js";
import type { Job } from "../jobs/job.js";
import { splitWords } from "../jobs/write-text.js";
import type { CompletionRequest } from "./completion-request.js";
import { costOf, tokensOf } from "./model-text.js";

/** The job that makes a text, and the request that asked for the text. */
export class Answer {
  readonly #state: AccountState;
  readonly #job: Job;
  readonly #request: CompletionRequest;

  constructor(state: AccountState, job: Job, request: CompletionRequest) {
    this.#state = state;
    this.#job = job;
    this.#request = request;
  }

  /** The tokens so far, no more than the request permits. */
  get tokens(): string[] {
    return tokensOf(this.#job).slice(0, this.#request.maxTokens);
  }

  /** Whether the text is whole: the job has ended, or has made as many tokens as the request permits. */
  get isWhole(): boolean {
    return this.#job.status === "COMPLETED" || this.#isCut;
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
    const text = this.tokens.join("");
    const choice = this.#request.isChat
      ? { message: { role: "assistant", content: text } }
      : { text };
    return {
      ...this.#head(""),
      choices: [
        {
          index: 0,
          ...choice,
          logprobs: null,
          finish_reason: this.finishReason,
        },
      ],
      usage: this.usage(),
    };
  }

  /** One piece of a stream. */
  chunk(text: string, finishReason: string | null): object {
    const isChat = this.#request.isChat;
    const delta = text === "" ? {} : { content: text };
    return {
      ...this.#head(isChat ? ".chunk" : ""),
      choices: [
        {
          index: 0,
          ...(isChat ? { delta } : { text }),
          logprobs: null,
          finish_reason: finishReason,
        },
      ],
    };
  }

  /** The first piece of the stream of a chat. */
  roleChunk(): object {
    return {
      ...this.#head(".chunk"),
      choices: [
        {
          index: 0,
          delta: { role: "assistant", content: "" },
          logprobs: null,
          finish_reason: null,
        },
      ],
    };
  }

  /** The last piece of a stream whose request asked for the usage. */
  usageChunk(): object {
    const suffix = this.#request.isChat ? ".chunk" : "";
    return { ...this.#head(suffix), choices: [], usage: this.usage() };
  }

  get finishReason(): "stop" | "length" {
    return this.#isCut ? "length" : "stop";
  }

  get #isCut(): boolean {
    const { length } = tokensOf(this.#job);
    const { maxTokens } = this.#request;
    return this.#job.status === "COMPLETED"
      ? length > maxTokens
      : length >= maxTokens;
  }

  usage(): object {
    const prompt = splitWords(this.#request.promptText).length;
    const completion = this.tokens.length;
    const cost = costOf(this.#job);
    return {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      ...(cost === undefined ? {} : { cost }),
    };
  }

  #head(suffix: string): object {
    const { isChat, model } = this.#request;
    const { id, submittedAt } = this.#job;
    return {
      id: `${isChat ? "chatcmpl" : "cmpl"}-${id}`,
      object: `${isChat ? "chat.completion" : "text_completion"}${suffix}`,
      created: Math.floor(submittedAt / 1000),
      model,
    };
  }
}
