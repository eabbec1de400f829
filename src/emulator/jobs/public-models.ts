import type { FileRecipe } from "./job-records.js";
import { createRandom, hashText } from "../media/random.js";

/** A model that needs nobody to write it. */
export interface BuiltIn {
  readonly coldStartMs: number;
  readonly executionMs: number;
  /** The most jobs it works on at once; at an endpoint its settings say so. */
  readonly workers: number;
  /** What comes of an input; `seed` colours what is left to chance. */
  readonly run: (input: Input, seed: number) => Made;
}

/** What came of a job. A file's address is put into the output under the name of `member`. */
export type Made =
  | {
      readonly output: unknown;
      readonly file?: { readonly member: string; readonly recipe: FileRecipe };
      readonly pieces?: readonly unknown[];
    }
  | { readonly error: string };

type Input = Readonly<Record<string, unknown>>;

const shared = { coldStartMs: 300, workers: 100 };

/** What runs at an endpoint of one's own: a worker that answers with the input it got. */
export const echo: BuiltIn = {
  ...{ ...shared, executionMs: 400 },
  run: (input) => failureOf(input) ?? { output: input },
};

/** The public models. Image prices are USD per megapixel of the picture really made. */
const publicModels: Readonly<Record<string, BuiltIn>> = {
  "flux-dev": image(0.02),
  "flux-schnell": image(0.0024),
  "black-forest-labs-flux-1-dev": image(0.02),
  "black-forest-labs-flux-1-schnell": image(0.0024),
  "video-demo": prompted(8000, makeVideo),
  "speech-demo": prompted(900, makeSpeech),
  "text-demo": prompted(700, makeText),
};

/** The public model of this slug. */
export function publicModel(slug: string): BuiltIn | undefined {
  return Object.hasOwn(publicModels, slug) ? publicModels[slug] : undefined;
}

const megapixel = 1_000_000;
const usdPerVideoSecond = 0.5 / 5;
const usdPerCharacter = 0.05 / 1000;
const usdPerToken = 10 / 1_000_000;
const charactersPerSecond = 15;

function image(usdPerMegapixel: number): BuiltIn {
  return prompted(1200, (input, prompt, seed) =>
    makeImage(input, prompt, seed, usdPerMegapixel),
  );
}

type Make = (input: Input, prompt: string, seed: number) => Made;

/** A model that needs a prompt, and fails where the prompt says so. `seed` comes of the emulator's and the input's. */
function prompted(executionMs: number, make: Make): BuiltIn {
  return {
    ...{ ...shared, executionMs },
    run: (input, seed) => {
      const { prompt } = input;
      if (typeof prompt !== "string")
        return { error: "input.prompt is required and must be a string" };
      const own = hashText(`${seed} ${String(input["seed"])} ${prompt}`);
      return failureOf(input) ?? make(input, prompt, own);
    },
  };
}

function failureOf({ prompt }: Input): Made | undefined {
  if (typeof prompt !== "string" || !/\bfail\b/i.test(prompt)) return undefined;
  const reason = 'the prompt contains the word "fail"';
  return { error: `${reason}, which makes the emulator fail the job` };
}

function makeImage(
  { width = 1024, height = 1024 }: Input,
  _: string,
  seed: number,
  usdPerMegapixel: number,
): Made {
  if (!isLength(width)) return { error: lengthRule("width", width) };
  if (!isLength(height)) return { error: lengthRule("height", height) };
  const cost = round((width * height * usdPerMegapixel) / megapixel);
  const recipe = { kind: "png", width, height, seed } as const;
  return { output: { cost }, file: { member: "image_url", recipe } };
}

function isLength(value: unknown): value is number {
  return (
    typeof value === "number" &&
    Number.isInteger(value) &&
    value >= 64 &&
    value <= 2048
  );
}

function lengthRule(name: string, value: unknown): string {
  return `input.${name} must be a whole number from 64 to 2048 (it was ${JSON.stringify(value)})`;
}

function makeVideo({ duration = 5 }: Input, _: string, seed: number): Made {
  if (typeof duration !== "number" || !(duration > 0 && duration <= 60)) {
    const rule = "a number of seconds above 0, at most 60";
    return { error: `input.duration must be ${rule}` };
  }
  const recipe = { kind: "mp4", seconds: duration, seed } as const;
  return {
    output: { cost: round(duration * usdPerVideoSecond) },
    file: { member: "video_url", recipe },
  };
}

/** A tone as long as it would take to say the prompt. */
function makeSpeech(_: Input, prompt: string, seed: number): Made {
  const seconds = Math.max(1, prompt.length / charactersPerSecond);
  return {
    output: { cost: round(prompt.length * usdPerCharacter) },
    file: { member: "audio_url", recipe: { kind: "wav", seconds, seed } },
  };
}

/** The prompt and some words, which come one by one in `/stream`. A token is a word. */
function makeText(_: Input, prompt: string, seed: number): Made {
  const random = createRandom(seed);
  const words = Array.from(
    { length: 12 },
    () => vocabulary[Math.floor(random() * vocabulary.length)],
  );
  const text = `${prompt.trim()} … ${words.join(" ")}.`;
  const pieces = text.split(/(?<=\s)(?=\S)/);
  const tokens = pieces.length;
  return {
    output: { text, tokens, cost: round(tokens * usdPerToken) },
    pieces,
  };
}

const vocabulary =
  "light sea stone wind quiet north glass river paper winter lamp slow far blue hour".split(
    " ",
  );

function round(usd: number): number {
  return Number(usd.toFixed(8));
}
