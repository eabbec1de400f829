import { models } from "cloud-compute-sdk/models";
import type { ModelSlug } from "cloud-compute-sdk";
import { estimateCost } from "cloud-compute-sdk/models";
import type { ModelInfo, ModelPrice } from "cloud-compute-sdk/models";
import { isRecord } from "../check-arguments.js";
import { findInputProblems, type InputProblem } from "./input-problems.js";
import { fileProblems } from "./file-problems.js";
import { hashText } from "../random.js";
import type { FileSource } from "../state/job.js";
import {
  addressMembers,
  requestedFailure,
  roundUsd,
  WORKERS,
  type BuiltInModel,
  type ModelInput,
  type ModelResult,
  type RunSettings,
} from "./built-in-models.js";
import { splitWords, writeText } from "./write-text.js";

/** The public models of the service, by slug: with their parameters, prices and outputs, and with plausible times. */
export const publicModels: Readonly<Record<string, BuiltInModel>> =
  Object.fromEntries(
    Object.entries(models).map(([slug, info]) => [slug, builtIn(info)]),
  );

function builtIn(model: ModelInfo): BuiltInModel {
  return {
    executionMs: (input) => executionMs(model, input),
    workers: WORKERS,
    run: (input, settings) =>
      inputError(model, input, settings) ??
      requestedFailure(input) ??
      runByKind[model.kind](
        model,
        input,
        ownSeed(input, settings),
        settings.modelOutputs,
      ),
  };
}

/** Why a job fails for the input of a public model; undefined where the model takes the input. */
function inputError(
  model: ModelInfo,
  input: ModelInput,
  { strict }: RunSettings,
): ModelResult | undefined {
  const problems = problemsOf(model, input);
  const problem = strict ? problems[0] : problems.find(isRefused);
  if (!problem) return undefined;
  return { error: refusalText(`input.${problem.message}`) };
}

function problemsOf(model: ModelInfo, input: ModelInput): InputProblem[] {
  return [...findInputProblems(model, input), ...fileProblems(model, input)];
}

/** How the service words the refusal of an input, as was stated: a status and JSON. The words in the message are assumed. */
function refusalText(message: string): string {
  const reason = JSON.stringify({ code: 400, message });
  return `Error submitting task: 400, ${reason}`;
}

/**
 * Whether the emulator refuses a problem even when it is not strict: what the service was seen to refuse, and an input that
 * lacks what the model works on. Of other rules only a page tells, and the running service takes more than its pages say.
 */
function isRefused({ certainty, kind }: InputProblem): boolean {
  return certainty === "captured" || kind === "missing" || kind === "type";
}

/** What only a page says against an input of a public model; empty for any other slug. */
export function inputWarnings(slug: string, input: ModelInput): string[] {
  const model = Object.values<ModelInfo>(models).find(
    (each) => each.slug === slug,
  );
  if (!model) return [];
  const retirement = describeRetirement(model);
  const problems = problemsOf(model, input)
    .filter((problem) => !isRefused(problem))
    .map(({ message }) => `input.${message}`);
  return problems.concat(retirement);
}

/** Says that the service has retired a model, and names the nearest live one; empty for any other model. */
function describeRetirement({ slug, retired }: ModelInfo): string[] {
  if (!retired) return [];
  const { since, nearest } = retired;
  return [
    `${slug} has been retired since ${since}; the nearest live model is ${nearest}`,
  ];
}

/** What is wrong with an input; undefined where its parameters are as described. */
export function refuseInput(
  model: Pick<ModelInfo, "slug" | "parameters">,
  input: ModelInput,
): { readonly error: string } | undefined {
  const [problem] = findInputProblems(model, input);
  return problem && { error: `input.${problem.message}` };
}

/** Follows from the emulator's seed and the input. */
function ownSeed(input: ModelInput, { seed }: RunSettings): number {
  return hashText(`${seed} ${String(input["seed"])} ${promptOf(input)}`);
}

/** The prompt, or the last message of a conversation. */
function promptOf({ prompt, messages }: ModelInput): string {
  if (typeof prompt === "string") return prompt;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isRecord(last) ? String(last["content"]) : "";
}

const SETUP_MS = 600;
const IMAGE_STEP_MS = 150;
const DEFAULT_IMAGE_STEPS = 16;
const DEFAULT_VIDEO_SECONDS = 5;
/** How long a model works for each second of video. */
const VIDEO_SECOND_MS = 8000;
const CHARACTER_MS = 10;
const TOKEN_MS = 40;

