import { isRecord } from "../check-arguments.js";
import { checkParameters, readBody, refuse, type Body } from "./parameters.js";
import { readForm, type ReplyForm } from "./reply-form.js";

/** A checked request for a completion. */
export interface CompletionRequest {
  readonly isChat: boolean;
  /** The whole body. */
  readonly body: Body;
  readonly model: string;
  /** The prompt, or the content of the last message; of several prompts the first. */
  readonly prompt: string;
  /** Every prompt, each of which gets its own choices. */
  readonly prompts: readonly string[];
  /** All text that the request sends. */
  readonly promptText: string;
  /** How many choices are wanted. */
  readonly count: number;
  readonly maxTokens: number;
  /** The texts before which a choice ends. */
  readonly stops: readonly string[];
  readonly stream: boolean;
  /** Whether a stream ends with its usage. */
  readonly includeUsage: boolean;
  readonly form: ReplyForm;
}

/** Refuses what OpenAI's API does not allow. The refusal names the parameter. */
export function readCompletionRequest(
  isChat: boolean,
  json: unknown,
): CompletionRequest {
  const body = readBody(json);
  checkParameters(body);
  const texts = isChat ? readMessages(body["messages"]) : readPrompts(body);
  const prompts = isChat ? texts.slice(-1) : texts;
  const stream = body["stream"] === true;
  const limit = body["max_completion_tokens"] ?? body["max_tokens"];
  return {
    isChat,
    body,
    model: body.model,
    prompt: prompts[0] ?? "",
    prompts,
    promptText: texts.join(" "),
    count: Number(body["n"] ?? 1) * prompts.length,
    maxTokens: Number(limit ?? Infinity),
    stops: [body["stop"] ?? []].flat().map(String),
    stream,
    includeUsage: readIncludeUsage(body, stream),
    form: isChat ? readForm(body) : { kind: "text" },
  };
}

function readIncludeUsage(body: Body, stream: boolean): boolean {
  const options = body["stream_options"] ?? undefined;
  if (options === undefined) return false;
  if (!isRecord(options))
    throw refuse("stream_options", "stream_options must be an object");
  if (!stream)
    throw refuse("stream_options", "stream_options needs stream: true");
  return options["include_usage"] === true;
}

function readPrompts({ prompt }: Body): string[] {
  const prompts: unknown[] = Array.isArray(prompt) ? prompt : [prompt];
  const isText = (each: unknown) => typeof each === "string";
  if (prompts.length > 0 && prompts.every(isText)) return prompts;
  const rule = "must be a string or a list of strings";
  throw refuse("prompt", `prompt is required and ${rule}`);
}

function readMessages(messages: unknown): string[] {
  if (!Array.isArray(messages) || messages.length === 0)
    throw refuse("messages", "messages must be a list of at least one message");
  return messages.map((message: unknown, index) => {
    const { role, content } = isRecord(message) ? message : {};
    const path = `messages[${index}]`;
    if (typeof role !== "string")
      throw refuse(`${path}.role`, `${path}.role must be a string`);
    return readContent(content, `${path}.content`);
  });
}

/** The text of a message: the content itself, or its parts of type `text`. */
function readContent(content: unknown, path: string): string {
  if (typeof content === "string") return content;
  // The message of an assistant that calls a tool has none.
  if (content === null || content === undefined) return "";
  if (!Array.isArray(content))
    throw refuse(path, `${path} must be a string or a list of parts`);
  return content
    .map((part: unknown) => (isRecord(part) ? part["text"] : undefined))
    .filter((text) => typeof text === "string")
    .join(" ");
}
