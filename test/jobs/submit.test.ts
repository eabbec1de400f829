import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectionError, TimeoutError, type Model } from "../../src/index.js";
import {
  failure,
  QUEUED,
  scripted,
  success,
} from "../support/scripted-fetch.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("model.run sends input and options as on the wire, and does not poll", async () => {
  const { cloud, requests } = scripted([QUEUED]);
  const options = { policy: { ttl: 60_000 }, webhook: "https://hook.test/" };
  const run = cloud.model("a/b").run({ prompt: "x" }, options);
  const job = await success(run);
  const [sent] = requests;
  expect(sent?.url).toBe("https://jobs.test/v2/a%2Fb/run");
  expect(JSON.parse(sent?.body ?? "")).toEqual({
    input: { prompt: "x" },
    policy: { ttl: 60_000 },
    webhook: "https://hook.test/",
  });
  expect(job.toJSON()).toEqual({
    slug: "a/b",
    id: "j1",
    ttl: 60_000,
    submittedAt: Date.now(),
  });
  expect(requests).toHaveLength(1);
});

const WITHOUT_ID = [{}, { id: "" }, { id: 7 }, { id: null }, null, "j1", 7];

test.each<unknown>(WITHOUT_ID)(
  "model.run and runSync reject the response %j, which has no id, and send nothing more",
  async (json) => {
    const { cloud, requests } = scripted([{ json }]);
    const model = cloud.model("m");
    for (const call of [() => model.run({}), () => model.runSync({})])
      expect(await failure(call())).toMatchObject({
        code: "invalid_response",
        maybeSent: true,
        route: expect.stringMatching(/^POST \/v2\/{slug}\/run/) as string,
      });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(2);
  },
);

test("model.run whose response has an id that no request can hold may have been carried out", async () => {
  const { cloud } = scripted([{ json: { id: "..", status: "IN_QUEUE" } }]);
  const error = await failure(cloud.model("m").run({}));
  expect(error).toMatchObject({ maybeSent: true });
});

const LOST = "the job may be running, but its id is lost";
const SUBMITS: Readonly<Record<string, (model: Model) => Promise<unknown>>> = {
  run: (model) => model.run({}),
  runSync: (model) => model.runSync({}),
};

test.each(Object.entries(SUBMITS))(
  "a %s whose response is lost says that the id is lost, in the first line of its stack too",
  async (_, submit) => {
    const { cloud } = scripted([new TypeError("terminated")]);
    const error = await failure(submit(cloud.model("m")));
    expect(error).toBeInstanceOf(ConnectionError);
    const { message, stack } = error as ConnectionError;
    expect(message).toContain(LOST);
    expect(stack?.split("\n")[0]).toContain(LOST);
  },
);

test.each(Object.entries(SUBMITS))(
  "a %s without a response in time says so as well",
  async (_, submit) => {
    const { cloud } = scripted([() => new Promise(() => undefined)]);
    const error = await failure(submit(cloud.model("m")));
    expect(error).toBeInstanceOf(TimeoutError);
    expect((error as TimeoutError).message).toContain(LOST);
  },
);

test.each(Object.entries(SUBMITS))(
  "a %s that was certainly not sent, or was refused, does not say that an id is lost",
  async (_, submit) => {
    const refused = Object.assign(new Error("no"), {
      code: "ECONNREFUSED",
      syscall: "connect",
    });
    for (const step of [refused, { status: 400 }]) {
      const { cloud } = scripted([step]);
      const error = await failure(submit(cloud.model("m")));
      expect(error).toMatchObject({ maybeSent: false });
      expect((error as Error).message).not.toContain(LOST);
    }
  },
);
