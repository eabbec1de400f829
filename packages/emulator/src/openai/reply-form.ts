import { isRecord } from "../check-arguments.js";
import { oneOf } from "../refusals/problems.js";
import { refuse, type Body } from "./parameters.js";

/** What a request wants: a text, the call of a tool, or JSON. */
export type ReplyForm =
  | { readonly kind: "text" }
  | { readonly kind: "tool"; readonly name: string; readonly schema: unknown }
  | {
      readonly kind: "json";
      /** Undefined where any object will do. */
      readonly schema: unknown;
    };

/** A function that the model may call. */
interface Tool {
  readonly name: string;
  /** The schema of its arguments. */
  readonly schema: unknown;
}

/** The form of the reply to a chat. A tool that is to be called takes precedence over the format of a text. */
export function readForm(body: Body): ReplyForm {
  const tool = chooseTool(body, readTools(body["tools"] ?? []));
  const format = readFormat(body["response_format"] ?? undefined);
  return tool ? { kind: "tool", ...tool } : format;
}

const TOOL_NAME = /^[\w-]{1,64}$/;

function readTools(tools: unknown): Tool[] {
  if (!Array.isArray(tools)) throw refuse("tools", "tools must be a list");
  return tools.map((tool: unknown, index) => {
    const path = `tools[${index}]`;
    const { type, function: details } = isRecord(tool) ? tool : {};
    if (type !== "function")
      throw refuse(`${path}.type`, `${path}.type must be "function"`);
    const { name, parameters = {} } = isRecord(details) ? details : {};
    if (typeof name !== "string" || !TOOL_NAME.test(name)) {
      const param = `${path}.function.name`;
      const rule = "1 to 64 letters, digits, underscores or dashes";
      throw refuse(param, `${param} must have ${rule}`);
    }
    return { name, schema: parameters };
  });
}

/**
 * The tool that the model calls; undefined where the model answers with a text. A model that may choose calls the tool whose name
 * the user writes, or else the first one, and answers the result of a tool with a text: so every conversation ends.
 */
function chooseTool(body: Body, tools: readonly Tool[]): Tool | undefined {
  const choice = body["tool_choice"] ?? (tools.length > 0 ? "auto" : "none");
  if (choice === "none") return undefined;
  if (tools.length === 0)
    throw refuse("tool_choice", "tool_choice needs tools");
  const text = lastText(body["messages"]);
  const mentioned = tools.find(({ name }) => text.includes(name)) ?? tools[0];
  if (choice === "auto") return isUserLast(body) ? mentioned : undefined;
  if (choice === "required") return mentioned;
  const details = isRecord(choice) ? choice["function"] : undefined;
  const name = isRecord(details) ? details["name"] : undefined;
  const named = tools.find((tool) => tool.name === name);
  if (named) return named;
  const names = tools.map((tool) => tool.name);
  throw refuse(
    "tool_choice",
    `tool_choice must be "none", "auto", "required" or name one of the tools: ${oneOf(names)}`,
  );
}

function lastMessage(messages: unknown): Body {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isRecord(last) ? last : {};
}

function isUserLast({ messages }: Body): boolean {
  return lastMessage(messages)["role"] === "user";
}

function lastText(messages: unknown): string {
  return JSON.stringify(lastMessage(messages)["content"] ?? "");
}

function readFormat(format: unknown): ReplyForm {
  const { type = "text", json_schema: named } = isRecord(format) ? format : {};
  if (type === "text") return { kind: "text" };
  if (type === "json_object") return { kind: "json", schema: undefined };
  if (type !== "json_schema") {
    const param = "response_format.type";
    const types = oneOf(["text", "json_object", "json_schema"]);
    throw refuse(param, `${param}: ${types}`);
  }
  const { name, schema } = isRecord(named) ? named : {};
  const param = "response_format.json_schema";
  if (typeof name !== "string" || !TOOL_NAME.test(name))
    throw refuse(`${param}.name`, `${param}.name is required`);
  if (!isRecord(schema))
    throw refuse(`${param}.schema`, `${param}.schema must be a schema`);
  return { kind: "json", schema };
}
