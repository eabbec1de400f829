import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import {
  CloudComputeError,
  InputError,
  type Model,
  type ResponseError,
} from "../../src/index.js";
import { collect } from "../support/collect.js";
import { pause, useFakeTime } from "../support/fake-time.js";
import {
  DONE,
  failure,
  KEY,
  lost,
  QUEUED,
  refused,
  RUNNING,
  scripted,
  silent,
  stalling,
  success,
  type Step,
} from "../support/scripted-fetch.js";

useFakeTime();

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

test("an id that no request can ask for is shown, so that its job can be found", async () => {
  const { cloud } = scripted([
    {
      status: 202,
      headers: { "x-request-id": "req-77" },
      json: { id: 4711, status: "IN_QUEUE" },
    },
  ]);
  const error = await failure(cloud.model("m").run({ prompt: "x" }));
  expect(String(error)).toContain(
    "answered 202 with a job id that is not usable: 4711; the job may be running",
  );
  expect(error).toMatchObject({
    code: "invalid_response",
    maybeSent: true,
    status: 202,
    requestId: "req-77",
  });
});

test("an error under status 200 is shown", async () => {
  const { cloud } = scripted([{ json: { error: "insufficient funds" } }]);
  for (const call of [
    () => cloud.model("m").run({}),
    () => cloud.model("m").runSync({}),
    () => cloud.model("m").job("j1").status(),
    () => cloud.pods.get("p1"),
  ]) {
    const error = await failure(call());
    expect(error).toMatchObject({ code: "invalid_response" });
    expect(String(error)).toContain("200 with an error: insufficient funds");
  }
});

test.each(["run", "runSync"] as const)(
  "a job that two submits are answered with, as by a cache, is warned of once when %s gets it again",
  async (kind) => {
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const { cloud } = scripted([DONE], { warn });
    await success(cloud.model("m").run({}));
    for (const slug of ["m", "m", "n"])
      await success<unknown>(cloud.model(slug)[kind]({}));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(
      "job j1 of m, which an earlier submit has got",
    );
  },
);

describe("an input in another input, as other clients take it", () => {
  const wrapped = { input: { prompt: "a lighthouse" } };

  test("is refused for a public model before anything is sent", async () => {
    const { cloud, requests } = scripted([QUEUED]);
    const model = cloud.model("z-image-turbo");
    for (const more of [
      {},
      { policy: { ttl: 60_000 }, webhook: "https://a.b" },
    ]) {
      const error = await failure(model.run({ ...wrapped, ...more } as never));
      expect(error).toBeInstanceOf(InputError);
      expect(String(error)).toContain("pass what is inside its member `input`");
    }
    expect(requests).toHaveLength(0);
  });

  test("is sent to an endpoint of one's own, with one warning for each endpoint, unless it has other members or is no object", async () => {
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const another = { json: { id: "j2", status: "IN_QUEUE" } };
    const { cloud, requests } = scripted([QUEUED, QUEUED, another], { warn });
    for (const slug of ["m", "n", "m"])
      await success(cloud.model(slug).run(wrapped));
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual({ input: wrapped });
    expect(warnings).toHaveLength(2);
    expect(warnings[1]).toContain("the input for n holds the whole body");
    for (const input of [{ input: "a text" }, { ...wrapped, seed: 1 }])
      await success(scripted([QUEUED], { warn }).cloud.model("o").run(input));
    expect(warnings).toHaveLength(2);
  });
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

const ACCEPTED = JSON.stringify({ id: "j1", status: "IN_QUEUE" });
/** The beginning of an answer that has an id. */
const CUT = `${ACCEPTED.slice(0, -1)},"delayTime":[{"id":"not this"`;
const length = (more: number) => ({
  "content-length": String(ACCEPTED.length + more),
});

/** A response whose body breaks off after `text`. */
function breaking(
  text: string,
  headers: Record<string, string>,
  status = 200,
): Response {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) controller.error(new TypeError("terminated"));
      else controller.enqueue(new TextEncoder().encode(text));
      isSent = true;
    },
  });
  let isSent = false;
  return new Response(body, { headers, status });
}

/** Failures of a submit that name a job. */
const NAMING: Readonly<Record<string, Step>> = {
  ...Object.fromEntries(
    [400, 409, 429, 500, 502, 503].map((status) => [
      `the status ${status}`,
      {
        status,
        text: ACCEPTED,
        headers: { "retry-after": "1" },
      },
    ]),
  ),
  "a success of another type": {
    text: ACCEPTED,
    headers: { "content-type": "text/html" },
  },
  "a body that breaks off": () => breaking(ACCEPTED, length(7)),
  "a body without a length that breaks off": () => breaking(ACCEPTED, {}),
  "a body that stalls": () => stalling(ACCEPTED),
  "a failure whose body stalls": () => stalling(ACCEPTED, { status: 500 }),
  "JSON that breaks off in a whole body": { text: CUT },
  "a body that breaks off within its JSON": () => breaking(CUT, length(7)),
  "a failure that breaks off within its JSON": { status: 429, text: CUT },
};

