import { expect, test } from "vitest";
import { createEmulator } from "../../src/emulator/index.js";
import { createClient } from "../../src/index.js";

function emulatorOptions() {
  const { apiKey, urls, fetch } = createEmulator();
  return { apiKey, ...urls, fetch };
}

test.each([
  ["black-forest-labs-flux-1-shnell", "black-forest-labs-flux-1-schnell"],
  ["flux-1-schnell", "black-forest-labs-flux-1-schnell"],
  ["flux schnell", "black-forest-labs-flux-1-schnell"],
  ["Z_Image_Turbo", "z-image-turbo"],
  ["qwen3-32b-aqw", "qwen3-32b-awq"],
])(
  "a submit to the slug %s, which the service does not know, names %s",
  async (slug, meant) => {
    const cloud = createClient(emulatorOptions());
    const submit = cloud.model(slug).run({ prompt: "a pier" });
    await expect(submit).rejects.toMatchObject({ status: 404 });
    await expect(submit).rejects.toThrow(`(did you mean ${meant}?)`);
  },
);

test("any call of a job names the near slug of a public model, and a right slug is followed by none", async () => {
  const cloud = createClient(emulatorOptions());
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
    const cloud = createClient(emulatorOptions());
    const submit = cloud.model(slug).run({ prompt: "a pier" });
    await expect(submit).rejects.toMatchObject({ status: 404 });
    await expect(submit).rejects.not.toThrow("did you mean");
  },
);
