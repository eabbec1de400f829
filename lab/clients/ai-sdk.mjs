// Calls a listening emulator by the operator's provider for the AI SDK and by LangChain, with the arguments that both
// send by default. Prints a line of JSON for each call: its name, and the error if it failed.
import { ChatOpenAI, OpenAI } from "@langchain/openai";
import { createRunpod } from "@runpod/ai-sdk-provider";
import {
  experimental_generateSpeech as generateSpeech,
  experimental_generateVideo as generateVideo,
  experimental_transcribe as transcribe,
  generateImage,
  generateText,
  stepCountIs,
  streamText,
  tool,
} from "ai";
import { z } from "zod";

const { origin, apiKey } = JSON.parse(process.argv[2] ?? "{}");

/** The provider asks every five seconds for a job that runs: the emulator answers at once, so it need not wait. */
const platformTimeout = globalThis.setTimeout;
globalThis.setTimeout = (act, delayMs, ...rest) =>
  platformTimeout(
    act,
    delayMs >= 1000 && delayMs <= 5000 ? 20 : delayMs,
    ...rest,
  );

const runpod = createRunpod({ apiKey });

async function call(name, act) {
  try {
    const problem = await act();
    console.log(
      JSON.stringify({ call: name, ...(problem && { error: problem }) }),
    );
  } catch (error) {
    const { responseBody = "" } = Object(error);
    const text = `${String(error)} ${responseBody}`.trim().slice(0, 500);
    console.log(JSON.stringify({ call: name, error: text }));
  }
}

const PICTURE = "https://example.com/lighthouse.png";
const prompt = "a lighthouse";

// Pictures: of text alone, and of other pictures.
const FROM_TEXT = [
  "qwen/qwen-image",
  "bytedance/seedream-3.0",
  "bytedance/seedream-4.0",
  "black-forest-labs/flux-1-schnell",
  "black-forest-labs/flux-1-dev",
  "alibaba/wan-2.6",
  "tongyi-mai/z-image-turbo",
  "pruna/p-image-t2i",
];
const FROM_PICTURES = [
  "qwen/qwen-image-edit",
  "qwen/qwen-image-edit-2511",
  "qwen/qwen-image-edit-2511-lora",
  "bytedance/seedream-4.0-edit",
  "black-forest-labs/flux-1-kontext-dev",
  "google/nano-banana-edit",
  "google/nano-banana-2-edit",
  "google/nano-banana-pro-edit",
  "pruna/p-image-edit",
];
for (const id of FROM_TEXT)
  for (const [name, settings] of [
    ["by default", {}],
    ["in 4:3", { aspectRatio: "4:3" }],
    ["in 3:4", { aspectRatio: "3:4" }],
    ["of 1328 by 1328", { size: "1328x1328" }],
    ["with a seed", { seed: 7 }],
  ])
    await call(`${id} ${name}`, async () => {
      const model = runpod.image(id);
      const { image } = await generateImage({
        model,
        prompt,
        ...settings,
        maxRetries: 0,
      });
      return image.uint8Array.length > 100 ? "" : "an empty picture";
    });
for (const id of FROM_PICTURES)
  for (const [name, settings] of [
    ["by default", {}],
    ["in 4:3", { aspectRatio: "4:3" }],
  ])
    await call(`${id} ${name}`, async () => {
      const { image } = await generateImage({
        model: runpod.image(id),
        prompt,
        ...settings,
        providerOptions: { runpod: { images: [PICTURE], image: PICTURE } },
        maxRetries: 0,
      });
      return image.uint8Array.length > 100 ? "" : "an empty picture";
    });

// Speech, transcription and video.
await call("resembleai/chatterbox-turbo", async () => {
  const model = runpod.speech("resembleai/chatterbox-turbo");
  const { audio } = await generateSpeech({
    model,
    text: prompt,
    maxRetries: 0,
  });
  return audio.uint8Array.length > 100 ? "" : "no sound";
});
await call("pruna/whisper-v3-large", async () => {
  const { text } = await transcribe({
    model: runpod.transcription("pruna/whisper-v3-large"),
    audio: new TextEncoder().encode("a short recording"),
    maxRetries: 0,
  });
  return text ? "" : "no text";
});

