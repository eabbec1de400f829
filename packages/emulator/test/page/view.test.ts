import { expect, test } from "vitest";
import type { Emulator } from "../../src/index.js";
import type { View } from "../../page/server/page-view.js";
import { createAccount } from "../support/account.js";

/** What the page of an emulator shows at this moment. */
async function readView({ fetch, urls }: Emulator): Promise<View> {
  const response = await fetch(`${urls.publicBaseUrl}/_emulator/view`);
  return (await response.json()) as View;
}

const INPUT = { input: { prompt: "a lighthouse" } };

test("the view of the page counts all jobs, and shows the newest and those that have not ended", async () => {
  const { emulator, advance } = createAccount();
  emulator.model("never", () => new Promise(() => undefined), { workers: 1 });
  const ended = { slug: "flux-schnell", ...INPUT };
  emulator.seed({
    jobs: [
      { slug: "never", input: { prompt: "first" } },
      ...Array.from({ length: 2001 }, () => ended),
    ],
  });
  await advance(120_000);
  const { jobs, jobCounts } = await readView(emulator);
  expect(jobCounts).toEqual({ IN_PROGRESS: 1, COMPLETED: 2001 });
  expect(jobs).toHaveLength(2001);
  expect(jobs[0]?.text).toBe("first");
});

test("the view of the page holds no key, wherever a caller put one", async () => {
  const { emulator, call } = createAccount();
  const { apiKey, urls, fetch } = emulator;
  await call("POST", "/v2/text-demo/run", { input: { prompt: apiKey } });
  await call("GET", `/v1/pods/${apiKey}`);
  for (const path of ["view", "view/requests/1", "view/requests/2", "setup"]) {
    const url = `${urls.publicBaseUrl}/_emulator/${path}`;
    const text = await (await fetch(url)).text();
    expect(text).toContain("[redacted]");
    expect(text).not.toContain(apiKey);
  }
});
