// @ts-check
import { ConnectionError } from "cloud-compute-sdk";
import assert from "node:assert/strict";
import OpenAI from "openai";
import {
  createCutClient,
  RECORDED_BYTES,
  RECORDED_TEXT,
  start,
} from "./support.mjs";

const { emulator, cloud } = await start();
const openai = new OpenAI(cloud.model("text-demo").openai());
/** @type {{ role: "user", content: string }[]} */
const messages = [{ role: "user", content: "A light" }];
const request = { model: "text-demo", messages };
const ROUTE = "POST /v2/{slug}/openai/v1/chat/completions";
const countRequests = () =>
  emulator.requests.filter(({ route }) => route === ROUTE).length;

assert.equal(openai.maxRetries, 0);
assert.notEqual(openai.apiKey, emulator.apiKey);

const whole = await openai.chat.completions.create(request);
const text = whole.choices[0]?.message.content ?? "";
assert.match(text, /^A light … /);
assert.ok((whole.usage?.total_tokens ?? 0) > 0);

const stream = await openai.chat.completions.create({
  ...request,
  stream: true,
  stream_options: { include_usage: true },
});
let streamed = "";
let usage = 0;
for await (const chunk of stream) {
  streamed += chunk.choices[0]?.delta.content ?? "";
  usage = chunk.usage?.total_tokens ?? usage;
}
assert.equal(streamed, text);
assert.equal(usage, whole.usage?.total_tokens);

const completion = await openai.completions.create({
  model: "text-demo",
  prompt: "A light",
});
assert.match(completion.choices[0]?.text ?? "", /^A light/);
const { data } = await openai.models.list();
assert.equal(data[0]?.id, "text-demo");

// Errors have the classes of the package, and nothing is sent twice.
await assert.rejects(
  openai.chat.completions.create({ ...request, messages: [] }),
  OpenAI.BadRequestError,
);
let before = countRequests();
emulator.fail(ROUTE, { status: 500 });
await assert.rejects(
  openai.chat.completions.create(request),
  OpenAI.InternalServerError,
);
emulator.fail(ROUTE, { reset: "after" });
await assert.rejects(
  openai.chat.completions.create(request),
  OpenAI.APIConnectionError,
);
assert.equal(countRequests(), before + 2);

// An error in the middle of a stream, a stream that the network cuts, and an abort.
/** @param {AbortSignal} [signal] */
async function readStream(signal) {
  const chunks = await openai.chat.completions.create(
    { ...request, stream: true },
    { signal },
  );
  for await (const chunk of chunks) assert.ok(chunk.id);
}
emulator.model("text-demo", (_, { stream, fail }) => {
  stream("half ");
  return fail("out of memory");
});
await assert.rejects(readStream(), /out of memory/);
emulator.fail(ROUTE, { truncate: 200 });
await assert.rejects(readStream(), ConnectionError);
const controller = new AbortController();
emulator.model("text-demo", async (_, { stream, signal }) => {
  stream("one ");
  controller.abort();
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
});
await readStream(controller.signal).catch((error) => {
  assert.ok(error instanceof OpenAI.APIUserAbortError, String(error));
});

// A recorded stream, cut at every byte: the whole text, or an error.
let cut = 0;
const cutClient = new OpenAI(
  createCutClient(() => cut)
    .model("m")
    .openai(),
);
let errors = 0;
for (; cut <= RECORDED_BYTES; cut++) {
  let received = "";
  try {
    const chunks = await cutClient.chat.completions.create({
      ...request,
      stream: true,
    });
    for await (const { choices } of chunks)
      received += choices[0]?.delta.content ?? "";
    assert.equal(received, RECORDED_TEXT);
  } catch (error) {
    assert.ok(error instanceof ConnectionError, String(error));
    errors++;
  }
}
assert.equal(errors, RECORDED_BYTES - 2);
await emulator.close();