describe.each(Object.entries(NAMING))(
  "a submit that is answered with the id of a job and %s",
  (_, step) => {
    test.each(["run", "runSync"] as const)(
      "is not sent again by %s, and its error has the job",
      async (kind) => {
        const { cloud, requests } = scripted([step]);
        const error = await failure(cloud.model("m")[kind]({}));
        expect(error).toBeInstanceOf(CloudComputeError);
        expect(error).toMatchObject({
          job: { slug: "m", id: "j1" },
          maybeSent: true,
        });
        const { message } = error as Error;
        expect(message).not.toContain("is lost");
        // What broke off is shown as it came.
        expect(message).toMatch(
          /\(job j1 of m\)|answered 429: \{"id":"j1".*\[/,
        );
        expect(requests).toHaveLength(1);
      },
    );

    test("gives a map a result with its handle", async () => {
      const { cloud, requests } = scripted([step]);
      const [result] = await success(collect(cloud.model("m").map([{}])));
      expect(result?.error).toMatchObject({ job: { id: "j1" } });
      expect(result?.handle?.id).toBe("j1");
      expect(requests).toHaveLength(1);
    });
  },
);

test("a submit whose failure names a job by the key shows no key but in the job", async () => {
  const { cloud } = scripted([
    { status: 500, json: { id: KEY } },
    () => breaking(JSON.stringify({ id: KEY }), {}),
  ]);
  for (let call = 0; call < 2; call++) {
    const error = (await failure(cloud.model("m").run({}))) as ResponseError;
    expect(error.job?.id).toBe(KEY);
    Object.assign(error, { job: undefined });
    expect(inspect(error, { depth: 9 })).not.toContain(KEY);
  }
});

test("a message names the job of a resumed handle before anything was sent", async () => {
  const { cloud } = scripted([], { apiKey: silent as () => Promise<never> });
  const wait = cloud.job({ slug: "m", id: "j1" }).wait({ timeout: 100 });
  expect(String(await failure(wait))).toContain("job j1 of m");
});

const LOST = "the job may be running, but its id is lost";
const SUBMITS: Readonly<Record<string, (model: Model) => Promise<unknown>>> = {
  run: (model) => model.run({}),
  runSync: (model) => model.runSync({}),
};

test.each(Object.entries(SUBMITS))(
  "a %s says that the id is lost only where its response is lost, or does not come in time",
  async (_, submit) => {
    for (const [step, maybeSent] of [
      [lost(), true],
      [silent, true],
      [refused(), false],
      [{ status: 400, json: { error: "no" } }, false],
    ] as const) {
      const { cloud } = scripted([step]);
      const error = (await failure(submit(cloud.model("m")))) as Error;
      expect(error).toMatchObject({ maybeSent });
      for (const text of [error.message, error.stack?.split("\n")[0] ?? ""])
        expect(text.includes(LOST)).toBe(maybeSent);
    }
  },
);

const REFUSED_OPTIONS: readonly (readonly [string, object])[] = [
  ["policy.ttl", { policy: { ttl: NaN } }],
  ["policy.ttl", { policy: { ttl: 9999 } }],
  ["policy.ttl", { policy: { ttl: 604_800_001 } }],
  ["policy.ttl", { policy: { ttl: "60000" } }],
  ["policy.executionTimeout", { policy: { executionTimeout: 600 } }],
  ["policy.lowPriority", { policy: { lowPriority: 1 } }],
  ["policy", { policy: 60_000 }],
  ["webhook", { webhook: "ftp://hook.test/" }],
  ["s3Config", { s3Config: "bucket" }],
  ["s3Config.bucketName", { s3Config: { bucketName: 7 } }],
  ["s3Config.endpointUrl", { s3Config: { endpointUrl: "s3.test" } }],
  ["checkInput", { checkInput: "yes" }],
];

/** Each way to submit. The options of a map are those of its jobs, whose errors are results. */
const WAYS: Readonly<
  Record<string, (model: Model, options: object) => Promise<unknown>>
> = {
  run: (model, options) => model.run({}, options),
  runSync: (model, options) => model.runSync({}, options),
  map: async (model, options) => {
    for await (const { error } of model.map([{}], options))
      if (error) throw error;
  },
};

describe.each(Object.entries(WAYS))("model.%s", (_, submit) => {
  test.each(REFUSED_OPTIONS)(
    "refuses %s in %j before anything is sent",
    async (parameter, options) => {
      const { cloud, requests } = scripted([QUEUED]);
      const error = await failure(submit(cloud.model("m"), options));
      expect(error).toBeInstanceOf(InputError);
      expect(error).toMatchObject({ parameter, maybeSent: false });
      const { message } = error as Error;
      expect(message).toContain(`: ${parameter} `);
      if (parameter === "policy.executionTimeout")
        expect(message).toContain("from 5000 to 604800000, in milliseconds");
      expect(requests).toHaveLength(0);
    },
  );

  test("shows no value of s3Config in the message of a refusal", async () => {
    const { cloud } = scripted([QUEUED]);
    const s3Config = { accessSecret: ["hush-hush-secret"] };
    const error = await failure(submit(cloud.model("m"), { s3Config }));
    expect((error as Error).message).not.toContain("hush");
  });
});

test.each([Promise.resolve([]), undefined])(
  "model.map refuses %s, which cannot be iterated",
  async (inputs) => {
    const { cloud, requests } = scripted([QUEUED]);
    const mapping = collect(cloud.model("m").map(inputs as never));
    expect(await failure(mapping)).toMatchObject({ parameter: "inputs" });
    expect(requests).toHaveLength(0);
  },
);

test.each(["run", "runSync"] as const)(
  "model.%s reads input and options at the moment of the call",
  async (way) => {
    const { cloud, requests } = scripted([DONE]);
    const input = { seed: 0, loras: [{ scale: 0 }] };
    const policy = { ttl: 10_000 };
    const call = cloud.model("m")[way](input, { policy });
    input.seed = policy.ttl = 99;
    input.loras.push({ scale: 1 });
    await success<unknown>(call);
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual({
      input: { seed: 0, loras: [{ scale: 0 }] },
      policy: { ttl: 10_000 },
    });
  },
);

test("a submit at the beginning of 1970, as under fake timers, returns its job", async () => {
  vi.setSystemTime(0);
  const { cloud } = scripted([
    async () => {
      await pause(10);
      vi.setSystemTime(0);
      return Response.json({ id: "j1", status: "IN_QUEUE" });
    },
  ]);
  const job = await success(cloud.model("m").run({}));
  expect(job.toJSON()).toMatchObject({ id: "j1", submittedAt: 0 });
});

test("a wall clock that jumps 25 hours during a submit does not shorten the wait, and the handle has the right time", async () => {
  const { cloud } = scripted([
    async () => {
      vi.setSystemTime(Date.now() + 90_000_000);
      await pause(1000);
      return Response.json({ id: "j1", status: "IN_QUEUE" });
    },
    RUNNING,
  ]);
  const job = await success(cloud.model("m").run({}));
  expect(Date.now() - (job.toJSON().submittedAt ?? NaN)).toBe(1000);
  const begun = performance.now();
  await failure(job.wait({ interval: 600_000 }));
  expect(performance.now() - begun).toBe(86_520_000 - 1000);
});

describe("model.run with checkInput", () => {
  const options = { checkInput: true };

  test.each(Object.entries(WAYS))(
    "refuses a wrong parameter of a public model before anything is sent, by %s",
    async (_, submit) => {
      const { cloud, requests } = scripted([DONE]);
      const model = cloud.model("z-image-turbo" as string);
      const error = await failure(submit(model, options));
      expect(error).toMatchObject({
        code: "invalid_input",
        parameter: "prompt",
      });
      expect((error as Error).message).toContain("z-image-turbo");
      expect(requests).toHaveLength(0);
      await success(submit(model, { checkInput: false }));
    },
  );

  test.each([
    ["m", "checkInput"],
    ["constructor", "checkInput"],
    ["z-image-trubo", "(did you mean z-image-turbo?)"],
  ])(
    "refuses the slug %s, whose parameters nobody knows",
    async (slug, problem) => {
      const { cloud, requests } = scripted([DONE]);
      const error = await failure(cloud.model(slug).run({}, options));
      expect(error).toMatchObject({ parameter: "checkInput" });
      expect(String(error)).toContain(problem);
      expect(requests).toHaveLength(0);
    },
  );
});

test("an answer of more than 1 MiB is an invalid_response of run with the job, also without streams, and is taken by status and runSync", async () => {
  const text = `${ACCEPTED.slice(0, -1)}${" ".repeat(2 ** 20)}}`;
  const body = { body: {}, text: () => Promise.resolve(text) };
  const response = { status: 200, ok: true, headers: new Headers(), ...body };
  const step = () => response as unknown as Response;
  const error = await failure(scripted([step]).cloud.model("m").run({}));
  expect(error).toMatchObject({ code: "invalid_response", job: { id: "j1" } });
  const output = "x".repeat(2 ** 20);
  const { cloud } = scripted([
    { json: { id: "j1", status: "COMPLETED", output } },
  ]);
  expect(await success(cloud.model("m").job("j1").status())).toMatchObject({
    output,
  });
  expect(await success(cloud.model("m").runSync({}))).toMatchObject({ output });
});
