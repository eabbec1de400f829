import { createClient } from "cloud-compute-sdk";
import { createEmulator } from "cloud-compute-emulator";
import { expect, test } from "vitest";
import { answerChat } from "../src/chat.js";

/** An account with 10 USD, and a visitor who has read the first words of an answer. */
async function readFirstWords() {
  const emulator = createEmulator({ clock: "manual" });
  emulator.account.setBalance(10);
  const cloud = createClient({
    apiKey: emulator.apiKey,
    fetch: emulator.fetch,
    ...emulator.urls,
  });
  const visitor = new AbortController();
  const request = new Request("https://example.com/chat", {
    method: "POST",
    body: "Describe a lighthouse",
    signal: visitor.signal,
  });
  // The clock moves until the model has begun to write.
  const answering = answerChat(cloud, request);
  const response = await emulator.clock.advanceUntil(answering);
  const reader = response.body?.getReader();
  if (!reader) throw new Error("the answer has no body");
  await emulator.clock.advanceUntil(reader.read());
  return { emulator, visitor, reader };
}

test("a visitor who leaves cancels the job, and nothing more is charged", async () => {
  const { emulator, visitor, reader } = await readFirstWords();
  expect(emulator.jobs()).toMatchObject([{ status: "IN_PROGRESS" }]);

  visitor.abort();
  await expect(reader.read()).rejects.toThrow("aborted");

  expect(emulator.jobs()).toMatchObject([{ status: "CANCELLED" }]);
  const balance = emulator.account.balance();
  await emulator.clock.advance(3_600_000);
  expect(emulator.account.balance()).toBe(balance);
});

test("a visitor who stays reads the whole answer, and the job is charged", async () => {
  const { emulator, reader } = await readFirstWords();
  const decoder = new TextDecoder();
  let answer = "";
  for (;;) {
    const { done, value } = await emulator.clock.advanceUntil(reader.read());
    if (done) break;
    answer += decoder.decode(value, { stream: true });
  }
  expect(answer).toContain("[DONE]");
  expect(emulator.jobs()).toMatchObject([{ status: "COMPLETED" }]);
  expect(emulator.account.balance()).toBeLessThan(10);
});
