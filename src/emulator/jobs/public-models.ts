import { models } from "../../../generated/models/data.js";
import type { ModelSlug } from "../../../generated/models/types.js";
import { checkInput } from "../../models/check-input.js";
import { estimateCost } from "../../models/estimate.js";
import type { ModelInfo, ModelPrice } from "../../models/info.js";
import { isRecord } from "../check-arguments.js";
import { hashText } from "../random.js";
import {
  COLD_START_MS,
  pictureFor,
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
    coldStartMs: COLD_START_MS,
    executionMs: (input) => executionMs(model, input),
    workers: WORKERS,
    run: (input, settings) =>
      inputError(model, input, settings) ??
      requestedFailure(input) ??
      runByKind[model.kind](model, input, ownSeed(input, settings)),
  };
}

const LENIENT_HINT =
  "; --lenient (lenient: true) accepts parameters that the emulator does not know";

/** What is wrong with the input of a public model; undefined where the model takes it. */
function inputError(
  model: ModelInfo,
  input: ModelInput,
  { lenient }: RunSettings,
): ModelResult | undefined {
  const result = refuseInput(
    model,
    lenient ? knownMembers(model, input) : input,
  );
  if (!result || !result.error.includes("is not a parameter")) return result;
  return { error: result.error + LENIENT_HINT };
}

/** What is wrong with an input; undefined where its parameters are as described. */
export function refuseInput(
  model: Pick<ModelInfo, "slug" | "parameters">,
  input: ModelInput,
): { readonly error: string } | undefined {
  try {
    checkInput(model, input);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { error: `input.${reason}` };
  }
}

function knownMembers(
  { parameters }: Pick<ModelInfo, "parameters">,
  input: ModelInput,
): ModelInput {
  const known = Object.entries(input).filter(([name]) =>
    Object.hasOwn(parameters, name),
  );
  return Object.fromEntries(known);
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
) => ModelResult;

/** What the models of each kind make. */
const runByKind: Readonly<Record<ModelInfo["kind"], RunKind>> = {
  image: (model, input, seed) => ({
    output: { cost: costOf(model, input) },
    file: {
      member: "image_url",
      source: pictureFor(promptOf(input), {
        ...pictureSize(model, input),
        seed,
      }),
    },
  }),
  video: (model, input) => ({
    output: { cost: costOf(model, input) },
    file: { member: "video_url", source: { kind: "mp4" } },
  }),
  audio: makeSpeech,
  text: makeText,
  transcription: (model, input, seed) => ({
    output: {
      cost: costOf(model, input),
      result: writeText(String(input["audio"]), seed).join(""),
    },
  }),
};

const CHARACTERS_PER_SECOND = 15;

/** A tone as long as it takes to speak the prompt. A model that is priced by the second of its result states no cost. */
function makeSpeech(
  model: ModelInfo,
  input: ModelInput,
  seed: number,
): ModelResult {
  const { length } = promptOf(input);
  const seconds = Math.max(1, length / CHARACTERS_PER_SECOND);
  const output =
    model.price.unit === "second" ? {} : { cost: costOf(model, input) };
  return {
    output,
    file: { member: "audio_url", source: { kind: "wav", seconds, seed } },
  };
}

/** What is charged for a million tokens where only words describe the price. */
const DEFAULT_USD_PER_MILLION_TOKENS = 4;

/** A text of at most `max_tokens` tokens, which `/stream` delivers token by token. */
function makeText(
  { price }: ModelInfo,
  input: ModelInput,
  seed: number,
): ModelResult {
  const prompt = promptOf(input);
  const tokens = writeText(prompt, seed).slice(0, maxTokens(input));
  const usage = { input: splitWords(prompt).length, output: tokens.length };
  const usd =
    "perUnit" in price && typeof price.perUnit === "number"
      ? price.perUnit
      : DEFAULT_USD_PER_MILLION_TOKENS;
  return {
    output: {
      choices: [{ tokens: [tokens.join("")] }],
      cost: roundUsd(((usage.input + usage.output) * usd) / 1_000_000),
      usage,
    },
    chunks: tokens.map((token) => ({ choices: [{ tokens: [token] }] })),
  };
}

function maxTokens({
  max_tokens: direct,
  sampling_params: params,
}: ModelInput): number {
  const limit =
    direct ?? (isRecord(params) ? params["max_tokens"] : undefined) ?? Infinity;
  return Math.max(1, Number(limit));
}

/** What a job costs: as the client estimates, and where the input does not decide the price, the lowest known price. */
function costOf({ slug, price }: ModelInfo, input: ModelInput): number {
  try {
    return roundUsd(estimateCost(slug as ModelSlug, input));
  } catch {
    return lowestPrice(price);
  }
}

function lowestPrice(price: ModelPrice): number {
  if ("min" in price) return price.min;
  return "perUnit" in price && typeof price.perUnit === "number"
    ? price.perUnit
    : 0;
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
