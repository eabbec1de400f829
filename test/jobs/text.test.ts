import { expect, test } from "vitest";
import type { Client } from "../../src/index.js";
import { scripted, state } from "../support/scripted-fetch.js";

const SLUG = "qwen3-32b-awq";
const done = (output?: unknown) => state("COMPLETED", { output });
const wait = (cloud: Client, slug = SLUG) => cloud.model(slug).job("j1").wait();

test.each([
  ["tokens", { tokens: ["a ", "pier"] }],
  ["a message", { message: { role: "assistant", content: "a pier" } }],
  ["a text", { text: "a pier" }],
])(
  "a language model that answers with %s gives its text",
  async (_, choice) => {
    const { cloud } = scripted([done({ choices: [choice], cost: 1 })]);
    const { output } = await cloud.model(SLUG).job("j1").wait();
    expect(output).toEqual({ choices: [choice], cost: 1, text: "a pier" });
  },
);

test.each([{ choices: [] }, { choices: [{ message: { content: null } }] }])(
  "the text of %j is empty",
  async (given) => {
    const { cloud } = scripted([done(given)]);
    expect((await wait(cloud)).output).toEqual({ ...given, text: "" });
  },
);

test("an output of an endpoint stays as it is, and so does a text of the service's own", async () => {
  const own = [{ choices: [{ text: "a" }], result: "https://f.test/a.png" }];
  const written = { choices: [{ text: "a" }], text: "b" };
  const { cloud } = scripted([done(own), done(written)]);
  expect((await wait(cloud, "my-endpoint")).output).toEqual(own);
  expect((await wait(cloud)).output).toEqual(written);
});
