// @ts-check
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, streamText } from "ai";
import assert from "node:assert/strict";
import {
  createCutClient,
  RECORDED_BYTES,
  RECORDED_TEXT,
  start,
} from "./support.mjs";

const { emulator, cloud } = await start();
const gpu = createOpenAICompatible({
  name: "gpu",
  ...cloud.model("text-demo").openai(),
});
const ROUTE = "POST /v2/{slug}/openai/v1/chat/completions";
const countRequests = () =>
  emulator.requests.filter(({ route }) => route === ROUTE).length;

const { text } = await generateText({
  model: gpu("text-demo"),
  prompt: "A light",
  maxRetries: 0,
});
assert.match(text, /^A light … /);

let streamed = "";
const { textStream } = streamText({
  model: gpu("text-demo"),
  prompt: "A light",
  maxRetries: 0,
});
for await (const piece of textStream) streamed += piece;
assert.equal(streamed, text);

const before = countRequests();
emulator.fail(ROUTE, { status: 500 });
await assert.rejects(
  generateText({ model: gpu("text-demo"), prompt: "A light", maxRetries: 0 }),
);
assert.equal(countRequests(), before + 1);

/**
 * The text of a stream, and whether the consumer learns of an error.
 *
 * @param {Parameters<typeof streamText>[0]["model"]} model
 */
async function read(model) {
  let received = "";
  let hasError = false;
  const onError = () => undefined;
  try {
    const { fullStream } = streamText({
      model,
      prompt: "A light",
      maxRetries: 0,
      onError,
    });
    for await (const part of fullStream) {
      if (part.type === "text-delta") received += part.text;
      if (part.type === "error") hasError = true;
    }
  } catch {
    hasError = true;
  }
  return { received, hasError };
}

// A recorded stream, cut at every byte: the whole text, or an error.
let cut = 0;
const cutGpu = createOpenAICompatible({
  name: "cut",
  ...createCutClient(() => cut)
    .model("m")
    .openai(),
});
for (; cut <= RECORDED_BYTES; cut++) {
  const { received, hasError } = await read(cutGpu("m"));
  assert.equal(hasError, cut < RECORDED_BYTES - 2, `cut at ${cut}`);
  if (!hasError) assert.equal(received, RECORDED_TEXT);
}
await emulator.close();
