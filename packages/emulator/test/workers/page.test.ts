import { expect, test } from "vitest";
import type { JobDetails } from "../../page/server/details.js";
import type { View } from "../../page/server/page-view.js";
import { workersAt } from "./support/worker-calls.js";

test("the page shows the workers of an endpoint, and what each of them does", async () => {
  const { emulator, run, take, ping, callAs, callOk, slug } = await workersAt();
  await ping("w1");
  await ping("w2");
  await callAs("ping/w3?status=unhealthy&check=disk&reason=full");
  const id = await run();
  await take("w1");
  emulator.account.setWorkers("my-api", { port: 8000 });
  const { resources } = await callOk<View>("GET", "/_emulator/view");
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
  const { emulator, run, take, ping, send, callOk } = await workersAt();
  await ping();
  const id = await run();
  await take();
  await send(id, { status: "IN_PROGRESS", output: { step: 1 } });
  expect(emulator.requests.at(-1)?.route).toBe(
    "POST /v2/{slug}/job-done/{workerId}/{jobId}",
  );
  const details = await callOk<JobDetails>("GET", `/_emulator/view/jobs/${id}`);
  expect(details.output).toEqual({ step: 1 });
  const paths = details.requests.map(({ path }) => path.split("/")[3]);
  expect(paths).toEqual(["run", "job-take", "job-done"]);
});
