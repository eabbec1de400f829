import { isRecord } from "../check-arguments.js";
import { ApiError } from "../server/api-error.js";

/** A checked request for a completion. */
export interface CompletionRequest {
  readonly isChat: boolean;
  /** The whole body. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly model: string;
  /** The prompt, or the content of the last message. */
  readonly prompt: string;
  /** All text that the request sends. */
  readonly promptText: string;
  readonly maxTokens: number;
  readonly stream: boolean;
  /** Whether a stream ends with its usage. */
  readonly includeUsage: boolean;
}

/** Checks what OpenAI's API requires. Throws 400 that names the member. */
export function readCompletionRequest(
  isChat: boolean,
  body: unknown,
): CompletionRequest {
  if (!isRecord(body)) throw new ApiError(400, "the body must be an object");
  const { model, stream = false, n = 1, stream_options: streamOptions } = body;
  if (typeof model !== "string" || model === "")
    throw new ApiError(400, "model is required and must be a string");
  if (typeof stream !== "boolean")
    throw new ApiError(400, "stream must be true or false");
  if (n !== 1)
    throw new ApiError(400, "n must be 1: the emulator makes one choice");
  const texts = isChat ? readMessages(body["messages"]) : readPrompt(body);
  return {
    isChat,
    body,
    model,
    prompt: texts.at(-1) ?? "",
    promptText: texts.join(" "),
    maxTokens: readMaxTokens(body),
    stream,
    includeUsage:
      isRecord(streamOptions) && streamOptions["include_usage"] === true,
  };
}

function readPrompt({ prompt }: Readonly<Record<string, unknown>>): string[] {
  if (typeof prompt !== "string")
    throw new ApiError(400, "prompt is required and must be a string");
  return [prompt];
}

function readMessages(messages: unknown): string[] {
  if (!Array.isArray(messages) || messages.length === 0)
    throw new ApiError(400, "messages is required and must be a list");
  return messages.map((message: unknown, index) => {
    const { role, content } = isRecord(message) ? message : {};
    if (typeof role !== "string")
      throw new ApiError(400, `messages[${index}].role must be a string`);
    return readContent(content, index);
  });
}

/** The text of a message: the content itself, or its parts of type `text`. */
function readContent(content: unknown, index: number): string {
  if (typeof content === "string") return content;
  // The message of an assistant that calls a tool has none.
  if (content === null || content === undefined) return "";
  if (!Array.isArray(content))
    throw new ApiError(
      400,
      `messages[${index}].content must be a string or a list of parts`,
    );
  return content
    .map((part: unknown) => (isRecord(part) ? part["text"] : undefined))
    .filter((text) => typeof text === "string")
    .join(" ");
}

function readMaxTokens(body: Readonly<Record<string, unknown>>): number {
  const limit = body["max_completion_tokens"] ?? body["max_tokens"];
  if (limit === undefined || limit === null) return Infinity;
  if (typeof limit === "number" && Number.isInteger(limit) && limit >= 1)
    return limit;
  throw new ApiError(400, "max_tokens must be a whole number, 1 or more");
}
