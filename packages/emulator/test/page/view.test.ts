import { expect, test } from "vitest";
import type { View } from "../../page/server/page-view.js";
import type { JobDetails } from "../../page/server/details.js";
import { createAccount, type Account } from "../support/account.js";
import { workersAt } from "../workers/support/worker-calls.js";

/** What the page of an emulator shows at this moment. */
const readView = ({ callOk }: Account) =>
  callOk<View>("GET", "/_emulator/view");

const INPUT = { input: { prompt: "a lighthouse" } };

test("the view of the page counts all jobs, and shows the newest and those that have not ended", async () => {
  const account = createAccount();
  const { emulator, advance } = account;
  emulator.model("never", () => new Promise(() => undefined), { workers: 1 });
  const ended = { slug: "flux-schnell", ...INPUT };
  emulator.seed({
    jobs: [
      { slug: "never", input: { prompt: "first" } },
      ...Array.from({ length: 2001 }, () => ended),
    ],
  });
  await advance(120_000);
  const { jobs, jobCounts } = await readView(account);
  expect(jobCounts).toEqual({ IN_PROGRESS: 1, COMPLETED: 2001 });
  expect(jobs).toHaveLength(2001);
  expect(jobs[0]?.text).toBe("first");
});

test("the view of the page holds no key, wherever a caller put one", async () => {
  const { emulator, call, callOk } = createAccount();
  const { apiKey } = emulator;
  await call("POST", "/v2/text-demo/run", { input: { prompt: apiKey } });
  await call("GET", `/v1/pods/${apiKey}`);
  for (const path of ["view", "view/requests/1", "view/requests/2", "setup"]) {
    const text = JSON.stringify(await callOk("GET", `/_emulator/${path}`));
    expect(text).toContain("[redacted]");
    expect(text).not.toContain(apiKey);
  }
});

test("the page shows the workers of an endpoint, and what each of them does", async () => {
  const account = await workersAt();
  const { emulator, run, take, ping, callAs, slug } = account;
  await ping("w1");
  await ping("w2");
  await callAs("ping/w3?status=unhealthy&check=disk&reason=full");
  const id = await run();
  await take("w1");
  emulator.account.setWorkers("my-api", { port: 8000 });
  const { resources } = await readView(account);
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
