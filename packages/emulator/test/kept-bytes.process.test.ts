import { describe, expect, test } from "vitest";
import { createAccount } from "./support/account.js";
import { workersAt } from "./workers/support/worker-calls.js";

const MEBIBYTE = 2 ** 20;

// Each of these tests sends more than a hundred megabytes, which takes longer than most files of `npm test`.
describe("the emulator keeps", () => {
  test("requests by their bytes, newest last", async () => {
    const { emulator, call, advance } = createAccount();
    const prompt = "a".repeat(4 * MEBIBYTE);
    for (let index = 0; index < 20; index += 1) {
      await call("POST", "/v2/text-demo/run", { input: { prompt, index } });
      await advance(2000);
    }
    const kept = emulator.requests.map(
      ({ body }) => (body as { input: { index: number } }).input.index,
    );
    expect(kept.length).toBeLessThanOrEqual(8);
    expect(kept.at(-1)).toBe(19);
  });

  test("large jobs that have ended by their bytes, the oldest go first", async () => {
    const { emulator, call, advance } = createAccount();
    emulator.model("mine", () => "done");
    const prompt = "a".repeat(9 * MEBIBYTE);
    for (let index = 0; index < 20; index += 1) {
      await call("POST", "/v2/mine/run", { input: { prompt, index } });
      await advance(0);
    }
    const kept = emulator.jobs().map(({ input }) => input["index"]);
    expect(kept).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  });

  test("jobs that have not ended by their bytes, with a 429 for one that is too many", async () => {
    const { emulator, call, callOk } = createAccount();
    emulator.model("never", () => new Promise(() => undefined));
    const submit = (bytes: number) =>
      call("POST", "/v2/never/run", { input: { prompt: "a".repeat(bytes) } });
    for (let index = 0; index < 28; index += 1)
      expect((await submit(9 * MEBIBYTE)).status).toBe(200);
    const refused = await submit(9 * MEBIBYTE);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(JSON.stringify(refused.body)).toContain("wait until some of them");
    expect((await submit(100)).status).toBe(200);
    await callOk("POST", "/v2/never/purge-queue");
    expect((await submit(9 * MEBIBYTE)).status).toBe(200);
  });

  test("the results of workers up to 128 MiB, the oldest jobs go first", async () => {
    const { run, take, send, statusOf, ping } = await workersAt();
    await ping();
    const output = "a".repeat(19 * MEBIBYTE);
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      const id = await run();
      await take();
      await send(id, { output });
      ids.push(id);
    }
    const statuses = await Promise.all(ids.map(statusOf));
    expect(statuses).toEqual([404, ...ids.slice(1).map(() => "COMPLETED")]);
  });
});