/** How long a job runs. The service publishes no times: these are of the order that its models take. */
function executionMs({ kind, parameters }: ModelInfo, input: ModelInput) {
  const amountOf = (name: string, otherwise: number) =>
    Number(input[name] ?? parameters[name]?.default ?? otherwise) || otherwise;
  switch (kind) {
    case "image":
      return (
        SETUP_MS +
        amountOf("num_inference_steps", DEFAULT_IMAGE_STEPS) * IMAGE_STEP_MS
      );
    case "video":
      return (
        SETUP_MS + amountOf("duration", DEFAULT_VIDEO_SECONDS) * VIDEO_SECOND_MS
      );
    case "transcription":
      return SETUP_MS;
    case "audio":
      return SETUP_MS + promptOf(input).length * CHARACTER_MS;
    case "text":
      return SETUP_MS + writeText(promptOf(input), 0).length * TOKEN_MS;
  }
}

type RunKind = (
  model: ModelInfo,
  input: ModelInput,
  seed: number,
  form: RunSettings["modelOutputs"],
) => ModelResult;

/** What the models of each kind make. */
const runByKind: Readonly<Record<ModelInfo["kind"], RunKind>> = {
  image: (model, input, seed, form) => {
    const kind = pictureFormat(model, input);
    const source = { kind, ...pictureSize(model, input), seed };
    return makeFile("image", model, input, form, source);
  },
  video: (model, input, _, form) =>
    makeFile("video", model, input, form, { kind: "mp4" }),
  audio: (model, input, seed, form) => {
    const seconds = speechSeconds(promptOf(input));
    // A model that takes no format was seen to answer with an MP3.
    const source: FileSource = model.parameters["format"]
      ? { kind: "wav", seconds, seed }
      : { kind: "mp3", seconds };
    return makeFile("audio", model, input, form, source);
  },
  text: makeText,
  transcription: (model, input, seed, form) => {
    const recording = input["audio"] ?? input["audio_base64"];
    const text = writeText(String(recording), seed).join("");
    const cost = costOf(model, input);
    return {
      output: form === "captured" ? { cost, result: text } : { cost, text },
    };
  },
};

function makeFile(
  kind: "image" | "video" | "audio",
  model: ModelInfo,
  input: ModelInput,
  form: RunSettings["modelOutputs"],
  source: FileSource,
): ModelResult {
  const members = addressMembers(kind, form);
  const isUnderBoth =
    form === "captured" && model.captured?.output === "url and result";
  // The page of a model that is priced by the second of its result shows no cost.
  const hasCost = form === "captured" || model.price.unit !== "second";
  return {
    output: hasCost || kind !== "audio" ? { cost: costOf(model, input) } : {},
    file: {
      members: isUnderBoth ? [`${kind}_url`, ...members] : members,
      source,
    },
  };
}

const CHARACTERS_PER_SECOND = 15;

/** How long it takes to speak a text. */
function speechSeconds({ length }: string): number {
  return Math.max(1, length) / CHARACTERS_PER_SECOND;
}

/** What is charged for a million tokens where only words describe the price. */
const DEFAULT_USD_PER_MILLION_TOKENS = 4;

/** A text of at most `max_tokens` tokens, which `/stream` delivers token by token. */
function makeText(
  model: ModelInfo,
  input: ModelInput,
  seed: number,
  form: RunSettings["modelOutputs"],
): ModelResult {
  const prompt = promptOf(input);
  const words = writeText(prompt, seed);
  const read = splitWords(prompt).length;
  const isCaptured = form === "captured" && model.captured?.output === "list";
  const tokens = isCaptured
    ? repeatWords(words, CAPTURED_OUTPUT_TOKENS)
    : words.slice(0, maxTokens(input));
  const counts = {
    input: isCaptured ? Math.max(read, CAPTURED_INPUT_TOKENS) : read,
    output: tokens.length,
  };
  const { price } = model;
  const usd =
    "perUnit" in price && typeof price.perUnit === "number"
      ? price.perUnit
      : DEFAULT_USD_PER_MILLION_TOKENS;
  const cost = roundUsd(((counts.input + counts.output) * usd) / 1_000_000);
  return {
    output: textOutput(model, input, form, {
      text: tokens.join(""),
      cost,
      counts,
    }),
    chunks: tokens.map((token) => textPiece(model, input, form, token)),
  };
}

/**
 * The model that answers with a list was seen to write 100 tokens, whatever `max_tokens` the input had, and to count 10
 * tokens for a prompt of two words.
 */
const CAPTURED_OUTPUT_TOKENS = 100;
const CAPTURED_INPUT_TOKENS = 10;

/** So many words of a text that is repeated. */
function repeatWords(words: readonly string[], count: number): string[] {
  const text = `${words.join("")} `.repeat(Math.ceil(count / words.length));
  return splitWords(splitWords(text).slice(0, count).join("").trimEnd());
}

