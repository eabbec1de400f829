import { describe, expect, onTestFinished, test } from "vitest";
import { models } from "../../generated/models/data.js";
import { createEmulator } from "../../src/emulator/index.js";
import { createClient } from "../../src/index.js";
import type { ModelInfo, ModelParameter } from "../../src/models/info.js";
import { createAccount } from "./support/account.js";
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

const MEMBERS = {
  image: ["cost", "image_url"],
  video: ["cost", "video_url"],
  audio: ["audio_url", "cost"],
  text: ["choices", "cost", "usage"],
  transcription: ["cost", "result"],
};

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
    test("takes every parameter that the service lists, and answers with the output of its kind", async () => {
      const { job } = await runJob(slug, inputOf(model));
      expect(job.error).toBeUndefined();
      expect(job.status).toBe("COMPLETED");
      const output = job.output as Record<string, unknown>;
      const members =
        slug === "chatterbox-turbo" ? ["audio_url"] : MEMBERS[model.kind];
      expect(Object.keys(output).sort()).toEqual(members);
      if ("cost" in output) expect(output["cost"]).toBeGreaterThan(0);
      const [name = ""] = members.filter((each) => each.endsWith("_url"));
      if (name) expect(output[name]).toMatch(/^https?:.*\/files\//);
      expect(job.executionTime).toBeGreaterThan(500);
    });

    test("fails for a missing, a wrong and an unknown parameter, and names it", async () => {
      const [required = ""] =
        Object.entries(model.parameters).find(([, each]) => each.required) ??
        [];
      const { [required]: _, ...without } = inputOf(model);
      const missing = await runJob(slug, without);
      expect(missing.job).toMatchObject({ status: "FAILED" });
      expect(missing.job.error).toContain(`input.${required} is required`);
      const wrong = await runJob(slug, {
        ...inputOf(model),
        [required]: 7,
      });
      expect(wrong.job.error).toContain(`input.${required} must be`);
      const unknown = { ...inputOf(model), promt: "a" };
      const refused = await runJob(slug, unknown);
      expect(refused.job.error).toMatch(
        /input\.promt is not a parameter.*lenient/,
      );
      const accepted = await runJob(slug, unknown, { lenient: true });
      expect(accepted.job.status).toBe("COMPLETED");
    });
  },
);

test.each(["png", "jpeg"])(
  "a picture of the emulator is a PNG by its name, type and bytes where the input asks for %s",
  async (image_format) => {
    const { job, account } = await runJob("black-forest-labs-flux-1-schnell", {
      prompt: "a lighthouse",
      image_format,
    });
    const { image_url } = job.output as { readonly image_url: string };
    expect(image_url).toMatch(/\.png$/);
    const response = await account.emulator.fetch(image_url);
    expect(response.headers.get("content-type")).toBe("image/png");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  },
);

describe("the input of a job in the emulator", () => {
  test("of a worker of one's own is any JSON object", async () => {
    const account = createAccount();
    const { emulator, callOk } = account;
    emulator.model("mine", (input) => input);
    const template = await callOk("POST", "/v1/templates", {
      name: "worker",
      imageName: "a/b:1",
      isServerless: true,
    });
    const endpoint = await callOk("POST", "/v1/endpoints", {
      templateId: template.id,
    });
    const input = { prompt: ["a", "b"], width: "wide", seed: { nested: null } };
    for (const slug of ["mine", endpoint.id]) {
      const { run, poll, advance } = jobsAt(slug, account);
      const id = await run(input);
      await advance(10_000);
      expect(await poll(id)).toMatchObject({
        status: "COMPLETED",
        output: input,
      });
    }
  });

  test("of a registered model is held against the parameters that its owner gives, and against nothing else", async () => {
    const account = createAccount();
    account.emulator.model("mine", () => "done", {
      parameters: { steps: { type: "integer", required: true, maximum: 4 } },
    });
    const { run, poll, advance } = jobsAt("mine", account);
    const results: unknown[] = [];
    for (const input of [{ steps: 4 }, { steps: 5 }, {}, { other: 1 }]) {
      const id = await run(input);
      await advance(0);
      const { status, error } = await poll(id);
      results.push(error ?? status);
    }
    expect(results).toEqual([
      "COMPLETED",
      "input.steps must be a whole number of at most 4 for mine",
      "input.steps is required by mine",
      "input.other is not a parameter of mine, which takes steps",
    ]);
  });
});

test("the emulator counts no token for an empty prompt of a text model", async () => {
  const [slug = ""] =
    Object.entries<ModelInfo>(models).find(
      ([, { kind, parameters }]) => kind === "text" && "prompt" in parameters,
    ) ?? [];
  const { job } = await runJob(slug, { prompt: "" });
  expect(job.output).toMatchObject({ usage: { input: 0 } });
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
  const { image_url } = job?.output as { readonly image_url: string };
  expect(image_url).toContain(urls.publicBaseUrl);
  expect((await fetch(image_url)).status).toBe(200);
});
