import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWebhooks } from "cloud-compute-sdk/webhooks";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { watchDrift } from "../../src/drift/index.js";
import { JobError, outputsOf } from "../../src/index.js";
import type { ModelSlug } from "../../src/models/index.js";
import { rejectionOf } from "../support/rejection.js";
import { collect } from "../support/collect.js";
import { ended, FILE, FORMS, serving } from "../support/model-forms.js";
import { KEY } from "../support/scripted-fetch.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "model-outputs-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(Object.entries(FORMS))(
  "%s",
  (name, { slug, sent, read, cost, file }) => {
    const INPUT = { prompt: "a pier" } as never;
    const options = { interval: 1 };

    test("has the promised members from runSync, wait, status, watch and map", async () => {
      const { cloud } = serving(sent);
      const model = cloud.model(slug);
      const job = await model.run(INPUT);
      const watched = await collect(job.watch(options));
      const mapped = await collect(model.map([INPUT], options));
      const outputs = [
        (await model.runSync(INPUT, options)).output,
        (await job.wait(options)).output,
        (await job.status()).output,
        watched.at(-1)?.output,
        mapped[0]?.job?.output,
      ];
      expect(outputs).toEqual(outputs.map(() => read));
    });

    test("shows the answer as it came under rawOutput, unless the output is the answer", async () => {
      const { cloud } = serving(sent);
      const job = await cloud.model(slug).job("j1").wait(options);
      expect(job.rawOutput ?? job.output).toEqual(sent);
    });

    test("names the file for outputsOf, job.outputs and a download", async () => {
      const { cloud } = serving(sent);
      const job = cloud.model(slug).job("j1");
      const urls = (files: { url: string }[]) => files.map(({ url }) => url);
      const expected = file === undefined ? [] : [file];
      expect(urls(outputsOf(await job.status()))).toEqual(expected);
      expect(urls(await job.outputs())).toEqual(expected);
      if (file === undefined) return;
      const path = join(folder, `${name}.bin`);
      expect(await cloud.download.toFile(job, path)).toBe(4);
      expect(await readFile(path, "utf8")).toBe("made");
    });

    test("is no drift", async () => {
      const drift = watchDrift({ onDrift: () => undefined });
      const { cloud } = serving(sent, { drift });
      const model = cloud.model(slug);
      await model.runSync(INPUT, options);
      await model.job("j1").status();
      expect(drift.findings()).toEqual([]);
    });

    test("settles the reservation of the spend guard with its cost", async () => {
      const { cloud, spend } = serving(sent);
      await cloud.model(slug).runSync(INPUT, options);
      expect(await spend.totals()).toMatchObject({ spent: cost, reserved: 0 });
    });

    test.each(["body", "refetch"] as const)(
      "has the promised members in the event of a webhook that is verified by %s",
      async (verify) => {
        const { cloud } = serving(sent);
        const webhooks = createWebhooks({
          secret: "s".repeat(40),
          url: "https://hook.test/",
        });
        const onEvent = vi.fn();
        const handler = webhooks.handler(cloud, onEvent, { verify });
        const { url } = await webhooks.sign(slug);
        const headers = { "content-type": "application/json" };
        const body = JSON.stringify(ended(sent));
        const response = await handler(
          new Request(url, { method: "POST", headers, body }),
        );
        expect(response.status).toBe(200);
        const [event] = onEvent.mock.calls.flat() as {
          output?: unknown;
          rawOutput?: unknown;
        }[];
        expect(event?.output).toEqual(read);
        expect(event?.rawOutput ?? event?.output).toEqual(sent);
      },
    );
  },
);

const wait = (slug: string, sent: unknown) =>
  serving(sent).cloud.model(slug).job("j1").wait({ interval: 1 });

describe("an output of several", () => {
  const OTHER = "https://image.test/second.jpeg";
  const both = { image_url: FILE, outputs: [FILE, OTHER] };

  test.each<[string, unknown, object]>([
    [
      "a list under result",
      { cost: 0.006, result: [FILE, OTHER] },
      { cost: 0.006 },
    ],
    [
      "a list of objects",
      [
        { cost: 0.003, result: FILE },
        { cost: 0.003, result: OTHER },
      ],
      { cost: 0.006 },
    ],
    ["a list of addresses", [FILE, OTHER], {}],
    ["objects under result", { result: [{ url: FILE }, { url: OTHER }] }, {}],
  ])(
    "files in %s has the first as image_url, and all in outputs",
    async (_, sent, more) => {
      const { output } = await wait("z-image-turbo", sent);
      expect(output).toMatchObject({ ...both, ...more });
    },
  );

  test("pieces of a text has the whole text, each piece in outputs, and the sum of the costs", async () => {
    const piece = (text: string) => ({
      choices: [{ tokens: [text] }],
      cost: 0.001,
    });
    const sent = [piece("a "), piece("pier")];
    const { output, rawOutput } = await wait("qwen3-32b-awq", sent);
    expect(output).toMatchObject({
      text: "a pier",
      cost: 0.002,
      outputs: [{ text: "a " }, { text: "pier" }],
    });
    expect(rawOutput).toEqual(sent);
  });
});

