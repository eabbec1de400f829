import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseModels } from "../../spec-tools/src/generate/parse/models.js";
import { models } from "cloud-compute-sdk/models";
import { createEmulator, type EmulatorOptions } from "../src/index.js";
import { createClient, type ModelSlug } from "cloud-compute-sdk";
import type { ModelInfo, ModelParameter } from "cloud-compute-sdk/models";
import { createAccount, createEndpoint } from "./support/account.js";
import { jobsAt } from "./support/job-calls.js";

/** A valid value of a parameter. */
function valueOf(parameter: ModelParameter): unknown {
  const { default: standard, values, minimum, items, properties } = parameter;
  if (standard !== undefined) return standard;
  if (values) return values[0];
  switch (parameter.type) {
    case "integer":
    case "number":
      return minimum ?? 5;
    case "boolean":
      return true;
    case "array":
      return items ? [valueOf(items)] : [];
    case "object":
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, each]) => [
          name,
          valueOf(each),
        ]),
      );
    default:
      return "a lighthouse";
  }
}

function inputOf({ parameters }: ModelInfo): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      name,
      valueOf(parameter),
    ]),
  );
}

/** The members of the outputs of each kind, as the interface document and the pages of the models show them. */
const DOCUMENTED = {
  image: ["cost", "image_url"],
  video: ["cost", "video_url"],
  audio: ["audio_url", "cost"],
  text: ["choices", "cost", "usage"],
  transcription: ["cost", "text"],
};

/** The members of the output of a model, or of its element, as answers of the running service have them. */
function capturedMembers({ slug, kind }: ModelInfo): string[] {
  if (slug === "chatterbox-turbo") return ["audio_url", "cost", "result"];
  const isList = kind === "text" && slug !== "moonshot-kimi";
  return isList ? ["choices", "cost", "usage"] : ["cost", "result"];
}

/** Runs a job at a slug until it ends. */
async function runJob(
  slug: string,
  input: object,
  options: Parameters<typeof createAccount>[0] = {},
) {
  const account = createAccount(options);
  const { run, poll, advance } = jobsAt(slug, account);
  const id = await run(input);
  await advance(10 * 60_000);
  return { job: await poll(id), account };
}

