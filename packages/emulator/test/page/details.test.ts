import { expect, test } from "vitest";
import type { JobDetails, RequestDetails } from "../../page/server/details.js";
import { createAccount } from "../support/account.js";

/** An account, and the endpoints of the page that return details. */
function openAccount() {
  const account = createAccount();
  const { call, callOk } = account;
  const at = (path: string) => `/_emulator/view/${path}`;
  return {
    ...account,
    statusOf: async (path: string) => (await call("GET", at(path))).status,
    readRequest: (number: number) =>
      callOk<RequestDetails>("GET", at(`requests/${number}`)),
    readJob: (id: string) => callOk<JobDetails>("GET", at(`jobs/${id}`)),
  };
}

test("the details of a request name the type of an answer that is no JSON", async () => {
  const { readRequest, call, callOk, advance } = openAccount();
  const input = { prompt: "a lighthouse" };
  const { id } = await callOk("POST", "/v2/flux-dev/run", { input });
  await advance(10_000);
  await call("GET", `/files/${id}.png`);
  const details = await readRequest(2);
  expect(details.answer?.body).toBeUndefined();
  expect(details.answer?.headers["content-type"]).toBe("image/png");
});

test("the details of a job name what only the page of its model says against the input", async () => {
  const { readJob, callOk } = openAccount();
  const submit = async (input: object) => {
    const { id } = await callOk("POST", "/v2/z-image-turbo/run", { input });
    return (await readJob(id)).warnings;
  };
  expect(await submit({ prompt: "a pier" })).toEqual([]);
  expect(await submit({ prompt: "a pier", colour: "blue" })).toEqual([
    expect.stringContaining("input.colour"),
  ]);
});

test("the details of a request keep no answer that is very long, but its length", async () => {
  const { readRequest, call, emulator, advance } = openAccount();
  const prompt = "a".repeat(300_000);
  emulator.model("echo", (input) => input);
  await call("POST", "/v2/echo/run", { input: { prompt } });
  await advance(1000);
  const [job] = emulator.jobs();
  await call("GET", `/v2/echo/status/${job?.id ?? ""}`);
  const details = await readRequest(2);
  expect(details.answer?.body).toBeUndefined();
  expect(details.answer?.length).toBeGreaterThan(300_000);
});

test("the answers that are kept are bounded together, and drop no request", async () => {
  const { readRequest, emulator, call, advance } = openAccount();
  emulator.model("echo", (input) => input);
  const input = { prompt: "a".repeat(250_000) };
  await call("POST", "/v2/echo/run", { input });
  await advance(1000);
  const [job] = emulator.jobs();
  for (let index = 0; index < 80; index += 1)
    await call("GET", `/v2/echo/status/${job?.id ?? ""}`);
  expect(emulator.requests).toHaveLength(81);
  const kept = [];
  for (let number = 2; number <= 81; number += 1)
    if ((await readRequest(number)).answer?.body !== undefined)
      kept.push(number);
  const [first = 0] = kept;
  expect(kept).toHaveLength(67);
  expect(kept.at(-1)).toBe(81);
  expect(first).toBe(15);
});

test("the details of a request without an answer, and of an unknown request, say so", async () => {
  const { readRequest, statusOf, emulator, call } = openAccount();
  emulator.fail("GET /pods", { reset: "before" });
  await expect(call("GET", "/v1/pods")).rejects.toThrow("fetch failed");
  const details = await readRequest(1);
  expect(details.answer).toBeUndefined();
  expect(await statusOf("requests/2")).toBe(404);
  emulator.reset();
  expect(await statusOf("requests/1")).toBe(404);
});

test("the details of a job show what was streamed, its webhook and its retries", async () => {
  const { readJob, statusOf, emulator, callOk, advance } = openAccount();
  emulator.model("parts", async (_, { stream, signal }) => {
    stream("one");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  });
  const { id } = await callOk("POST", "/v2/parts/run", {
    input: { a: 1 },
    webhook: "https://hooks.example/done",
    policy: { executionTimeout: 5000 },
  });
  await advance(1000);
  const running = await readJob(id);
  expect(running).toMatchObject({
    status: "IN_PROGRESS",
    chunks: ["one"],
    webhook: "https://hooks.example/done",
    timeoutMs: 5000,
    retries: 0,
  });
  expect(running.worker?.id).toMatch(/^\w+$/);
  expect(await statusOf("jobs/nothing")).toBe(404);
});