interface WrittenText {
  readonly text: string;
  readonly cost: number;
  readonly counts: { readonly input: number; readonly output: number };
}

/** A piece of a text, in the form of the whole text. Nobody has shown a piece of a public model. */
function textPiece(
  model: ModelInfo,
  input: ModelInput,
  form: RunSettings["modelOutputs"],
  token: string,
): unknown {
  return form === "captured" && model.captured?.output === "list with result"
    ? { result: messageResult(model, input, token) }
    : { choices: [{ tokens: [token] }] };
}

/** The members of a text, or of a piece, that stand under `result`. */
function messageResult(
  { parameters }: ModelInfo,
  input: ModelInput,
  text: string,
) {
  const message = { content: text, reasoning_content: "", role: "assistant" };
  const model = input["model"] ?? parameters["model"]?.default;
  return { choices: [{ message }], model };
}

/** A text in the form in which its model answers. All models were seen to answer with a list of one element. */
function textOutput(
  model: ModelInfo,
  input: ModelInput,
  form: RunSettings["modelOutputs"],
  { text, cost, counts }: WrittenText,
): unknown {
  const written = { choices: [{ tokens: [text] }], cost, usage: counts };
  if (form === "documented") return written;
  if (model.captured?.output !== "list with result") return [written];
  const usage = {
    completion_tokens: counts.output,
    prompt_tokens: counts.input,
    total_tokens: counts.input + counts.output,
  };
  return [{ cost, result: { ...messageResult(model, input, text), usage } }];
}

function maxTokens({
  max_tokens: direct,
  sampling_params: params,
}: ModelInput): number {
  const limit =
    direct ?? (isRecord(params) ? params["max_tokens"] : undefined) ?? Infinity;
  return Math.max(1, Number(limit));
}

/**
 * What a job costs: as the client estimates, and where the input does not decide the price, the lowest known price. The
 * price of a second of speech is that of the seconds that the emulator makes.
 */
function costOf({ slug, kind, price }: ModelInfo, input: ModelInput): number {
  if (kind === "audio" && price.unit === "second" && "perUnit" in price)
    return roundUsd(Number(price.perUnit) * speechSeconds(promptOf(input)));
  try {
    return roundUsd(estimateCost(slug as ModelSlug, input));
  } catch {
    return lowestPrice(price) ?? USUAL_COSTS[kind];
  }
}

function lowestPrice(price: ModelPrice): number | undefined {
  if ("min" in price) return price.min;
  return "perUnit" in price && typeof price.perUnit === "number"
    ? price.perUnit
    : undefined;
}

/** What a job of each kind costs where nothing is known of its price: as the interface document shows for one model. */
const USUAL_COSTS: Readonly<Record<ModelInfo["kind"], number>> = {
  image: 0.02,
  video: 0.5,
  audio: 0.05,
  text: 0.001,
  transcription: 0.001,
};

/**
 * The format that the input asks for, or that of the model. Every picture of which the format was seen is a JPEG; so is
 * everything here but a PNG.
 */
function pictureFormat(
  { parameters }: ModelInfo,
  input: ModelInput,
): "png" | "jpeg" {
  const formats = ["image_format", "output_format"].map(
    (name) => input[name] ?? parameters[name]?.default,
  );
  return formats.includes("png") ? "png" : "jpeg";
}

const MAX_LENGTH = 2048;
const DEFAULT_LENGTH = 1024;

/** The size of a picture: from `width` and `height`, from a `size` such as `1024*768`, or from an `aspect_ratio` such as `16:9`. */
function pictureSize({ parameters }: ModelInfo, input: ModelInput) {
  const valueOf = (name: string) => input[name] ?? parameters[name]?.default;
  const size = pairOf(valueOf("size"));
  const ratio = pairOf(valueOf("aspect_ratio"));
  const scale = ratio && DEFAULT_LENGTH / Math.max(...ratio);
  const [width, height] = size ?? [
    Number(valueOf("width") ?? (ratio && scale ? ratio[0] * scale : 1024)),
    Number(valueOf("height") ?? (ratio && scale ? ratio[1] * scale : 1024)),
  ];
  return { width: lengthWithin(width), height: lengthWithin(height) };
}

function lengthWithin(length: number): number {
  return Math.min(Math.max(1, Math.round(length)), MAX_LENGTH);
}

/** The two numbers of a text such as `1024*768` or `16:9`; undefined for any other value. */
function pairOf(value: unknown): [number, number] | undefined {
  const match = /^(\d+)[*x:](\d+)$/.exec(String(value));
  const [, first, second] = match ?? [];
  if (!Number(first) || !Number(second)) return undefined;
  return [Number(first), Number(second)];
}
