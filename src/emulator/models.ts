import { paint } from "./picture.js";
import { createRandom, hashText } from "./random.js";
import type { Outcome } from "./records.js";

/** What answers at a slug of the job API, and how long it takes. */
export interface Model {
  readonly executionMs: number;
  /** What comes of an input; `seed` colours what is left to chance. */
  readonly run: (input: Input, seed: number) => Outcome;
}

type Input = Readonly<Record<string, unknown>>;

/** The public models. Image prices are USD per megapixel of the picture really made. */
export const models: Readonly<Record<string, Model>> = {
  "flux-dev": image(0.02),
  "flux-schnell": image(0.0024),
  "black-forest-labs-flux-1-dev": image(0.02),
  "black-forest-labs-flux-1-schnell": image(0.0024),
  "video-demo": { executionMs: 8000, run: makeVideo },
  "speech-demo": { executionMs: 900, run: makeSpeech },
  "text-demo": { executionMs: 700, run: makeText },
};

/** What runs at an endpoint of one's own: a worker that answers with the input it got. */
export const echo: Model = {
  executionMs: 400,
  run: (input) => ({ output: () => input }),
};

const megapixel = 1_000_000;
const usdPerVideoSecond = 0.5 / 5;
const usdPerCharacter = 0.05 / 1000;
const usdPerToken = 10 / 1_000_000;

function image(usdPerMegapixel: number): Model {
  return {
    executionMs: 1200,
    run: (input, seed) => makeImage(input, seed, usdPerMegapixel),
  };
}

function makeImage(
  input: Input,
  seed: number,
  usdPerMegapixel: number,
): Outcome {
  const { prompt, width = 1024, height = 1024 } = input;
  if (typeof prompt !== "string")
    return { error: "input.prompt is required and must be a string" };
  if (!isLength(width)) return { error: lengthRule("width", width) };
  if (!isLength(height)) return { error: lengthRule("height", height) };
  const cost = round((width * height * usdPerMegapixel) / megapixel);
  const pictureSeed = hashText(`${seed} ${String(input["seed"])} ${prompt}`);
  return {
    output: (file) => ({ image_url: file, cost }),
    file: {
      extension: "png",
      contentType: "image/png",
      bytes: () => paint(width, height, pictureSeed),
    },
  };
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

/** The file is a placeholder: the opening box of an MP4 and no film. */
function makeVideo({ prompt, duration = 5 }: Input): Outcome {
  if (typeof prompt !== "string")
    return { error: "input.prompt is required and must be a string" };
  if (typeof duration !== "number" || !(duration > 0)) {
    return { error: "input.duration must be a number of seconds above 0" };
  }
  const bytes = new TextEncoder().encode(
    "\0\0\0\x18ftypisom\0\0\x02\0isommp41",
  );
  const cost = round(duration * usdPerVideoSecond);
  return {
    output: (file) => ({ video_url: file, cost }),
    file: { extension: "mp4", contentType: "video/mp4", bytes: () => bytes },
  };
}

/** The file is a placeholder: one second of silence. */
function makeSpeech({ prompt }: Input): Outcome {
  if (typeof prompt !== "string")
    return { error: "input.prompt is required and must be a string" };
  return {
    output: (file) => ({
      audio_url: file,
      cost: round(prompt.length * usdPerCharacter),
    }),
    file: { extension: "wav", contentType: "audio/wav", bytes: silence },
  };
}

/** PCM, mono, 8000 samples of 8 bits a second. */
function silence(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + 8000).fill(0x80);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("RIFF    WAVEfmt "));
  view.setUint32(4, bytes.length - 8, true);
  view.setUint32(16, 16, true);
  view.setUint32(20, 0x0001_0001, true);
  view.setUint32(24, 8000, true);
  view.setUint32(28, 8000, true);
  view.setUint32(32, 0x0008_0001, true);
  bytes.set(new TextEncoder().encode("data"), 36);
  view.setUint32(40, 8000, true);
  return bytes;
}

function makeText(input: Input, seed: number): Outcome {
  const { prompt } = input;
  if (typeof prompt !== "string")
    return { error: "input.prompt is required and must be a string" };
  const random = createRandom(
    hashText(`${seed} ${String(input["seed"])} ${prompt}`),
  );
  const words = Array.from(
    { length: 12 },
    () => vocabulary[Math.floor(random() * vocabulary.length)],
  );
  const text = `${prompt.trim()} … ${words.join(" ")}.`;
  const tokens = text.split(/\s+/).length;
  return {
    output: () => ({ text, tokens, cost: round(tokens * usdPerToken) }),
  };
}

const vocabulary =
  "light sea stone wind quiet north glass river paper winter lamp slow far blue hour".split(
    " ",
  );

function round(usd: number): number {
  return Number(usd.toFixed(8));
}