describe.each(Object.entries<ModelInfo>(models))(
  "the emulator's model %s",
  (slug, model) => {
    test("takes every parameter that the service lists, and answers in the captured form", async () => {
      const { job } = await runJob(slug, inputOf(model));
      expect(job.error).toBeUndefined();
      expect(job.status).toBe("COMPLETED");
      expect(Array.isArray(job.output)).toBe(model.kind === "text");
      const [output] = [job.output].flat() as [Record<string, unknown>];
      const members = capturedMembers(model);
      expect(Object.keys(output)).toEqual(members);
      expect(output["cost"]).toBeGreaterThan(0);
      if (["image", "video", "audio"].includes(model.kind))
        for (const name of members.filter((each) => each !== "cost"))
          expect(output[name]).toMatch(/^https?:.*\/files\//);
      expect(job.executionTime).toBeGreaterThan(500);
    });

    test("answers in the documented form where that is asked for", async () => {
      const options = { modelOutputs: "documented" } as const;
      const { job } = await runJob(slug, inputOf(model), options);
      const output = job.output as Record<string, unknown>;
      const members =
        slug === "chatterbox-turbo" ? ["audio_url"] : DOCUMENTED[model.kind];
      expect(Object.keys(output).sort()).toEqual(members);
      const [name = ""] = members.filter((each) => each.endsWith("_url"));
      if (name) expect(output[name]).toMatch(/^https?:.*\/files\//);
    });

    test("fails for a missing, a wrong and an unknown parameter, and names it", async () => {
      const [required] =
        Object.entries(model.parameters).find(([, each]) => each.required) ??
        [];
      if (required === undefined) return;
      const { [required]: _, ...without } = inputOf(model);
      const missing = await runJob(slug, without);
      expect(missing.job).toMatchObject({ status: "FAILED" });
      expect(missing.job.error).toContain(`input.${required} is required`);
      const wrong = await runJob(slug, {
        ...inputOf(model),
        [required]: 7,
      });
      expect(wrong.job.error).toContain(`input.${required} must be`);
      if (model.open) return;
      const unknown = { ...inputOf(model), promt: "a" };
      const refused = await runJob(slug, unknown, { strict: true });
      expect(refused.job.error).toMatch(
        /^Error submitting task: 400, \{"code":400,"message":"input\.promt is not a parameter/,
      );
      const accepted = await runJob(slug, unknown);
      expect(accepted.job.status).toBe("COMPLETED");
    });
  },
);

test.each([
  ["png", { image_format: "png" }, [0x89, 0x50, 0x4e, 0x47]],
  ["jpeg", {}, [0xff, 0xd8, 0xff, 0xe0]],
] as const)(
  "a picture of the emulator is a %s by its name, type and bytes where the input has the format %j",
  async (format, asked, signature) => {
    const { job, account } = await runJob("black-forest-labs-flux-1-schnell", {
      prompt: "a lighthouse",
      ...asked,
    });
    const { result } = job.output as { readonly result: string };
    expect(result.endsWith(`.${format}`)).toBe(true);
    const response = await account.emulator.fetch(result);
    expect(response.headers.get("content-type")).toBe(`image/${format}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 4)]).toEqual(signature);
  },
);

describe("the input of a job in the emulator", () => {
  test("of a worker of one's own is any JSON object", async () => {
    const account = createAccount();
    account.emulator.model("mine", (input) => input);
    const endpoint = await createEndpoint(account);
    const input = { prompt: ["a", "b"], width: "wide", seed: { nested: null } };
    for (const slug of ["mine", endpoint.id]) {
      const { run, poll, advance } = jobsAt(slug, account);
      const id = await run(input);
      await advance(10_000);
      expect(await poll(id)).toMatchObject({ output: input });
    }
  });

  test("of a registered model is held against the parameters that its owner gives, and against nothing else", async () => {
    const account = createAccount();
    account.emulator.model("mine", () => "done", {
      parameters: {
        steps: { type: "integer", required: true, maximum: 4 },
        size: { type: "integer" },
      },
    });
    const { run, poll, advance } = jobsAt("mine", account);
    const results: unknown[] = [];
    const inputs = [{ steps: 4 }, { steps: 5 }, { size: 1 }, { other: 1 }];
    for (const input of inputs) {
      const id = await run(input);
      await advance(0);
      const { status, error } = await poll(id);
      results.push(error ?? status);
    }
    expect(results).toEqual([
      "COMPLETED",
      "input.steps must be a whole number of at most 4 for mine",
      "input.steps is required by mine",
      "input.other is not a parameter of mine, which takes steps, size",
    ]);
  });
});

test("the emulator counts no token for an empty prompt of a text model", async () => {
  const [slug = ""] =
    Object.entries<ModelInfo>(models).find(
      ([, { kind, parameters }]) => kind === "text" && "prompt" in parameters,
    ) ?? [];
  const { job } = await runJob(slug, { prompt: "" });
  expect(job.output).toMatchObject([{ usage: { input: 0 } }]);
});

test("emulator.jobs gives the file addresses at the present listener, after a restore as well", async () => {
  const first = createEmulator({ clock: "manual" });
  const before = await first.listen();
  const cloud = createClient({ apiKey: first.apiKey, ...before.urls });
  await cloud.model("flux-schnell").run({ prompt: "a pier" });
  await first.clock.advance(60_000);
  await before.close();
  const second = createEmulator({ clock: "manual", apiKey: first.apiKey });
  second.restore(first.snapshot());
  const { urls, close } = await second.listen();
  onTestFinished(close);
  const [job] = second.jobs();
  const { result } = (job?.output ?? {}) as { readonly result: string };
  expect(result).toContain(urls.publicBaseUrl);
  expect((await fetch(result)).status).toBe(200);
});

test("the emulator's qwen3-32b-awq writes 100 tokens whatever max_tokens is, and bills them all, as captured", async () => {
  const input = { prompt: "Say hello.", max_tokens: 20 };
  const { job } = await runJob("qwen3-32b-awq", input);
  const [output] = job.output as { choices: { tokens: string[] }[] }[];
  expect(output).toMatchObject({
    cost: 0.0011,
    usage: { input: 10, output: 100 },
  });
  const [text = ""] = output?.choices[0]?.tokens ?? [];
  expect(text.split(" ")).toHaveLength(100);
});

test("the emulator's qwen-image-t2i fails for a size that the service does not make, and costs nothing then", async () => {
  const input = { prompt: "a pier", size: "1024*1024" };
  const { job, account } = await runJob("qwen-image-t2i", input);
  expect(job).toMatchObject({
    status: "FAILED",
    error: expect.stringContaining("input.size must be one of") as string,
  });
  expect(job.error).toContain("Error submitting task: 400");
  expect(job).not.toHaveProperty("output");
  expect(account.emulator.account.balance()).toBe(100);
  for (const size of ["1664*928", "1472*1140"]) {
    const { job: made } = await runJob("qwen-image-t2i", { ...input, size });
    expect(made.status).toBe("COMPLETED");
  }
});

test("the emulator's moonshot-kimi answers as the variant that the input picks, and streams pieces that make up its text", async () => {
  const { run, poll, stream, advance } = jobsAt("moonshot-kimi");
  const messages = [{ role: "user", content: "a pier" }];
  const id = await run({ messages, model: "kimi-k3" });
  await advance(10 * 60_000);
  const [, ...pieces] = await stream(id);
  const { output } = await poll(id);
  expect(output).toMatchObject([{ result: { model: "kimi-k3" } }]);
  const read = (value: unknown) =>
    (value as { result: { choices: { message: { content: string } }[] } })
      .result.choices[0]?.message.content;
  expect(pieces.map(read).join("")).toBe(read((output as unknown[])[0]));
  expect(pieces.length).toBeGreaterThan(1);
});

describe("a rule that only a page of a public model states", () => {
  const submit = async (
    input: object,
    options: EmulatorOptions = {},
    warnings: string[] = [],
  ) => {
    const { emulator, call } = createAccount(options);
    emulator.subscribe((event) => {
      if (event.kind === "warning") warnings.push(event.message);
    });
    return call("POST", "/v2/z-image-turbo/run", { input });
  };

  test("is a warning in a header of the submit, and an event", async () => {
    const warnings: string[] = [];
    const input = { prompt: "a pier", colour: "blue" };
    const answer = await submit(input, {}, warnings);
    expect(answer.status).toBe(200);
    const warning = answer.headers.get("x-emulator-warning");
    expect(warning).toMatch(
      /^input\.colour is not a parameter of z-image-turbo/,
    );
    expect(warnings).toEqual([`z-image-turbo: ${warning}`]);
    const right = await submit({ prompt: "a pier" }, {}, warnings);
    // The job of a strict emulator fails.
    const strict = await submit(input, { strict: true }, warnings);
    expect(warnings).toHaveLength(1);
    for (const { headers } of [right, strict])
      expect(headers.has("x-emulator-warning")).toBe(false);
  });
});

test("a retired model is served on, with a warning in a header of the submit that names the nearest live model", async () => {
  const { call } = createAccount();
  const input = { prompt: "a pier", images: ["https://image.test/a.png"] };
  const answer = await call("POST", "/v2/nano-banana-edit/run", { input });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-emulator-warning")).toBe(
    "nano-banana-edit has been retired since 2026-09-28; the nearest live model is google-nano-banana-2-edit",
  );
});

describe("a file in the input of a public model of the emulator", () => {
  const described = parseModels(
    "models.yaml",
    readFileSync("specs/models.yaml", "utf8"),
  );
  const addresses = described.flatMap(({ slug, input }) =>
    Object.entries(input)
      .filter(([, { description }]) => /^URLs? of/.test(description ?? ""))
      .map(([name, { type }]) => [slug, name, type] as const),
  );

  test.each(addresses)(
    "%s: %s is warned of where it is the path of a file",
    async (slug, name, type) => {
      const { call } = createAccount();
      const warningOf = async (file: string) => {
        const given = type === "array" ? [file] : file;
        const input = { ...inputOf(models[slug as ModelSlug]), [name]: given };
        const answer = await call("POST", `/v2/${slug}/run`, { input });
        return answer.headers.get("x-emulator-warning") ?? "";
      };
      const problem = `input.${name} is no http, https or data URL`;
      for (const path of ["/runpod-volume/a.wav", "a.wav"])
        expect(await warningOf(path)).toContain(problem);
      for (const url of [
        "https://files.test/a.wav",
        "data:audio/wav;base64,UklGRg==",
      ])
        expect(await warningOf(url)).not.toContain(problem);
    },
  );

  test.each([
    [{ audio: "" }, "input.audio is empty"],
    [{ audio_base64: "" }, "input.audio_base64 is empty"],
    [{ audio_base64: "%%% not base64" }, "input.audio_base64 must be base64"],
    [{ language: "en" }, "input.audio or audio_base64 is required"],
  ])("fails the job where nothing can read it: %j", async (input, error) => {
    const { job } = await runJob("whisper-v3-large", input);
    expect(job).toMatchObject({
      status: "FAILED",
      error: expect.stringContaining(error) as string,
    });
  });

  test.each([
    { audio: "https://files.test/a.wav" },
    { audio_base64: "UklG\nRg==\n" },
    { audio_base64: "data:audio/wav;base64,UklGRg==" },
  ])("is transcribed: %j", async (input) => {
    const { job } = await runJob("whisper-v3-large", input);
    expect(job.status).toBe("COMPLETED");
  });

  test("fails the job of a strict emulator where only a page says that it cannot be read", async () => {
    const input = { audio: "/runpod-volume/a.wav" };
    const { job } = await runJob("whisper-v3-large", input, { strict: true });
    expect(job.status).toBe("FAILED");
  });
});
