import { expect, test } from "vitest";
import { useFakeTime } from "../support/fake-time.js";
import {
  DONE,
  failure,
  finish,
  lines,
  RUNNING,
  scripted,
  state,
  success,
} from "../support/scripted-fetch.js";

useFakeTime({ leavesNoTimer: true });

test("runSync continues with polls when the service answers before the job has ended", async () => {
  const { cloud, requests } = scripted([RUNNING, RUNNING, DONE]);
  const job = await success(cloud.model("m").runSync({}, { wait: 2000 }));
  expect(job).toMatchObject({ output: { image_url: "u" } });
  const poll = "GET /v2/m/status/j1";
  expect(lines(requests)).toEqual(["POST /v2/m/runsync", poll, poll]);
  expect(requests[0]?.url).toMatch(/\?wait=2000$/);
});

test.each([
  [524, "a timeout occurred"],
  [502, "Bad gateway"],
])(
  "runSync says after a page of the edge with %d that the job may be running, and to use run",
  async (status, title) => {
    const text = `<!DOCTYPE html><html><head><title>${title}</title></head></html>`;
    const headers = { "content-type": "text/html" };
    const { cloud, requests } = scripted([{ status, text, headers }]);
    const error = await failure(cloud.model("m").runSync({}));
    expect(error).toMatchObject({ status, maybeSent: true });
    const { message } = error as Error;
    expect(message).toContain(`answered ${status}: ${title}`);
    expect(message).toContain("use run for jobs that may take longer");
    expect(requests).toHaveLength(1);
  },
);

test.each([
  [9000, "?wait=7200"],
  [1000, "?wait=1000"],
  [600_000, ""],
])(
  "runSync with a timeout of %d ms asks the service to hold the call for less, so that the id is known",
  async (timeout, query) => {
    const begun = performance.now();
    const { cloud, requests } = scripted([RUNNING]);
    const error = await failure(cloud.model("m").runSync({}, { timeout }));
    // The held call and the polls together.
    expect(performance.now() - begun).toBe(timeout);
    expect(error).toMatchObject({
      name: "TimeoutError",
      operation: "model.runSync",
      job: { id: "j1" },
    });
    const [submit = ""] = requests.map(({ url }) => new URL(url).search);
    expect(submit).toBe(query);
  },
);

test.each([999, 280_001, 0, -1, 1500.5, NaN])(
  "runSync refuses to wait for %d ms",
  async (wait) => {
    const { cloud, requests } = scripted([DONE]);
    const runSync = (wait: number) =>
      finish(cloud.model("m").runSync({}, { wait }));
    expect(await runSync(wait)).toMatchObject({
      reason: { parameter: "wait" },
    });
    for (const valid of [1000, 280_000])
      expect(await runSync(valid)).toMatchObject({
        value: { status: "COMPLETED" },
      });
    expect(requests).toHaveLength(2);
  },
);

test("the error of a job that runSync has seen fail names the route that was sent", async () => {
  const { cloud, requests } = scripted([state("FAILED", { error: "no" })]);
  const error = await failure(cloud.model("m").runSync({ prompt: "x" }));
  expect(error).toMatchObject({
    code: "job_failed",
    operation: "model.runSync",
    route: "POST /v2/{slug}/runsync",
  });
  expect(requests).toHaveLength(1);
});
