// @ts-check
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  embedMany,
  generateText,
  Output,
  stepCountIs,
  streamText,
  tool,
} from "ai";
import assert from "node:assert/strict";
import OpenAI from "openai";
import { zodFunction, zodResponseFormat } from "openai/helpers/zod";
import { z } from "zod";

// The calls of openai and of the AI SDK that need more of a model than a text. Each package checks the answers itself.

const { origin, apiKey } = JSON.parse(process.argv[2] ?? "{}");
const SLUG = "qwen3-32b-awq";
const baseURL = `${origin}/v2/${SLUG}/openai/v1`;

const Weather = z.object({
  city: z.string().min(3).max(20),
  days: z.number().int().min(1).max(7),
  unit: z.enum(["celsius", "fahrenheit"]),
});
const Keeper = z.object({
  name: z.string(),
  email: z.email(),
  born: z.iso.date(),
  lamps: z
    .array(
      z.object({
        power: z.number().positive().max(2),
        colour: z.union([z.literal("red"), z.literal("white"), z.null()]),
      }),
    )
    .min(1)
    .max(3),
  active: z.boolean(),
});

const openai = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
/** @type {{ role: "user", content: string }[]} */
const messages = [{ role: "user", content: "What is the weather in Oslo?" }];
const request = { model: SLUG, messages };
const tools = [
  zodFunction({ name: "search", parameters: z.object({ query: z.string() }) }),
  zodFunction({ name: "weather", parameters: Weather }),
];

// openai: tools, with and without a stream.
/** @type {import("openai/resources").ChatCompletionToolChoiceOption[]} */
const choices = [
  "auto",
  "required",
  { type: "function", function: { name: "weather" } },
];
for (const tool_choice of choices) {
  const settings = { ...request, tools, tool_choice };
  const whole = await openai.chat.completions.parse(settings);
  const [call] = whole.choices[0]?.message.tool_calls ?? [];
  assert.equal(whole.choices[0]?.finish_reason, "tool_calls");
  assert.equal(whole.choices[0]?.message.content, null);
  assert.equal(call?.function.name, "weather");
  Weather.parse(call?.function.parsed_arguments);
  const streamed = await openai.chat.completions
    .stream(settings)
    .finalChatCompletion();
  const [streamedCall] = streamed.choices[0]?.message.tool_calls ?? [];
  assert.equal(streamedCall?.function.arguments, call?.function.arguments);
}
const none = await openai.chat.completions.create({
  ...request,
  tools,
  tool_choice: "none",
});
assert.match(none.choices[0]?.message.content ?? "", /^What is the weather/);

// openai: a loop that runs the tools until the model answers with a text.
let runs = 0;
const runner = openai.chat.completions.runTools({
  ...request,
  tools: [
    {
      type: "function",
      function: {
        name: "weather",
        description: "The weather of the next days",
        parameters: {
          type: "object",
          properties: { city: { type: "string" } },
        },
        parse: JSON.parse,
        function: () => {
          runs += 1;
          return "sunny";
        },
      },
    },
  ],
});
assert.match((await runner.finalContent()) ?? "", /^sunny/);
assert.equal(runs, 1);

// openai: JSON.
const parsed = await openai.chat.completions.parse({
  ...request,
  response_format: zodResponseFormat(Keeper, "keeper"),
});
Keeper.parse(parsed.choices[0]?.message.parsed);
const object = await openai.chat.completions.create({
  ...request,
  response_format: { type: "json_object" },
});
assert.equal(
  typeof JSON.parse(object.choices[0]?.message.content ?? ""),
  "object",
);

// openai: limits and usage.
const whole = await openai.chat.completions.create(request);
const text = whole.choices[0]?.message.content;
const stopped = await openai.chat.completions.create({
  ...request,
  stop: ["in Oslo"],
});
assert.equal(stopped.choices[0]?.message.content, "What is the weather ");
assert.equal(stopped.choices[0].finish_reason, "stop");
const cut = await openai.chat.completions.create({ ...request, max_tokens: 3 });
assert.equal(cut.choices[0]?.message.content, "What is the ");
assert.equal(cut.choices[0].finish_reason, "length");
assert.equal(cut.usage?.completion_tokens, 3);
let streamedText = "";
let usage;
for await (const chunk of await openai.chat.completions.create({
  ...request,
  stream: true,
  stream_options: { include_usage: true },
})) {
  usage = chunk.usage ?? usage;
  for (const { delta } of chunk.choices) streamedText += delta.content ?? "";
}
assert.equal(streamedText, text);
assert.ok(text && usage && usage.total_tokens > usage.prompt_tokens);

// openai: embeddings, which the package asks for as base64, and models.
const { data } = await openai.embeddings.create({
  model: SLUG,
  input: ["a red lamp", "a red light", "four wheels"],
});
const vectors = data.map(({ embedding }) => embedding);
/** @param {number} one @param {number} other */
const likeness = (one, other) =>
  (vectors[one] ?? []).reduce(
    (sum, value, index) => sum + value * (vectors[other]?.[index] ?? 0),
    0,
  );
assert.ok(Math.abs(likeness(0, 0) - 1) < 1e-6);
assert.ok(likeness(0, 1) > likeness(0, 2) + 0.1);
const short = await openai.embeddings.create({
  model: SLUG,
  input: "a lamp",
  dimensions: 8,
  encoding_format: "float",
});
assert.equal(short.data[0]?.embedding.length, 8);
assert.equal((await openai.models.retrieve(SLUG)).id, SLUG);

// openai: refusals.
await assert.rejects(openai.models.retrieve("another"), (error) => {
  assert.ok(error instanceof OpenAI.NotFoundError);
  assert.equal(error.code, "model_not_found");
  return true;
});
await assert.rejects(
  openai.chat.completions.create({ ...request, temperature: 3 }),
  (error) => {
    assert.ok(error instanceof OpenAI.BadRequestError);
    assert.equal(error.param, "temperature");
    return true;
  },
);

// The AI SDK.
const provider = createOpenAICompatible({
  name: "gpu",
  baseURL,
  apiKey,
  includeUsage: true,
  supportsStructuredOutputs: true,
});
const model = provider(SLUG);
const weather = tool({
  inputSchema: Weather,
  execute: ({ city }) => `sunny in ${city}`,
});
const settings = { model, maxRetries: 0, prompt: "What is the weather?" };
const loop = { ...settings, tools: { weather }, stopWhen: stepCountIs(5) };
const generated = await generateText(loop);
assert.equal(generated.steps.length, 2);
assert.equal(generated.steps[0]?.toolResults.length, 1);
assert.match(generated.text, /^sunny in /);
const stream = streamText(loop);
assert.match(await stream.text, /^sunny in /);
assert.equal((await stream.steps).length, 2);
assert.ok(((await stream.totalUsage).outputTokens ?? 0) > 0);
const required = await generateText({
  ...settings,
  tools: { weather },
  toolChoice: { type: "tool", toolName: "weather" },
});
assert.equal(required.toolCalls[0]?.toolName, "weather");
const { output } = await generateText({
  ...settings,
  output: Output.object({ schema: Keeper }),
});
Keeper.parse(output);
const { partialOutputStream } = streamText({
  ...settings,
  output: Output.object({ schema: Keeper }),
});
let last;
for await (const partial of partialOutputStream) last = partial;
Keeper.parse(last);
const { embeddings } = await embedMany({
  model: provider.embeddingModel(SLUG),
  values: ["one", "two"],
});
assert.equal(embeddings.length, 2);
await assert.rejects(generateText({ ...settings, model: provider("another") }));
console.log("works");
