import { expect, test } from "vitest";
import type { Emulator } from "../../src/index.js";
import type { View } from "../../page/server/page-view.js";
import type { JobDetails } from "../../page/server/details.js";
import { createAccount } from "../support/account.js";
import { workersAt } from "../workers/support/worker-calls.js";

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

test("the page shows the workers of an endpoint, and what each of them does", async () => {
  const { emulator, run, take, ping, callAs, slug } = await workersAt();
  await ping("w1");
  await ping("w2");
  await callAs("ping/w3?status=unhealthy&check=disk&reason=full");
  const id = await run();
  await take("w1");
  emulator.account.setWorkers("my-api", { port: 8000 });
  const { resources } = await readView(emulator);
  const endpoint = resources.endpoints.items.find((each) => each.id === slug);
  const external = { isExternal: true, jobIds: [] };
  expect(endpoint?.workers).toEqual([
    { ...external, id: "w1", state: "running", jobIds: [id] },
    { ...external, id: "w2", state: "idle" },
    { ...external, id: "w3", state: "unhealthy", problem: "disk: full" },
  ]);
  const balanced = resources.endpoints.items.find(
    (each) => each.id === "my-api",
  );
  expect(balanced).toMatchObject({ port: 8000, workers: [] });
});

test("the page shows what a running job has reported, and the requests of its worker", async () => {
  const { emulator, takeJob, send, callOk } = await workersAt();
  const id = await takeJob();
  await send(id, { status: "IN_PROGRESS", output: { step: 1 } });
  expect(emulator.requests.at(-1)?.route).toBe(
    "POST /v2/{slug}/job-done/{workerId}/{jobId}",
  );
  const details = await callOk<JobDetails>("GET", `/_emulator/view/jobs/${id}`);
  expect(details.output).toEqual({ step: 1 });
  const paths = details.requests.map(({ path }) => path.split("/")[3]);
  expect(paths).toEqual(["run", "job-take", "job-done"]);
});
