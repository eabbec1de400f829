import { hashText } from "../random.js";
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
import { writeText } from "./write-text.js";

/**
 * Models of the emulator's own, with short names that are no slugs of the service: they are quick, take small
 * pictures and report their progress. Image prices are USD per megapixel of the picture.
 */
export const demoModels: Readonly<Record<string, BuiltInModel>> = {
  "flux-dev": imageModel(0.02),
  "flux-schnell": imageModel(0.0024),
  "video-demo": promptModel(8000, makeVideo),
  "speech-demo": promptModel(900, makeSpeech),
  "text-demo": promptModel(700, makeText),
};

const PIXELS_PER_MEGAPIXEL = 1_000_000;
const USD_PER_VIDEO_SECOND = 0.5 / 5;
const USD_PER_CHARACTER = 0.05 / 1000;
const USD_PER_TOKEN = 10 / 1_000_000;
const CHARACTERS_PER_SECOND = 15;

type RunPrompt = (
  input: ModelInput,
  prompt: string,
  seed: number,
  form: RunSettings["modelOutputs"],
) => ModelResult;

/** A model that requires a prompt. Its seed follows from the emulator's seed and the input. */
function promptModel(executionMs: number, run: RunPrompt): BuiltInModel {
  return {
    executionMs: () => executionMs,
    workers: WORKERS,
    reportsProgress: true,
    run: (input, { seed, modelOutputs }) => {
      const { prompt } = input;
      if (typeof prompt !== "string")
        return { error: "input.prompt is required and must be a string" };
      const ownSeed = hashText(`${seed} ${String(input["seed"])} ${prompt}`);
      return (
        requestedFailure(input) ?? run(input, prompt, ownSeed, modelOutputs)
      );
    },
  };
}

function imageModel(usdPerMegapixel: number): BuiltInModel {
  return promptModel(1200, (input, _, seed, form) =>
    makeImage(input, seed, form, usdPerMegapixel),
  );
}

function makeImage(
  { width = 1024, height = 1024 }: ModelInput,
  seed: number,
  form: RunSettings["modelOutputs"],
  usdPerMegapixel: number,
): ModelResult {
  if (!isImageLength(width)) return { error: lengthError("width", width) };
  if (!isImageLength(height)) return { error: lengthError("height", height) };
  const megapixels = (width * height) / PIXELS_PER_MEGAPIXEL;
  return {
    output: { cost: roundUsd(megapixels * usdPerMegapixel) },
    file: {
      members: addressMembers("image", form),
      source: { kind: "png", width, height, seed },
    },
  };
}

function isImageLength(value: unknown): value is number {
  return (
    typeof value === "number" &&
    Number.isInteger(value) &&
    value >= 64 &&
    value <= 2048
  );
}

function lengthError(name: string, value: unknown): string {
  return `input.${name} must be a whole number from 64 to 2048 (it was ${JSON.stringify(value)})`;
}

function makeVideo(
  { duration = 5 }: ModelInput,
  _prompt: string,
  _seed: number,
  form: RunSettings["modelOutputs"],
): ModelResult {
  if (typeof duration !== "number" || !(duration > 0 && duration <= 60)) {
    const rule = "a number of seconds above 0, at most 60";
    return { error: `input.duration must be ${rule}` };
  }
  return {
    output: { cost: roundUsd(duration * USD_PER_VIDEO_SECOND) },
    file: {
      members: addressMembers("video", form),
      source: { kind: "mp4" },
    },
  };
}

/** A tone as long as it takes to speak the prompt. */
function makeSpeech(
  _: ModelInput,
  prompt: string,
  seed: number,
  form: RunSettings["modelOutputs"],
): ModelResult {
  const seconds = Math.max(1, prompt.length / CHARACTERS_PER_SECOND);
  return {
    output: { cost: roundUsd(prompt.length * USD_PER_CHARACTER) },
    file: {
      members: addressMembers("audio", form),
      source: { kind: "wav", seconds, seed },
    },
  };
}

/** The prompt and some words, which `/stream` delivers one by one. */
function makeText(_: ModelInput, prompt: string, seed: number): ModelResult {
  const chunks = writeText(prompt, seed);
  const tokens = chunks.length;
  return {
    output: {
      text: chunks.join(""),
      tokens,
      cost: roundUsd(tokens * USD_PER_TOKEN),
    },
    chunks,
  };
}