/** The AI SDK itself refuses the addresses of this machine. */
async function download({ url }) {
  const response = await fetch(url);
  const data = new Uint8Array(await response.arrayBuffer());
  return { data, mediaType: response.headers.get("content-type") ?? undefined };
}

for (const [id, image] of [
  ["pruna/p-video"],
  ["vidu/q3-t2v"],
  ["vidu/q3-i2v", PICTURE],
  ["alibaba/wan-2.6-t2v"],
  ["alibaba/wan-2.6-i2v", PICTURE],
  ["alibaba/wan-2.5", PICTURE],
  ["alibaba/wan-2.2-t2v-720-lora"],
  ["alibaba/wan-2.2-i2v-720", PICTURE],
  ["alibaba/wan-2.1-i2v-720", PICTURE],
  ["bytedance/seedance-v1.5-pro-i2v", PICTURE],
  ["openai/sora-2-pro-i2v", PICTURE],
  ["openai/sora-2-i2v", PICTURE],
])
  await call(id, async () => {
    const { video } = await generateVideo({
      model: runpod.video(id),
      prompt: image ? { text: prompt, image } : prompt,
      download,
      maxRetries: 0,
    });
    return video ? "" : "no video";
  });

// Language models.
const weather = tool({
  description: "The weather of a city",
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => Promise.resolve(`rain in ${city}`),
});
for (const id of [
  "qwen/qwen3-32b-awq",
  "openai/gpt-oss-120b",
  "deepcogito/cogito-671b-v2.1-fp8",
  "ibm-granite/granite-4.0-h-small",
]) {
  const model = runpod(id);
  await call(`${id} text`, async () => {
    const { text, usage } = await generateText({
      model,
      prompt,
      maxRetries: 0,
    });
    return text && usage.totalTokens ? "" : "no text or no usage";
  });
  await call(`${id} stream`, async () => {
    let text = "";
    for await (const piece of streamText({ model, prompt, maxRetries: 0 })
      .textStream)
      text += piece;
    return text ? "" : "no text";
  });
  await call(`${id} tools`, async () => {
    const { steps } = await generateText({
      model,
      prompt: "What is the weather in Oslo?",
      tools: { weather },
      stopWhen: stepCountIs(3),
      maxRetries: 0,
    });
    return steps.length > 0 ? "" : "no step";
  });
}
await call("qwen/qwen3-32b-awq completion", async () => {
  const model = runpod.completionModel("qwen/qwen3-32b-awq");
  const { text } = await generateText({ model, prompt, maxRetries: 0 });
  return text ? "" : "no text";
});

// LangChain.
const configuration = { baseURL: `${origin}/v2/qwen3-32b-awq/openai/v1` };
const settings = {
  model: "Qwen/Qwen3-32B-AWQ",
  apiKey,
  configuration,
  maxRetries: 0,
};
await call("langchain chat", async () => {
  const { content, usage_metadata } = await new ChatOpenAI(settings).invoke(
    prompt,
  );
  return content && usage_metadata ? "" : "no text or no usage";
});
await call("langchain chat stream", async () => {
  let text = "";
  for await (const { content } of await new ChatOpenAI(settings).stream(prompt))
    text += content;
  return text ? "" : "no text";
});
await call("langchain tools", async () => {
  const schema = {
    name: "weather",
    description: "w",
    parameters: {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
    },
  };
  const model = new ChatOpenAI(settings).bindTools([
    { type: "function", function: schema },
  ]);
  const { tool_calls, content } = await model.invoke(
    "What is the weather in Oslo?",
  );
  return tool_calls?.length || content ? "" : "neither a call nor a text";
});
await call("langchain structured output", async () => {
  const model = new ChatOpenAI(settings).withStructuredOutput(
    z.object({ city: z.string() }),
  );
  const { city } = await model.invoke("Oslo");
  return typeof city === "string" ? "" : "no city";
});
await call("langchain completion", async () =>
  (await new OpenAI(settings).invoke(prompt)) ? "" : "no text",
);
