import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import {
  CloudComputeError,
  ConnectionError,
  InputError,
  ResponseError,
  TimeoutError,
  type Model,
  type RunOptions,
} from "../../src/index.js";
import { collect } from "../support/collect.js";
import { pause, useFakeTime } from "../support/fake-time.js";
import {
  DONE,
  failure,
  KEY,
  QUEUED,
  RUNNING,
  scripted,
  silent,
  stalling,
  success,
  type Answer,
  type Sent,
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

test.each<[string, unknown, string]>([
  ["a text", "insufficient funds", "insufficient funds"],
  ["an object", { message: "no such endpoint" }, "no such endpoint"],
])(
  "an error under status 200 is shown where it is %s",
  async (_, error, shown) => {
    const { cloud } = scripted([{ json: { error } }]);
    const calls: (() => Promise<unknown>)[] = [
      () => cloud.model("m").run({}),
      () => cloud.model("m").runSync({}),
      () => cloud.model("m").job("j1").status(),
      () => cloud.pods.get("p1"),
    ];
    for (const call of calls) {
      const reason = await failure(call());
      expect(reason).toBeInstanceOf(ResponseError);
      expect(reason).toMatchObject({ code: "invalid_response" });
      expect(String(reason)).toContain(`answered 200 with an error: ${shown}`);
    }
  },
);

describe("a job that two submits are answered with, as by a cache", () => {
  test.each(["run", "runSync"] as const)(
    "is warned of once when %s gets it again",
    async (kind) => {
      const warnings: string[] = [];
      const warn = (message: string) => void warnings.push(message);
      const { cloud } = scripted([DONE], { warn });
      await success(cloud.model("m").run({}));
      for (const slug of ["m", "m", "n"])
        await success<unknown>(cloud.model(slug)[kind]({}));
      expect(warnings).toEqual([
        `model.${kind}: the submit was answered with job j1 of m, which an earlier submit has got: a cache on the way may have answered, and the output is then that of the earlier input`,
      ]);
    },
  );
});

describe("an input in another input, as other clients take it", () => {
  const wrapped = { input: { prompt: "a lighthouse" } };

  test("is refused for a public model before anything is sent", async () => {
    const { cloud, requests } = scripted([QUEUED]);
    const model = cloud.model("z-image-turbo");
    for (const call of [
      () => model.run(wrapped as never),
      () => model.runSync(wrapped as never),
      async () => {
        const [result] = await collect(model.map([wrapped as never]));
        return Promise.reject(result?.error ?? new Error("accepted"));
      },
    ]) {
      const error = await failure(call());
      expect(error).toBeInstanceOf(InputError);
      expect(String(error)).toContain("pass what is inside its member `input`");
    }
    const body = {
      ...wrapped,
      policy: { ttl: 60_000 },
      webhook: "https://a.b",
    };
    expect(await failure(model.run(body as never))).toBeInstanceOf(InputError);
    expect(requests).toHaveLength(0);
  });

  test("is sent to an endpoint of one's own, with one warning for each endpoint", async () => {
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const another = { json: { id: "j2", status: "IN_QUEUE" } };
    const { cloud, requests } = scripted([QUEUED, QUEUED, another], { warn });
    for (const slug of ["m", "n", "m"])
      await success(cloud.model(slug).run(wrapped));
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual({ input: wrapped });
    expect(warnings).toEqual([
      "model.run: the input for m holds the whole body of a submit: pass what is inside its member `input`, and the other members as options, unless the worker reads input.input",
      "model.run: the input for n holds the whole body of a submit: pass what is inside its member `input`, and the other members as options, unless the worker reads input.input",
    ]);
  });

  test("is no mistake beside other members, or where it is no object", async () => {
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const { cloud } = scripted([QUEUED], { warn });
    const inputs = [{ input: "a text" }, { ...wrapped, seed: 1 }, {}];
    for (const [index, input] of inputs.entries())
      await success(cloud.model(`m${index}`).run(input));
    expect(warnings).toEqual([]);
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
  "a %s whose response is lost, or does not come in time, says that the id is lost, in the first line of its stack too",
  async (_, submit) => {
    for (const [step, type] of [
      [new TypeError("terminated"), ConnectionError],
      [silent, TimeoutError],
    ] as const) {
      const { cloud } = scripted([step]);
      const error = await failure(submit(cloud.model("m")));
      expect(error).toBeInstanceOf(type);
      const { message, stack } = error as Error;
      expect(message).toContain(LOST);
      expect(stack?.split("\n")[0]).toContain(LOST);
    }
  },
);

test.each(Object.entries(SUBMITS))(
  "a %s that was certainly not sent, or was refused, does not say that an id is lost",
  async (_, submit) => {
    const refused = Object.assign(new Error("no"), {
      code: "ECONNREFUSED",
      syscall: "connect",
    });
    for (const step of [refused, { status: 400, json: { error: "no" } }]) {
      const { cloud } = scripted([step]);
      const error = await failure(submit(cloud.model("m")));
      expect(error).toMatchObject({ maybeSent: false });
      expect((error as Error).message).not.toContain(LOST);
    }
  },
);

const REFUSED_OPTIONS: readonly (readonly [string, object])[] = [
  ["policy.ttl", { policy: { ttl: NaN } }],
  ["policy.ttl", { policy: { ttl: 9999 } }],
  ["policy.ttl", { policy: { ttl: 604_800_001 } }],
  ["policy.ttl", { policy: { ttl: 60_000.5 } }],
  ["policy.ttl", { policy: { ttl: "60000" } }],
  ["policy.ttl", { policy: { ttl: Infinity } }],
  ["policy.ttl", { policy: { ttl: null } }],
  ["policy.executionTimeout", { policy: { executionTimeout: 4999 } }],
  ["policy.executionTimeout", { policy: { executionTimeout: true } }],
  ["policy.lowPriority", { policy: { lowPriority: 1 } }],
  ["policy", { policy: 60_000 }],
  ["policy", { policy: [] }],
  ["webhook", { webhook: "hook.test/path" }],
  ["webhook", { webhook: "ftp://hook.test/" }],
  ["webhook", { webhook: "" }],
  ["webhook", { webhook: 7 }],
  ["s3Config", { s3Config: "bucket" }],
  ["s3Config.bucketName", { s3Config: { bucketName: 7 } }],
  ["s3Config.endpointUrl", { s3Config: { endpointUrl: "s3.test" } }],
  ["checkInput", { checkInput: "yes" }],
];

test("model.run names the unit of a policy that it refuses", async () => {
  const { cloud } = scripted([QUEUED]);
  const policy = { executionTimeout: 600 };
  await expect(cloud.model("m").run({}, { policy })).rejects.toThrow(
    "policy.executionTimeout must be a whole number from 5000 to 604800000, in milliseconds",
  );
});

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
      expect(message).toMatch(/ (must be |is (NaN|Infinity): JSON has no)/);
      expect(message).toContain(`: ${parameter} `);
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

const NO_INPUTS: readonly (readonly [string, unknown])[] = [
  ["a promise", Promise.resolve({ prompt: "x" })],
  ["a FormData", new FormData()],
  ["an array", [{ prompt: "x" }]],
  ["a string", "a lighthouse"],
  ["null", null],
  ["a function", () => ({ prompt: "x" })],
  ["an object that JSON writes as text", { toJSON: () => "x" }],
  ["an object that JSON does not write", { toJSON: () => undefined }],
];

describe.each(NO_INPUTS)("%s as an input", (_, input) => {
  test("is refused by run and runSync before anything is sent", async () => {
    const { cloud, requests } = scripted([QUEUED]);
    const model = cloud.model("m");
    const given = input as Record<string, unknown>;
    for (const call of [() => model.run(given), () => model.runSync(given)])
      expect(await failure(call())).toMatchObject({
        code: "invalid_input",
        parameter: "input",
      });
    expect(requests).toHaveLength(0);
  });

  test("is a result with an InputError in a map, and is not sent", async () => {
    const { cloud, requests } = scripted([QUEUED, DONE]);
    const inputs = [input as Record<string, unknown>, { prompt: "x" }];
    const results = await success(collect(cloud.model("m").map(inputs)));
    expect(results.toSorted((a, b) => a.index - b.index)).toMatchObject([
      { error: { parameter: "input" } },
      { job: { status: "COMPLETED" } },
    ]);
    const posts = requests.filter(({ method }) => method === "POST");
    expect(posts.map(({ body }) => body)).toEqual(['{"input":{"prompt":"x"}}']);
  });
});

test.each([Promise.resolve([]), 7, null, undefined, {}])(
  "model.map refuses %s, which cannot be iterated",
  async (inputs) => {
    const { cloud, requests } = scripted([QUEUED]);
    const mapping = collect(cloud.model("m").map(inputs as never));
    expect(await failure(mapping)).toMatchObject({ parameter: "inputs" });
    expect(requests).toHaveLength(0);
  },
);

const sentInputs = (requests: readonly Sent[]) =>
  requests
    .filter(({ method }) => method === "POST")
    .map(({ body }) => (JSON.parse(body ?? "") as { input: unknown }).input);

test.each(["run", "runSync"] as const)(
  "model.%s reads input and options at the moment of the call",
  async (way) => {
    const { cloud, requests } = scripted([DONE]);
    const input = { seed: 0, loras: [{ scale: 0 }] };
    const policy = { ttl: 10_000 };
    const jobs: Promise<unknown>[] = [];
    for (let seed = 0; seed < 5; seed++) {
      input.seed = seed;
      input.loras = [{ scale: seed }];
      policy.ttl = 10_000 + seed;
      jobs.push(cloud.model("m")[way](input, { policy }));
    }
    input.seed = policy.ttl = 99;
    await success(Promise.all(jobs));
    expect(
      requests.map(({ body }) => JSON.parse(body ?? "") as unknown),
    ).toEqual(
      [0, 1, 2, 3, 4].map((seed) => ({
        input: { seed, loras: [{ scale: seed }] },
        policy: { ttl: 10_000 + seed },
      })),
    );
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
  const slug = "black-forest-labs-flux-1-schnell";

  test.each(Object.entries(WAYS).filter(([way]) => way !== "map"))(
    "refuses a wrong parameter of a public model before anything is sent, by %s",
    async (way) => {
      const { cloud, requests } = scripted([DONE]);
      const model = cloud.model<object>(slug as string);
      const call = (input: object, options: RunOptions): Promise<unknown> =>
        way === "run"
          ? model.run(input, options)
          : model.runSync(input, options);
      for (const [input, parameter] of [
        [{ promt: "x" }, "promt"],
        [{ prompt: "x", width: 100 }, "width"],
      ] as const) {
        const error = await failure(call(input, { checkInput: true }));
        expect(error).toMatchObject({ code: "invalid_input", parameter });
        expect((error as Error).message).toContain(slug);
      }
      expect(requests).toHaveLength(0);
      await success(call({ prompt: "x" }, { checkInput: true }));
      await success(call({ promt: "x" }, { checkInput: false }));
      expect(requests).toHaveLength(2);
    },
  );

  test("makes a wrong input a result with an InputError in a map", async () => {
    const { cloud, requests } = scripted([QUEUED, DONE]);
    const model = cloud.model<object>(slug as string);
    const inputs = [{ prompt: "x" }, { promt: "x" }];
    const options = { checkInput: true };
    const results = await success(collect(model.map(inputs, options)));
    expect(results.toSorted((a, b) => a.index - b.index)).toMatchObject([
      { job: { status: "COMPLETED" } },
      { error: { parameter: "promt" } },
    ]);
    expect(sentInputs(requests)).toEqual([{ prompt: "x" }]);
  });

  test.each(["m", "constructor", "flux-schnell"])(
    "refuses the slug %s, whose parameters nobody knows",
    async (unknown) => {
      const { cloud, requests } = scripted([DONE]);
      const run = cloud.model(unknown).run({}, { checkInput: true });
      expect(await failure(run)).toMatchObject({ parameter: "checkInput" });
      expect(requests).toHaveLength(0);
    },
  );

  test("names the public model that a misspelt slug was meant to be", async () => {
    const { cloud, requests } = scripted([DONE]);
    const run = cloud.model("z-image-trubo").run({}, { checkInput: true });
    expect(await failure(run)).toMatchObject({
      message: expect.stringMatching(
        /z-image-trubo is not a public model .*\(did you mean z-image-turbo\?\)/,
      ) as unknown,
    });
    expect(requests).toHaveLength(0);
  });
});

test("an answer of more than 1 MiB of a `fetch` without streams is an invalid_response of run, with the job", async () => {
  const { text = "" } = padded(2 ** 20 + 1);
  const body = { text: () => Promise.resolve(text) };
  const response = { status: 200, ok: true, headers: new Headers(), ...body };
  const { cloud } = scripted([
    () => Object.assign(response, { body: {} }) as unknown as Response,
  ]);
  expect(await failure(cloud.model("m").run({}))).toMatchObject({
    code: "invalid_response",
    job: { id: "j1" },
  });
});

test("the answers of status and runSync may have more than 1 MiB", async () => {
  const output = "x".repeat(2 ** 20);
  const json = { id: "j1", status: "COMPLETED", output };
  const { cloud } = scripted([{ json }]);
  expect(await success(cloud.job(JOB).status())).toMatchObject({ output });
  const completed = await success(cloud.model("m").runSync({}));
  expect(completed.output).toBe(output);
});

const JOB = { slug: "m", id: "j1" };

/** The answer of a submit with `bytes` bytes. */
function padded(bytes: number): Answer {
  return {
    text: `${ACCEPTED.slice(0, -1)}${" ".repeat(bytes - ACCEPTED.length)}}`,
  };
}
