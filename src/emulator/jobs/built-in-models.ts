import { createRandom, hashText } from "../random.js";
import type { FileSource } from "./job.js";

/** A model that the emulator brings along. */
export interface BuiltInModel {
  readonly coldStartMs: number;
  readonly executionMs: number;
  /** How many jobs run at once. The settings of an endpoint take precedence. */
  readonly workers: number;
  /** The output for an input; `seed` determines everything random. */
  readonly run: (input: Input, seed: number) => ModelResult;
}

/** What a model made of an input. The address of the file is added to the output under the name `file.member`. */
export type ModelResult =
  | {
      readonly output: unknown;
      readonly file?: { readonly member: string; readonly source: FileSource };
      /** The parts of the output that `/stream` delivers. */
      readonly chunks?: readonly unknown[];
    }
  | { readonly error: string };

type Input = Readonly<Record<string, unknown>>;

const COLD_START_MS = 300;
const WORKERS = 100;

/** What runs at an endpoint: a worker that answers with its input. */
export const echoModel: BuiltInModel = {
  coldStartMs: COLD_START_MS,
  executionMs: 400,
  workers: WORKERS,
  run: (input) => requestedFailure(input) ?? { output: input },
};

/** The public models by slug. Image prices are USD per megapixel of the picture. */
const publicModels: Readonly<Record<string, BuiltInModel>> = {
  "flux-dev": imageModel(0.02),
  "flux-schnell": imageModel(0.0024),
  "black-forest-labs-flux-1-dev": imageModel(0.02),
  "black-forest-labs-flux-1-schnell": imageModel(0.0024),
  "video-demo": promptModel(8000, makeVideo),
  "speech-demo": promptModel(900, makeSpeech),
  "text-demo": promptModel(700, makeText),
};

/** The public model of a slug. */
export function publicModel(slug: string): BuiltInModel | undefined {
  return Object.hasOwn(publicModels, slug) ? publicModels[slug] : undefined;
}

const PIXELS_PER_MEGAPIXEL = 1_000_000;
const USD_PER_VIDEO_SECOND = 0.5 / 5;
const USD_PER_CHARACTER = 0.05 / 1000;
const USD_PER_TOKEN = 10 / 1_000_000;
const CHARACTERS_PER_SECOND = 15;

type RunPrompt = (input: Input, prompt: string, seed: number) => ModelResult;

/** A model that requires a prompt. Its seed follows from the emulator's seed and the input. */
function promptModel(executionMs: number, run: RunPrompt): BuiltInModel {
  return {
    coldStartMs: COLD_START_MS,
    executionMs,
    workers: WORKERS,
    run: (input, seed) => {
      const { prompt } = input;
      if (typeof prompt !== "string")
        return { error: "input.prompt is required and must be a string" };
      const ownSeed = hashText(`${seed} ${String(input["seed"])} ${prompt}`);
      return requestedFailure(input) ?? run(input, prompt, ownSeed);
    },
  };
}

/** A prompt with the word "fail" makes the job fail. */
function requestedFailure({ prompt }: Input): ModelResult | undefined {
  if (typeof prompt !== "string" || !/\bfail\b/i.test(prompt)) return undefined;
  const reason = 'the prompt contains the word "fail"';
  return { error: `${reason}, which makes the emulator fail the job` };
}

function imageModel(usdPerMegapixel: number): BuiltInModel {
  return promptModel(1200, (input, _, seed) =>
    makeImage(input, seed, usdPerMegapixel),
  );
}

function makeImage(
  { width = 1024, height = 1024 }: Input,
  seed: number,
  usdPerMegapixel: number,
): ModelResult {
  if (!isImageLength(width)) return { error: lengthError("width", width) };
  if (!isImageLength(height)) return { error: lengthError("height", height) };
  const megapixels = (width * height) / PIXELS_PER_MEGAPIXEL;
  return {
    output: { cost: roundUsd(megapixels * usdPerMegapixel) },
    file: { member: "image_url", source: { kind: "png", width, height, seed } },
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

function makeVideo({ duration = 5 }: Input): ModelResult {
  if (typeof duration !== "number" || !(duration > 0 && duration <= 60)) {
    const rule = "a number of seconds above 0, at most 60";
    return { error: `input.duration must be ${rule}` };
  }
  return {
    output: { cost: roundUsd(duration * USD_PER_VIDEO_SECOND) },
    file: { member: "video_url", source: { kind: "mp4" } },
  };
}

/** A tone as long as it takes to speak the prompt. */
function makeSpeech(_: Input, prompt: string, seed: number): ModelResult {
  const seconds = Math.max(1, prompt.length / CHARACTERS_PER_SECOND);
  return {
    output: { cost: roundUsd(prompt.length * USD_PER_CHARACTER) },
    file: { member: "audio_url", source: { kind: "wav", seconds, seed } },
  };
}

/** The prompt and some words, which `/stream` delivers one by one. Each word counts as a token. */
function makeText(_: Input, prompt: string, seed: number): ModelResult {
  const random = createRandom(seed);
  const words = Array.from(
    { length: 12 },
    () => VOCABULARY[Math.floor(random() * VOCABULARY.length)],
  );
  const text = `${prompt.trim()} … ${words.join(" ")}.`;
  const chunks = text.split(/(?<=\s)(?=\S)/);
  const tokens = chunks.length;
  return {
    output: { text, tokens, cost: roundUsd(tokens * USD_PER_TOKEN) },
    chunks,
  };
}

const VOCABULARY = [
  "light",
  "sea",
  "stone",
  "wind",
  "quiet",
  "north",
  "glass",
  "river",
  "paper",
  "winter",
  "lamp",
  "slow",
  "far",
  "blue",
  "hour",
];

function roundUsd(usd: number): number {
  return Number(usd.toFixed(8));
}
