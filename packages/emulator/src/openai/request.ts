import { integer, isRecord, type Rule } from "../check-arguments.js";
import { describeValue } from "../describe-value.js";
import { Refusal } from "../refusals/refusal.js";
import { oneOf } from "../refusals/problems.js";

export type Body = Readonly<Record<string, unknown>>;

/** A checked request for a completion. */
export interface CompletionRequest {
  readonly isChat: boolean;
  /** The whole body. */
  readonly body: Body;
  readonly model: string;
  /** The prompt, or the content of the last message. */
  readonly prompt: string;
  /** All text that the request sends. */
  readonly promptText: string;
  readonly maxTokens: number;
  /** The texts before which the reply ends. */
  readonly stops: readonly string[];
  readonly stream: boolean;
  /** Whether a stream ends with its usage. */
  readonly includeUsage: boolean;
  readonly form: ReplyForm;
}

/** What a request wants: a text, JSON, or the call of a tool. Without a schema any object will do. */
type ReplyForm =
  | { readonly kind: "text" }
  | { readonly kind: "json"; readonly schema?: unknown }
  | { readonly kind: "tool"; readonly name: string; readonly schema: unknown };

/** A refusal that names the parameter, in the form of OpenAI's API. */
export function refuse(param: string, problem: string): Refusal {
  return new Refusal("invalidParameter", { param, problem });
}

/** The body of a request to a model. */
export function readBody(body: unknown): Body & { readonly model: string } {
  if (!isRecord(body)) throw refuse("", "the body must be an object");
  const { model } = body;
  if (typeof model !== "string" || model === "")
    throw refuse("model", "model is required and must be a string");
  return { ...body, model };
}

/** Refuses what OpenAI's API does not allow. The refusal names the parameter. */
export function readCompletionRequest(
  isChat: boolean,
  json: unknown,
): CompletionRequest {
  const body = readBody(json);
  checkParameters(body);
  const texts = isChat ? readMessages(body["messages"]) : [readPrompt(body)];
  const limit = body["max_completion_tokens"] ?? body["max_tokens"];
  const options = body["stream_options"];
  return {
    isChat,
    body,
    model: body.model,
    prompt: texts.at(-1) ?? "",
    promptText: texts.join(" "),
    maxTokens: Number(limit ?? Infinity),
    stops: [body["stop"] ?? []].flat().map(String),
    stream: body["stream"] === true,
    includeUsage: isRecord(options) && options["include_usage"] === true,
    form: isChat ? readForm(body) : { kind: "text" },
  };
}

const MAX_STOPS = 4;

/** What OpenAI's API allows, and the emulator has. A parameter that is null or absent has its default. */
const RULES: Readonly<Record<string, Rule>> = {
  temperature: range(0, 2),
  top_p: range(0, 1),
  n: [(value) => value === 1, "1: the emulator makes one choice"],
  max_tokens: integer(1),
  max_completion_tokens: integer(1),
  stream: [(value) => typeof value === "boolean", "true or false"],
  stop: [isStop, `a string, or a list of at most ${MAX_STOPS} strings`],
};

function checkParameters(body: Body): void {
  for (const [name, [isValid, expected]] of Object.entries(RULES)) {
    const value = body[name] ?? undefined;
    if (value === undefined || isValid(value)) continue;
    const given = describeValue([name], value);
    throw refuse(name, `${name} must be ${expected} (it was ${given})`);
  }
}

function range(min: number, max: number): Rule {
  return [
    (value) => typeof value === "number" && value >= min && value <= max,
    `a number from ${min} to ${max}`,
  ];
}

function isStop(value: unknown): boolean {
  const texts = [value].flat();
  return (
    texts.length <= MAX_STOPS &&
    texts.every((text) => typeof text === "string" && text !== "")
  );
}

function readPrompt({ prompt }: Body): string {
  if (typeof prompt === "string") return prompt;
  throw refuse("prompt", "prompt is required and must be a string");
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

/** The form of the reply to a chat. A tool that is to be called takes precedence over the format of a text. */
function readForm(body: Body): ReplyForm {
  const format = readFormat(body["response_format"]);
  return chooseTool(body, readTools(body["tools"] ?? [])) ?? format;
}

function readTools(tools: unknown) {
  if (!Array.isArray(tools)) throw refuse("tools", "tools must be a list");
  return tools.map((tool: unknown, index) => {
    const details = isRecord(tool) ? tool["function"] : undefined;
    const { name, parameters = {} } = isRecord(details) ? details : {};
    const param = `tools[${index}].function.name`;
    if (typeof name !== "string") throw refuse(param, `${param} is required`);
    return { kind: "tool", name, schema: parameters } as const;
  });
}

/**
 * The tool that the model calls; undefined where the model answers with a text. A model that may choose calls the tool whose name
 * the user writes, or else the first one, and answers the result of a tool with a text: so every conversation ends.
 */
function chooseTool(
  { tool_choice: choice, messages }: Body,
  tools: ReturnType<typeof readTools>,
): ReplyForm | undefined {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const { role, content = "" } = isRecord(last) ? last : {};
  const text = JSON.stringify(content);
  const mentioned = tools.find(({ name }) => text.includes(name)) ?? tools[0];
  switch (choice ?? "auto") {
    case "none":
      return undefined;
    case "auto":
      return role === "user" ? mentioned : undefined;
    case "required":
      return mentioned;
  }
  const details = isRecord(choice) ? choice["function"] : undefined;
  const name = isRecord(details) ? details["name"] : undefined;
  const named = tools.find((tool) => tool.name === name);
  if (named) return named;
  const names = oneOf(tools.map((tool) => tool.name));
  throw refuse("tool_choice", `tool_choice names none of the tools: ${names}`);
}

function readFormat(format: unknown): ReplyForm {
  const { type = "text", json_schema: named } = isRecord(format) ? format : {};
  if (type === "text") return { kind: "text" };
  if (type === "json_object") return { kind: "json" };
  const schema = isRecord(named) ? named["schema"] : undefined;
  if (type === "json_schema" && isRecord(schema))
    return { kind: "json", schema };
  const rule = "must be text, json_object, or json_schema with a schema";
  throw refuse("response_format", `response_format ${rule}`);
}