test("an image as a data: address is the image_url", async () => {
  const data = "data:image/png;base64,iVBORw0KGgo=";
  const { output } = await wait("google-nano-banana-2-edit", {
    cost: 0.0875,
    result: data,
  });
  expect(output).toMatchObject({ image_url: data, cost: 0.0875 });
});

test.each([
  ["its text", { text: "a pier" }],
  ["a text under result", { cost: 0.01, result: "a pier" }],
])("a transcription with %s has the text", async (_, sent) => {
  const { output } = await wait("whisper-v3-large", sent);
  expect(output).toEqual({ ...sent, text: "a pier" });
});

test.each([
  [{ choices: [{ text: "a pier" }] }, "a pier"],
  [{ choices: [{ text: "a" }], text: "b" }, "b"],
  [{ choices: [] }, ""],
  [{ choices: [{ message: { content: null } }] }, ""],
])("the output %j of a language model has the text %j", async (sent, text) => {
  const { output } = await wait("qwen3-32b-awq", sent);
  expect(output).toEqual({ ...sent, text });
});

test("an output of an endpoint of one's own stays as it is", async () => {
  const sent = [{ cost: 0.003, result: FILE }];
  const job = await wait("my-endpoint", sent);
  expect(job).toEqual({ ...ended(sent), output: sent });
});

describe("a public model that completes without what it promises", () => {
  const failureOf = async (slug: string, sent: unknown) => {
    const error = await rejectionOf(wait(slug, sent));
    expect(error).toBeInstanceOf(JobError);
    expect(error).toMatchObject({ code: "no_output", maybeSent: true });
    return error as JobError;
  };

  test.each<[string, unknown, string]>([
    [
      "z-image-turbo",
      { cost: 0.005, status: "ok" },
      'without output.image_url: the output is {"cost":0.005,"status":"ok"}',
    ],
    ["z-image-turbo", { result: "ftp://f.test/a" }, "without output.image_url"],
    ["z-image-turbo", { image_url: "" }, "without output.image_url"],
    ["z-image-turbo", "done", 'without output.image_url: the output is "done"'],
    ["sora-2-i2v", [], "without output.video_url: the output is []"],
    ["qwen3-32b-awq", [{ cost: 0.001 }], "without output.text"],
    ["qwen3-32b-awq", {}, "without output.text: the output is {}"],
    ["qwen3-32b-awq", null, "ended as COMPLETED without an output"],
    ["qwen3-32b-awq", undefined, "ended as COMPLETED without an output"],
  ])("ends the wait with no_output: %s with %j", async (slug, sent, shown) => {
    const error = await failureOf(slug, sent);
    expect(error.message).toContain(shown);
    expect(error.job).toMatchObject({ slug, id: "j1", status: "COMPLETED" });
    expect(error.job.output).toEqual(sent ?? undefined);
  });

  test("keeps a large output whole, shows its beginning, and hides the key in it", async () => {
    const result = `${KEY} ${"x".repeat(100_000)}`;
    const error = await failureOf("z-image-turbo", { result });
    expect(error.message.length).toBeLessThan(600);
    expect(error.message).not.toContain(KEY);
    expect(error.job.output).toEqual({ result: result.replace(KEY, "[key]") });
  });

  test.each<[ModelSlug, unknown, string, string]>([
    ["z-image-turbo", { cost: 0.005 }, "output.image_url", "nothing"],
    ["z-image-turbo", { image_url: 7 }, "output.image_url", "number"],
    ["qwen3-32b-awq", undefined, "output.text", "nothing"],
  ])(
    "is drift, unlike an endpoint of one's own: %s with %j",
    async (slug, sent, path, found) => {
      const drift = watchDrift({ onDrift: () => undefined });
      const { cloud } = serving(sent, { drift });
      await cloud.model("my-endpoint").job("j1").status();
      expect(drift.findings()).toEqual([]);
      await cloud.model(slug).job("j1").status();
      const kind = "missing field";
      expect(drift.findings()).toMatchObject([{ kind, path, found }]);
    },
  );
});
