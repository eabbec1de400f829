import { describe, expect, test, vi } from "vitest";
import { createAccount } from "./support/account.js";
import { INPUT, jobsAt, MINUTE } from "./support/job-calls.js";

describe("a webhook", () => {
  /** A receiver that answers with these statuses, then with 200; undefined breaks the connection. */
  const receiver = (...statuses: (number | undefined)[]) => {
    const got: { at: number; url: string; body: unknown }[] = [];
    const account = createAccount({
      webhookFetch: (url, init) => {
        const body: unknown = JSON.parse(init?.body as string);
        got.push({
          at: account.emulator.clock.now(),
          url: url as string,
          body,
        });
        const status = statuses.length > 0 ? statuses.shift() : 200;
        if (status === undefined) return Promise.reject(new TypeError());
        return Promise.resolve(new Response(null, { status }));
      },
    });
    return { got, ...jobsAt("flux-schnell", account) };
  };
  const webhook = "https://example.com/hook?x=1";

  test("is sent the job when it ends", async () => {
    const { got, run, look, advance } = receiver();
    const id = await run(INPUT, { webhook });
    await advance(1499);
    expect(got).toEqual([]);
    await advance(MINUTE);
    expect(got).toEqual([
      { at: got[0]?.at, url: webhook, body: await look(id) },
    ]);
  });

  test("is called up to three times, 10 seconds apart, until it answers 200", async () => {
    const { got, run, advance } = receiver(500, undefined, 204);
    await run(INPUT, { webhook });
    await advance(MINUTE);
    const [first = 0, ...later] = got.map(({ at }) => at);
    expect(later.map((at) => at - first)).toEqual([10_000, 20_000]);
    const second = receiver(201);
    await second.run({ prompt: "fail" }, { webhook });
    await second.advance(MINUTE);
    expect(second.got.map(({ body }) => body)).toMatchObject([
      { status: "FAILED" },
      { status: "FAILED" },
    ]);
  });

  test("is called for a cancelled job, and again after a restore", async () => {
    const { got, run, post, advance, emulator } = receiver(500);
    await post(`cancel/${await run(INPUT, { webhook })}`);
    await advance(5000);
    emulator.restore(emulator.snapshot());
    await advance(MINUTE);
    expect(got).toHaveLength(2);
  });
});

test("a webhook is called in time on a real clock, though nobody looks", async () => {
  vi.useFakeTimers();
  try {
    const urls: unknown[] = [];
    const account = createAccount({
      clock: "real",
      speed: 10,
      webhookFetch: (url) => {
        urls.push(url);
        return Promise.resolve(new Response(null, { status: 200 }));
      },
    });
    const { run } = jobsAt("flux-schnell", account);
    await run(INPUT, { webhook: "https://example.com/" });
    await vi.advanceTimersByTimeAsync(149);
    expect(urls).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(urls).toEqual(["https://example.com/"]);
    await run();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

describe("limits of the job API", () => {
  test.each([
    ["run", 1000],
    ["cancel/none", 100],
    ["purge-queue", 2],
  ])(
    "let in the calls of 10 seconds to %s, and answer 429 with Retry-After above",
    async (rest, most) => {
      const { post, advance } = jobsAt(
        "flux-schnell",
        createAccount({ limits: true }),
      );
      const send = () =>
        post(rest, rest === "run" ? { input: INPUT } : undefined);
      const statuses = new Set<number>();
      for (let count = 0; count < most; count += 1)
        statuses.add((await send()).status);
      expect(statuses.has(429)).toBe(false);
      await advance(4500);
      const refused = await send();
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([
        429,
        "6",
      ]);
      await advance(5500);
      expect((await send()).status).not.toBe(429);
    },
  );

  test("count each slug for itself, and calls at once", async () => {
    const account = createAccount({ limits: true });
    const { post, advance } = jobsAt("video-demo", account);
    const calls = Array.from({ length: 401 }, () =>
      post("runsync", { input: INPUT }),
    );
    await advance(60_000);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const other = jobsAt("flux-dev", account);
    expect((await other.post("run", { input: INPUT })).status).toBe(200);
  });

  test("are off unless they are asked for, but bodies have theirs", async () => {
    const { post } = jobsAt();
    expect((await post("purge-queue")).status).toBe(200);
    for (let count = 0; count < 3; count += 1)
      expect((await post("purge-queue")).status).toBe(200);
    const large = { input: { text: "x".repeat(10 * 2 ** 20) } };
    expect((await post("run", large)).status).toBe(413);
    expect((await post("cancel/none", large)).status).toBe(404);
  });
});
