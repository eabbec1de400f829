import { modelKinds } from "../../generated/models/kinds.js";
import type { ModelSlug } from "../../generated/models/types.js";
import { dataUrlOfBase64, isDataUrl } from "../jobs/inline-file.js";
import { isPlainObject } from "../json.js";
import type { ModelKind } from "./info.js";
import type { TextChoice } from "./text-output.js";

/** Whether a slug is that of a public model that this version of the package knows. */
export function isPublicModel(slug: string): slug is ModelSlug {
  return Object.hasOwn(modelKinds, slug);
}

/** The member that the output of each kind of model has. */
const PROMISED_MEMBERS = {
  image: "image_url",
  video: "video_url",
  audio: "audio_url",
  text: "text",
  transcription: "text",
} as const satisfies Record<ModelKind, string>;

/** The member that the output of a public model has; undefined for any other slug. */
export function promisedMember(slug: string): string | undefined {
  return isPublicModel(slug) ? PROMISED_MEMBERS[modelKinds[slug]] : undefined;
}

/** Whether an output that `readModelOutput` has returned has the member that its model promises. */
export function hasPromisedMember(slug: string, output: unknown): boolean {
  const member = promisedMember(slug);
  if (member === undefined) return true;
  const value = isPlainObject(output) ? output[member] : undefined;
  // A model may write an empty text. An empty address is none.
  return typeof value === "string" && (member === "text" || value !== "");
}

/**
 * The output of a public model in the form that its type promises, whatever form the service has sent it in: an address
 * under `result` is also under `image_url`, `video_url` or `audio_url`, a list of one is its element, and an output of a
 * language model has a `text`. What came stays beside it. Returns the same value where nothing has to be added, and for
 * the output of any other slug.
 */
export function readModelOutput(slug: string, output: unknown): unknown {
  const member = promisedMember(slug);
  if (member === undefined || output === undefined || output === null)
    return output;
  const elements: readonly unknown[] = Array.isArray(output)
    ? output
    : [output];
  if (elements.length === 0) return output;
  const read =
    member === "text" ? readText(elements) : readMedia(elements, member);
  const cost = costOfOutput(output);
  const whole = cost === undefined ? read : { ...read, cost };
  return addsNothing(whole, output) ? output : whole;
}

/**
 * What the output of a public model says that the job has cost. The cost of a list is the sum of its elements' costs.
 * Undefined where the output names no cost.
 */
export function costOfOutput(output: unknown): number | undefined {
  if (Array.isArray(output)) {
    const costs = output.map(costOfOutput).filter((cost) => cost !== undefined);
    return costs.length === 0
      ? undefined
      : costs.reduce((sum, cost) => sum + cost, 0);
  }
  if (!isPlainObject(output)) return undefined;
  const { cost, usage, result } = output;
  if (isCost(cost)) return cost;
  return costOfOutput(usage) ?? costOfOutput(result);
}

function isCost(cost: unknown): cost is number {
  return typeof cost === "number" && Number.isFinite(cost) && cost >= 0;
}

type Members = Readonly<Record<string, unknown>>;

function addsNothing(read: Members, output: unknown): boolean {
  return (
    isPlainObject(output) &&
    Object.entries(read).every(([name, value]) => output[name] === value)
  );
}

/** The output of a model that makes files. `outputs` has all addresses where there are several. */
function readMedia(elements: readonly unknown[], member: string): Members {
  const [first] = elements;
  const members = isPlainObject(first) ? first : { result: first };
  const [address, ...others] = new Set(addressesIn(elements, member));
  if (address === undefined) return members;
  const outputs = others.length > 0 && { outputs: [address, ...others] };
  return { ...members, [member]: address, ...outputs };
}

/** The addresses in an answer: under the documented member, `result` or `url`, each of which may be a list or an object. */
function addressesIn(value: unknown, member: string): string[] {
  if (typeof value === "string") {
    // `enable_base64_output` asks for the file itself.
    const address = isAddress(value) ? value : dataUrlOfBase64(value);
    return address === undefined ? [] : [address];
  }
  if (Array.isArray(value))
    return value.flatMap((item) => addressesIn(item, member));
  if (!isPlainObject(value)) return [];
  return [member, "result", "url"].flatMap((name) =>
    addressesIn(value[name], member),
  );
}

function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) || isDataUrl(text);
}

/** The output of a model that writes. A list of several holds the pieces of one text, as a worker has streamed them. */
function readText(elements: readonly unknown[]): Members {
  const outputs = elements.map(readTextElement);
  const [first = {}] = outputs;
  if (outputs.length === 1) return first;
  const texts = outputs
    .map(({ text }) => text)
    .filter((text) => typeof text === "string");
  const text = texts.length > 0 && { text: texts.join("") };
  return { ...first, ...text, outputs };
}

/** One element, with `text`, `choices` and `usage` also where the answer has them under `result`. */
function readTextElement(element: unknown): Members {
  if (typeof element === "string") return { text: element };
  if (!isPlainObject(element)) return { result: element };
  const { result } = element;
  const inner = isPlainObject(result) ? result : {};
  const choices = element["choices"] ?? inner["choices"];
  const usage = readUsage(element["usage"] ?? inner["usage"]);
  const text = [element["text"], textOfChoices(choices), result, inner["text"]]
    .filter((candidate) => typeof candidate === "string")
    .at(0);
  return {
    ...element,
    ...(choices !== undefined && { choices }),
    ...(usage !== undefined && { usage }),
    ...(text !== undefined && { text }),
  };
}

/** A count of tokens with `input` and `output` also where the service names them as the OpenAI routes do. */
function readUsage(usage: unknown): unknown {
  if (!isPlainObject(usage)) return usage;
  const input = usage["input"] ?? usage["prompt_tokens"];
  const output = usage["output"] ?? usage["completion_tokens"];
  const read = {
    ...usage,
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
  };
  return addsNothing(read, usage) ? usage : read;
}

/** The text of the first choice; undefined where there are no choices. */
function textOfChoices(choices: unknown): string | undefined {
  if (!Array.isArray(choices)) return undefined;
  const [first] = choices as readonly unknown[];
  const { text, message, tokens } = Object(first) as TextChoice;
  const found = text ?? message?.content ?? tokens;
  if (Array.isArray(found)) return found.join("");
  return typeof found === "string" ? found : "";
}
