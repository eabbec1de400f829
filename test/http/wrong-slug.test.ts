import { describe, expect, test } from "vitest";
import { createClient } from "../../src/index.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import { KEY, scriptedFetch, URLS } from "../support/scripted-fetch.js";

test.each([
  ["black-forest-labs-flux-1-shnell", "black-forest-labs-flux-1-schnell"],
  ["flux-1-schnell", "black-forest-labs-flux-1-schnell"],
  ["flux schnell", "black-forest-labs-flux-1-schnell"],
  ["Z_Image_Turbo", "z-image-turbo"],
  ["qwen3-32b-aqw", "qwen3-32b-awq"],
])(
  "a submit to the slug %s, which the service does not know, names %s",
  async (slug, meant) => {
    const { cloud } = createEmulatedClient();
    const submit = cloud.model(slug).run({ prompt: "a pier" });
    await expect(submit).rejects.toMatchObject({ status: 404 });
    await expect(submit).rejects.toThrow(`(did you mean ${meant}?)`);
  },
);

test("any call of a job names the near slug of a public model, and a right slug is followed by none", async () => {
  const { cloud } = createEmulatedClient();
  const wrong = cloud.model("z-image-trubo");
  await expect(wrong.health()).rejects.toThrow("(did you mean z-image-turbo?)");
  await expect(wrong.job("j1").status()).rejects.toThrow(
    "(did you mean z-image-turbo?)",
  );
  // The emulator serves flux-schnell as well: only the id of the job is wrong.
  for (const slug of ["z-image-turbo", "flux-schnell"]) {
    const status = cloud.model(slug).job("j1").status();
    await expect(status).rejects.toMatchObject({ status: 404 });
    await expect(status).rejects.not.toThrow("did you mean");
  }
});

test.each(["my-endpoint", "image", "a1b2c3d4e5f6g7"])(
  "a submit to %s, which is near no public model or near several, names none",
  async (slug) => {
    const { cloud } = createEmulatedClient();
    const submit = cloud.model(slug).run({ prompt: "a pier" });
    await expect(submit).rejects.toMatchObject({ status: 404 });
    await expect(submit).rejects.not.toThrow("did you mean");
  },
);

describe("a retired model", () => {
  // As a string, because the slug is deprecated in the types.
  const NANO_SLUG: string = "nano-banana-edit";
  const NANO =
    "nano-banana-edit has been retired since 2026-09-28; the nearest live model is google-nano-banana-2-edit";
  const reach = (status: number) => {
    const warnings: string[] = [];
    const answers = ["j1", "j2"].map((id) => ({ status, json: { id } }));
    const { fetch } = scriptedFetch(...answers);
    const warn = (line: string) => void warnings.push(line);
    const cloud = createClient({ apiKey: KEY, ...URLS, fetch, warn });
    return { cloud, warnings };
  };
  const input = { prompt: "a pier", images: ["https://image.test/a.png"] };

  test("that the service answers with 404 is named as retired, with its nearest live model", async () => {
    const { cloud } = reach(404);
    const submit = cloud.model(NANO_SLUG).run(input);
    await expect(submit).rejects.toMatchObject({ status: 404 });
    await expect(submit).rejects.toThrow(`(${NANO})`);
  });

  test("is no reason for a response with another status, or for the 404 of a live model", async () => {
    const refused = reach(400).cloud.model(NANO_SLUG).run(input);
    await expect(refused).rejects.not.toThrow("retired");
    const live = reach(404).cloud.model("z-image-turbo").run({ prompt: "a" });
    await expect(live).rejects.not.toThrow("retired");
  });

  test("is submitted with one warning of the check of its input", async () => {
    const { cloud, warnings } = reach(200);
    const options = { checkInput: true };
    await cloud.model(NANO_SLUG).run(input, options);
    await cloud.model(NANO_SLUG).run(input, options);
    expect(warnings).toEqual([`model.run: ${NANO}`]);
  });
});
