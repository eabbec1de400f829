import { createClient, type ClientOptions } from "../../src/index.js";
import type { ModelSlug } from "../../src/models/index.js";
import { createSpendGuard } from "../../src/spend/index.js";
import { answer, KEY, URLS } from "./scripted-fetch.js";

export const FILE = "https://image.test/made.jpeg";
const VIDEO = "https://video.test/predictions/1";
const AUDIO = "https://audio.test/made.mp3";

/** One form of an answer, and what the client makes of it. */
export interface Form {
  readonly slug: ModelSlug;
  /** The output as the service sends it. */
  readonly sent: unknown;
  /** What the output has for the user at least. */
  readonly read: Readonly<Record<string, unknown>>;
  readonly cost: number;
  /** The address of the file; absent for a text. */
  readonly file?: string;
}

const tokens = { choices: [{ tokens: ["a pier"] }] };
const message = {
  content: "a pier",
  reasoning_content: "so",
  role: "assistant",
};
const nested = {
  choices: [{ message }],
  model: "kimi-k2.6",
  usage: { completion_tokens: 6, prompt_tokens: 3, total_tokens: 9 },
};

/** The answers that users of the running service have printed or described, and those of the interface document. */
export const FORMS: Readonly<Record<string, Form>> = {
  "an image under result": {
    slug: "black-forest-labs-flux-1-schnell",
    sent: { cost: 0.003, result: FILE },
    read: { image_url: FILE, result: FILE, cost: 0.003 },
    cost: 0.003,
    file: FILE,
  },
  "an image under image_url": {
    slug: "black-forest-labs-flux-1-schnell",
    sent: { image_url: FILE, cost: 0.0025 },
    read: { image_url: FILE, cost: 0.0025 },
    cost: 0.0025,
    file: FILE,
  },
  "a video under result": {
    slug: "seedance-v1-5-pro-i2v",
    sent: { cost: 0.26, result: VIDEO },
    read: { video_url: VIDEO, result: VIDEO, cost: 0.26 },
    cost: 0.26,
    file: VIDEO,
  },
  "a video under url": {
    slug: "sora-2-i2v",
    sent: { cost: 0.4, url: VIDEO },
    read: { video_url: VIDEO, url: VIDEO, cost: 0.4 },
    cost: 0.4,
    file: VIDEO,
  },
  "a video under video_url": {
    slug: "infinitetalk",
    sent: { video_url: VIDEO, cost: 0.25 },
    read: { video_url: VIDEO, cost: 0.25 },
    cost: 0.25,
    file: VIDEO,
  },
  "speech under result": {
    slug: "minimax-speech-02-hd",
    sent: { cost: 0.01925, result: AUDIO },
    read: { audio_url: AUDIO, result: AUDIO, cost: 0.01925 },
    cost: 0.01925,
    file: AUDIO,
  },
  "speech under audio_url and result": {
    slug: "chatterbox-turbo",
    sent: { audio_url: AUDIO, cost: 0.00088, result: AUDIO },
    read: { audio_url: AUDIO, result: AUDIO, cost: 0.00088 },
    cost: 0.00088,
    file: AUDIO,
  },
  "a list of one with tokens": {
    slug: "qwen3-32b-awq",
    sent: [{ ...tokens, cost: 0.0011, usage: { input: 10, output: 100 } }],
    read: {
      text: "a pier",
      ...tokens,
      cost: 0.0011,
      usage: { input: 10, output: 100 },
    },
    cost: 0.0011,
  },
  "a list of one with a message under result": {
    slug: "moonshot-kimi",
    sent: [{ cost: 0.0039, result: nested }],
    read: {
      text: "a pier",
      choices: nested.choices,
      usage: { ...nested.usage, input: 3, output: 6 },
      result: nested,
      cost: 0.0039,
    },
    cost: 0.0039,
  },
  "an object with choices": {
    slug: "qwen3-32b-awq",
    sent: { ...tokens, cost: 0.001, usage: { input: 1 } },
    read: { text: "a pier", ...tokens, cost: 0.001, usage: { input: 1 } },
    cost: 0.001,
  },
};

export const ended = (sent: unknown) => ({
  id: "j1",
  status: "COMPLETED",
  delayTime: 484,
  executionTime: 17_903,
  output: sent,
});

/** A client of a service whose jobs all end with an output. The hosts of files answer with a few bytes. */
export function serving(
  sent: unknown,
  options: Pick<ClientOptions, "drift"> = {},
) {
  const spend = createSpendGuard({ limit: 9, estimate: 1 });
  const respond = (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== URLS.publicBaseUrl)
      return new Response("made", { headers: { "content-length": "4" } });
    const isSubmit = init?.method === "POST" && url.pathname.endsWith("/run");
    return answer({
      json: isSubmit ? { id: "j1", status: "IN_QUEUE" } : ended(sent),
    });
  };
  const fetch = (...request: Parameters<typeof respond>) =>
    Promise.resolve(respond(...request));
  const cloud = createClient({
    apiKey: KEY,
    ...URLS,
    fetch,
    spend,
    ...options,
  });
  return { cloud, spend };
}
