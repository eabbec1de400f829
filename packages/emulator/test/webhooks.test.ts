import { describe, expect, test, vi } from "vitest";
import { createAccount } from "./support/account.js";
import { INPUT, jobsAt, MINUTE } from "./support/job-calls.js";

describe("a webhook of the emulator", () => {
  /** A receiver that answers with these statuses, then with 200. Undefined rejects. */
  const createReceiver = (...statuses: (number | undefined)[]) => {
    const received: { at: number; url: string; body: unknown }[] = [];
    const agents: (string | null)[] = [];
    const account = createAccount({
      webhookFetch: (url, init) => {
        const body: unknown = JSON.parse(init?.body as string);
        agents.push(new Headers(init?.headers).get("user-agent"));
        received.push({
          at: account.emulator.clock.now(),
          url: url as string,
          body,
        });
        const status = statuses.length > 0 ? statuses.shift() : 200;
        if (status === undefined) return Promise.reject(new TypeError());
        return Promise.resolve(new Response(null, { status }));
      },
    });
    return { received, agents, ...jobsAt("flux-schnell", account) };
  };
  const webhook = "https://example.com/hook?x=1";

  test("gets the job when the job ends", async () => {
    const { received, run, poll, advance } = createReceiver();
    const id = await run(INPUT, { webhook });
    await advance(1499);
    expect(received).toEqual([]);
    await advance(MINUTE);
    const body = { ...(await poll(id)), input: INPUT, webhook };
    expect(received).toMatchObject([{ url: webhook, body }]);
  });

  test("is called up to three times, at once and after 5 and 20 seconds, until it answers with a status of 2xx", async () => {
    const receiver = createReceiver(302, undefined, 204);
    const { received, agents, run, advance } = receiver;
    await run(INPUT, { webhook });
    await advance(MINUTE);
    const [first = 0, ...others] = received.map(({ at }) => at);
    expect(others.map((at) => at - first)).toEqual([5000, 20_000]);
    expect(agents[0]).toBe("Go-http-client/2.0");
  });

  test("is called for a cancelled job, and again after a restore", async () => {
    const { received, run, post, advance, emulator } = createReceiver(500);
    await post(`cancel/${await run(INPUT, { webhook })}`);
    await advance(5000);
    emulator.restore(emulator.snapshot());
    await advance(MINUTE);
    expect(received).toHaveLength(2);
  });
});

test("a webhook of the emulator is called on time on a real clock, although nothing reads the state", async () => {
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

describe("the rate limits of the emulator", () => {
  test.each([
    ["cancel/none", 100],
    ["purge-queue", 2],
  ])(
    "accept so many calls to %s in 10 seconds, and answer further calls with 429 and Retry-After",
    async (suffix, limit) => {
      const { post, advance } = jobsAt(
        "flux-schnell",
        createAccount({ limits: true }),
      );
      const statuses = new Set<number>();
      for (let count = 0; count < limit; count += 1)
        statuses.add((await post(suffix)).status);
      expect(statuses.has(429)).toBe(false);
      await advance(4500);
      const refused = await post(suffix);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([
        429,
        "6",
      ]);
      await advance(5500);
      expect((await post(suffix)).status).not.toBe(429);
    },
  );

  test("count the calls of each slug, and its concurrent calls", async () => {
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

  test("are off by default", async () => {
    const { post } = jobsAt();
    for (let count = 0; count < 3; count += 1)
      expect((await post("purge-queue")).status).toBe(200);
  });
});
