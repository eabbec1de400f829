import { describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../src/index.js";
import { LiveState } from "../../page/live/live-state.js";
import type { Update } from "../../page/server/view.js";
import { createAccount } from "../support/account.js";

/** The stream of updates of an emulator, as one page receives the stream. */
async function watch({ fetch, urls }: Emulator) {
  return readUpdates(await fetch(`${urls.publicBaseUrl}/_emulator/events`));
}

function readUpdates(response: Response) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const next = async (): Promise<Update> => {
    while (!text.includes("\n\n")) {
      const { value } = (await reader?.read()) ?? {};
      text += decoder.decode(value, { stream: true });
    }
    const [event = "", ...rest] = text.split("\n\n");
    text = rest.join("\n\n");
    return JSON.parse(event.slice("data: ".length)) as Update;
  };
  return { next, close: () => reader?.cancel() };
}

const INPUT = { input: { prompt: "a lighthouse" } };

describe("the stream of the page", () => {
  test("sends everything at first, and then what changed alone", async () => {
    const { emulator, callOk } = createAccount();
    emulator.seed({ jobs: [{ slug: "flux-dev", ...INPUT }] });
    const stream = await watch(emulator);
    const first = await stream.next();
    expect(first.isWhole).toBe(true);
    expect(first.jobs).toHaveLength(1);
    expect(first.jobCounts).toEqual({ IN_QUEUE: 1 });
    expect(first.resources?.pods.count).toBe(0);
    const { id } = await callOk("POST", "/v2/video-demo/run", INPUT);
    const second = await stream.next();
    expect(second.isWhole).toBe(false);
    expect(second.jobs?.map((job) => job.id)).toEqual([id]);
    expect(second.requests).toHaveLength(1);
    expect(second.jobCounts).toEqual({ IN_QUEUE: 2 });
    expect(second.faults).toBeUndefined();
    await stream.close();
  });

  test("waits for a page that does not read, and then sends all that has changed at once", async () => {
    const { emulator, callOk } = createAccount();
    const { fetch, urls } = emulator;
    vi.useFakeTimers();
    const response = await fetch(`${urls.publicBaseUrl}/_emulator/events`);
    for (let index = 0; index < 5; index += 1) {
      await callOk("POST", "/v2/video-demo/run", INPUT);
      await vi.advanceTimersByTimeAsync(1000);
    }
    const stream = readUpdates(response);
    expect((await stream.next()).jobs).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1000);
    expect((await stream.next()).jobs).toHaveLength(5);
    vi.useRealTimers();
    await stream.close();
  });

  test("names the jobs that are gone, and goes on after a reset", async () => {
    const { emulator, callOk } = createAccount();
    const { id } = await callOk("POST", "/v2/video-demo/run", INPUT);
    const stream = await watch(emulator);
    const state = new LiveState();
    state.apply(await stream.next());
    expect([...state.jobs.keys()]).toEqual([id]);
    emulator.reset();
    state.apply(await stream.next());
    expect(state.jobs.size).toBe(0);
    expect(state.requests.size).toBe(0);
    await callOk("GET", "/v1/pods");
    state.apply(await stream.next());
    expect([...state.requests.values()].map(({ path }) => path)).toEqual([
      "/v1/pods",
    ]);
    await stream.close();
  });

  test("tells of a clock that was advanced although nothing else changed", async () => {
    const { emulator, advance } = createAccount();
    const stream = await watch(emulator);
    const first = await stream.next();
    await advance(3_600_000);
    const second = await stream.next();
    expect(second.now - first.now).toBe(3_600_000);
    expect(second.jobs).toBeUndefined();
    await stream.close();
  });

  test("counts all jobs, and sends the newest and those that have not ended", async () => {
    const { emulator, advance } = createAccount();
    emulator.model("never", () => new Promise(() => undefined), { workers: 1 });
    emulator.seed({ jobs: [{ slug: "never", input: { prompt: "first" } }] });
    const jobs = Array.from({ length: 5001 }, () => ({
      slug: "flux-schnell",
      ...INPUT,
    }));
    emulator.seed({ jobs });
    await advance(120_000);
    const stream = await watch(emulator);
    const { jobs: sent = [], jobCounts } = await stream.next();
    expect(jobCounts).toEqual({ IN_PROGRESS: 1, COMPLETED: 5001 });
    expect(sent).toHaveLength(5001);
    expect(sent[0]?.text).toBe("first");
    await stream.close();
  });

  test("holds no key, wherever a caller put one", async () => {
    const { emulator, call } = createAccount();
    const { apiKey } = emulator;
    await call("POST", "/v2/text-demo/run", { input: { prompt: apiKey } });
    await call("GET", `/v1/pods/${apiKey}`);
    const stream = await watch(emulator);
    const update = await stream.next();
    expect(update.requests).toHaveLength(2);
    expect(JSON.stringify(update)).not.toContain(apiKey);
    const { urls, fetch } = emulator;
    for (const path of ["view/requests/1", "view/requests/2", "setup"]) {
      const url = `${urls.publicBaseUrl}/_emulator/${path}`;
      const text = await (await fetch(url)).text();
      expect(text).toContain("[redacted]");
      expect(text).not.toContain(apiKey);
    }
    await stream.close();
  });
});

describe("the state that several tabs share", () => {
  test("gives a later tab the same as the first one has", async () => {
    const { emulator, callOk } = createAccount();
    await callOk("POST", "/v2/video-demo/run", INPUT);
    const stream = await watch(emulator);
    const shared = new LiveState();
    shared.apply(await stream.next());
    const later = new LiveState();
    later.apply(shared.toUpdate());
    expect([...later.jobs]).toEqual([...shared.jobs]);
    expect([...later.requests]).toEqual([...shared.requests]);
    expect(later.resources).toEqual(shared.resources);
    expect(later.jobCount).toBe(1);
    await stream.close();
  });
});
