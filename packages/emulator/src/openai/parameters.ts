import { integer, isRecord, type Rule } from "../check-arguments.js";
import { describeValue } from "../describe-value.js";
import { Refusal } from "../refusals/refusal.js";

export type Body = Readonly<Record<string, unknown>>;

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

const MAX_CHOICES = 128;
const MAX_STOPS = 4;
const penalty = range(-2, 2);

/** What OpenAI's API allows. A parameter that is null or absent has its default. */
const RULES: Readonly<Record<string, Rule>> = {
  temperature: range(0, 2),
  top_p: range(0, 1),
  presence_penalty: penalty,
  frequency_penalty: penalty,
  n: integer(1, MAX_CHOICES),
  max_tokens: integer(1),
  max_completion_tokens: integer(1),
  seed: [Number.isInteger, "a whole number"],
  stream: [(value) => typeof value === "boolean", "true or false"],
  parallel_tool_calls: [(value) => typeof value === "boolean", "true or false"],
  stop: [isStop, `a string, or a list of at most ${MAX_STOPS} strings`],
};

export function checkParameters(body: Body): void {
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
