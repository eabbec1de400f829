import { decode, isStream, type Bytes } from "./body.js";
import type { Exchange } from "./exchange.js";
import type { Redact } from "./redact.js";

/** What the door knows of a response beyond the response itself. */
export interface Knowledge {
  readonly exchange: Exchange;
  /** How many attempts the call took. */
  readonly attempts: number;
  /** Whether the service may have carried the call out, in any of its attempts. */
  readonly maybeSent: boolean;
  /** Redacts the keys of the client, and the secrets of the request. */
  readonly redact: Redact;
}

/**
 * A response of the service that has come through the door: a `Response` whose body has been read in time and within a
 * bound, unless the call asked for a stream. Its body can be read any number of times.
 */
export type Answer = Response;

const knowledgeByAnswer = new WeakMap<Response, Knowledge>();

/** What the door knows of a response; undefined for a response that a middleware has made. */
export function knowledgeOf(response: Response): Knowledge | undefined {
  return knowledgeByAnswer.get(response);
}

/** What an answer is made of. */
interface AnswerParts {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly content: string | Bytes | ReadableStream<Bytes>;
}

/** Makes an answer, and keeps with it what the door knows. */
export function createAnswer(parts: AnswerParts, knowledge: Knowledge): Answer {
  const { status, statusText, headers, content } = parts;
  // The platform makes no response with a status such as 0, by which a browser hides a redirect.
  const isPossible = status >= 200 && status < 600;
  const init = { status: isPossible ? status : 502, statusText, headers };
  const answer = isStream(content)
    ? new Response(content, init)
    : new (answerClass())(content, init);
  if (!isPossible) Object.defineProperty(answer, "status", { value: status });
  knowledgeByAnswer.set(answer, knowledge);
  return answer;
}

type AnswerClass = new (
  content: string | Bytes,
  init: ResponseInit,
) => Response;

let madeClass: AnswerClass | undefined;

/**
 * The class of answers whose body has been read. The body of a platform response is a stream: to make one for each call
 * takes as long as the whole call. The class is made at the first answer, because Node loads its HTTP client as soon as
 * `Response` is named.
 */
function answerClass(): AnswerClass {
  return (madeClass ??= class Answer extends Response {
    readonly #content: string | Bytes;
    readonly #init: ResponseInit;

    constructor(content: string | Bytes, init: ResponseInit) {
      super(null, init);
      this.#content = content;
      this.#init = init;
    }

    override get body() {
      return this.#toPlatform().body;
    }

    override text(): Promise<string> {
      const content = this.#content;
      return Promise.resolve(
        typeof content === "string" ? content : decode(content),
      );
    }

    override async json(): Promise<unknown> {
      return JSON.parse(await this.text()) as unknown;
    }

    override arrayBuffer(): Promise<ArrayBuffer> {
      return this.#toPlatform().arrayBuffer();
    }

    override blob(): Promise<Blob> {
      return this.#toPlatform().blob();
    }

    override formData(): Promise<FormData> {
      return this.#toPlatform().formData();
    }

    override clone(): Response {
      return this.#toPlatform();
    }

    /** A response of the platform with the same body. */
    #toPlatform(): Response {
      const isEmpty = this.#content.length === 0;
      return new Response(isEmpty ? null : this.#content, this.#init);
    }
  });
}
