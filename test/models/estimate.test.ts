import { describe, expect, test } from "vitest";
import { modelPrices } from "../../generated/models/prices.js";
import { InputError } from "../../src/index.js";
import {
  estimateCost,
  models,
  type ModelInfo,
  type ModelSlug,
  type Work,
} from "../../src/models/index.js";

type Row = readonly [slug: ModelSlug, input: object, cost: number];

/** Costs by hand, from what the running service billed, and otherwise from the prices of the public reference. */
const TABLE: readonly Row[] = [
  ["black-forest-labs-flux-1-dev", { width: 256, height: 256 }, 0.012],
  ["black-forest-labs-flux-1-dev", {}, 0.012],
  ["black-forest-labs-flux-1-schnell", { width: 256, height: 256 }, 0.003],
  ["black-forest-labs-flux-1-schnell", {}, 0.003],
  ["black-forest-labs-flux-1-kontext-dev", { size: "512*512" }, 0.025],
  ["google-nano-banana-2-edit", {}, 0.0875],
  ["google-nano-banana-2-edit", { resolution: "2k" }, 0.13],
  ["google-nano-banana-2-edit", { resolution: "4k" }, 0.175],
  ["nano-banana-edit", {}, 0.038],
  ["p-image-edit", {}, 0.01],
  ["p-image-t2i", {}, 0.005],
  ["qwen-image-edit", {}, 0.02],
  ["qwen-image-edit-2511", {}, 0.02],
  ["qwen-image-edit-2511-lora", {}, 0.025],
  ["qwen-image-t2i", {}, 0.02],
  ["qwen-image-t2i-lora", {}, 0.025],
  ["seedream-v4-edit", {}, 0.027],
  ["seedream-v4-t2i", {}, 0.027],
  ["wan-2-6-t2i", {}, 0.03],
  ["z-image-turbo", {}, 0.005],
  ["kling-v2-1-i2v-pro", {}, 0.45],
  ["kling-v2-1-i2v-pro", { duration: 10 }, 0.9],
  ["kling-video-o1-r2v", { duration: 10 }, 1.12],
  ["p-video", {}, 0.1],
  ["p-video", { resolution: "1080p", duration: 10 }, 0.4],
  ["vidu-q3-i2v", { duration: 4, resolution: "1080p" }, 0.6],
  ["vidu-q3-t2v", {}, 0.75],
  ["wan-2-1-i2v-720", {}, 0.3],
  ["wan-2-6-i2v", {}, 0.5],
  ["wan-2-6-i2v", { size: "1920*1080", duration: 15 }, 2.25],
  ["minimax-speech-02-hd", { prompt: "a".repeat(2000) }, 0.1],
  ["minimax-speech-02-hd", { prompt: "" }, 0],
  ["minimax-speech-02-hd", { prompt: "🗼".repeat(1000) }, 0.05],
  ["cogito-671b-v2-1-fp8-dynamic", { max_tokens: 1_000_000 }, 0.5],
  ["gpt-oss-120b", {}, 0.00512],
  ["gpt-oss-120b", { max_tokens: 1000 }, 0.01],
  ["granite-4-0-h-small", {}, 0.00512],
  ["granite-4-0-h-small", { sampling_params: {} }, 0.00512],
  ["granite-4-0-h-small", { sampling_params: { max_tokens: 2000 } }, 0.02],
  ["qwen3-32b-awq", {}, 0.00512],
  // The service bills what is read as well: a prompt of 30,000 letters, and a chat of 30 bytes as JSON.
  ["qwen3-32b-awq", { prompt: "a".repeat(30_000) }, 0.10512],
  ["qwen3-32b-awq", { messages: [{ role: "user", content: "" }] }, 0.00522],
  ["qwen3-32b-awq", { max_tokens: 0 }, 0.0011],
  ["infinitetalk", {}, 0.25],
  ["seedance-v1-5-pro-i2v", {}, 0.26],
  ["seedance-v1-5-pro-i2v", { duration: 4 }, 0.26],
  ["seedance-v1-5-pro-i2v", { duration: 12 }, 0.624],
  ["sora-2-i2v", { duration: 4 }, 0.4],
  ["sora-2-i2v", { duration: 12 }, 1.2],
  ["wan-2-6-t2v", {}, 0.5],
  ["wan-2-6-t2v", { duration: 15, size: "1080*1920" }, 2.25],
];

/** Models whose price does not follow from the input, and what the message says instead. */
const UNDECIDED: readonly (readonly [slug: ModelSlug, message: string])[] = [
  ["chatterbox-turbo", "0.001 for each second"],
  ["kling-v2-6-std-motion-control", "from 0.21 upwards for each video"],
  ["moonshot-kimi", "from 4 to 15 per million tokens written"],
  ["nano-banana-pro-edit", "from 0.14 to 0.24 for each image"],
  ["sora-2-pro-i2v", "from 1.2 to 6 for each video"],
  ["wan-2-2-i2v-720", "from 0.3 to 0.9 for each video"],
  ["wan-2-2-t2v-720-lora", "from 0.35 to 0.56 for each video"],
  ["wan-2-5", "from 0.25 to 1.5 for each video"],
  ...[
    "google-veo3-1-fast-i2v",
    "minimax-hailuo-02-std",
    "minimax-hailuo-2-3-fast",
    "seedream-3-0-t2i",
    "wan-2-1-t2v-720",
    "wan-2-2-t2v-720",
    "wan-2-7",
    "whisper-v3-large",
  ].map((slug) => [slug as ModelSlug, "no price is published"] as const),
];

/** Values of a wrong type, which JavaScript would take for a number. */
const WRONG = [null, "", [512], true, new Date(5), 5n];

const estimate = (slug: unknown, input: unknown) =>
  estimateCost(slug as never, input as never);

describe("estimateCost of a public model", () => {
  for (const [slug, input, cost] of TABLE) {
    const shown = JSON.stringify(input).slice(0, 80);
    test(`answers ${cost} for ${slug} with ${shown}`, () => {
      expect(estimate(slug, input)).toBeCloseTo(cost, 10);
    });
  }

  for (const [slug, message] of UNDECIDED)
    test(`throws an InputError for ${slug}, whose price the input does not decide`, () => {
      const error = errorOf(() => estimate(slug, {}));
      expect(error).toMatchObject({ parameter: "slug" });
      expect(error.message).toContain(slug);
      expect(error.message).toContain(message);
    });

  test("is tried above for each of the models", () => {
    const tried = new Set([...TABLE, ...UNDECIDED].map(([slug]) => slug));
    expect([...tried].sort()).toEqual(Object.keys(models).sort());
  });

  test.each(WRONG)(
    "throws an InputError that names the parameter for %o in place of its value",
    (value) => {
      for (const [slug, parameter = ""] of [
        ["p-video", "duration"],
        ["p-video", "resolution"],
        ["gpt-oss-120b", "max_tokens"],
        ["granite-4-0-h-small", "sampling_params"],
      ])
        expect(
          errorOf(() => estimate(slug, { [parameter]: value })),
        ).toMatchObject({ parameter });
      const nested = { sampling_params: { max_tokens: value } };
      const error = errorOf(() => estimate("granite-4-0-h-small", nested));
      expect(error).toMatchObject({ parameter: "sampling_params.max_tokens" });
    },
  );

  test("throws an InputError for a prompt that is no text and is charged by its length", () => {
    const error = errorOf(() =>
      estimate("minimax-speech-02-hd", { prompt: 5 }),
    );
    expect(error).toMatchObject({ parameter: "prompt" });
  });

  test.each(["flux", "toString", "__proto__"])(
    "throws an InputError for the slug %s, which no public model has",
    (slug) => {
      expect(errorOf(() => estimate(slug, {}))).toMatchObject({
        parameter: "slug",
      });
    },
  );

  test("names the slug that was probably meant", () => {
    expect(errorOf(() => estimate("z-image-trubo", {})).message).toBe(
      'slug must be that of a public model, not "z-image-trubo" (did you mean z-image-turbo?)',
    );
  });

  for (const resolution of ["540p", "toString", ["720p"]])
    test(`throws an InputError for the resolution ${JSON.stringify(resolution)}, which has no price`, () => {
      const error = errorOf(() => estimate("p-video", { resolution }));
      expect(error).toMatchObject({ parameter: "resolution" });
      expect(error.message).toContain("720p, 1080p");
    });

  test("throws an InputError where the input is missing", () => {
    expect(errorOf(() => estimate("z-image-turbo", undefined))).toMatchObject({
      parameter: "input",
    });
  });
});

/** Section 8 of the interface document, by hand. */
const WORK: readonly (readonly [Work, amount: number, cost: number])[] = [
  [{ category: "image", width: 1000, height: 1000, tier: "quality" }, 1, 0.02],
  [{ category: "image", width: 1000, height: 500 }, 0.5, 0.01],
  [{ category: "image", width: 1000, height: 1000, tier: "fast" }, 1, 0.0024],
  [{ category: "video", seconds: 5 }, 5, 0.5],
  [{ category: "speech", characters: 1000 }, 1, 0.05],
  [{ category: "audio", characters: 1000 }, 1, 0.05],
  [{ category: "text", tokens: 1_000_000 }, 1, 10],
];

describe("estimateCost of a piece of work", () => {
  test.each(WORK)(
    "answers for %j the amount %d by its price, %d, or by the caller's own",
    (work, amount, cost) => {
      expect(estimateCost(work)).toBeCloseTo(cost, 12);
      expect(estimateCost({ ...work, price: undefined })).toBeCloseTo(cost, 12);
      expect(estimateCost({ ...work, price: 3 })).toBeCloseTo(3 * amount, 12);
      expect(estimateCost({ ...work, price: 0 })).toBe(0);
    },
  );

  test.each([...WRONG, "5", {}, -1, NaN, Infinity])(
    "throws an InputError that names the category for %o in place of an amount or a price",
    (value) => {
      for (const [work] of WORK)
        for (const member of [...Object.keys(work), "price"]) {
          if (["category", "tier"].includes(member)) continue;
          const wrong = { ...work, [member]: value } as never;
          const { category: parameter } = work;
          expect(errorOf(() => estimateCost(wrong))).toMatchObject({
            parameter,
          });
        }
      expect(errorOf(() => estimateCost(value as never))).toBeInstanceOf(
        InputError,
      );
    },
  );

  test.each(["turbo", "toString"])(
    "throws an InputError for the tier %s",
    (tier) => {
      const work = { category: "image", width: 64, height: 64, tier };
      expect(errorOf(() => estimateCost(work as Work))).toMatchObject({
        parameter: "tier",
      });
    },
  );
});

describe("A captured cost", () => {
  const billed = Object.values<ModelInfo>(models).filter(
    ({ captured }) => captured?.cost !== undefined,
  );

  test("is known of each model of which somebody has shown or stated one", () => {
    expect(billed).toHaveLength(15);
  });

  // What was spoken and written in the captured jobs is not known.
  const unknown = ["chatterbox-turbo", "minimax-speech-02-hd", "moonshot-kimi"];
  for (const { slug, captured } of billed)
    if (!unknown.includes(slug))
      test(`of ${slug} is not above the estimate for the same input`, () => {
        const cost = estimate(slug, captured?.input ?? {});
        expect(cost).toBeGreaterThanOrEqual(captured?.cost ?? Infinity);
      });

  test("stands beside the price of the page where the two differ", () => {
    const { price, pagePrice, captured } =
      models["black-forest-labs-flux-1-schnell"];
    expect(price).toEqual({ unit: "image", perUnit: 0.003 });
    expect(pagePrice).toEqual({ unit: "megapixel", perUnit: 0.0024 });
    expect(captured).toMatchObject({
      cost: 0.003,
      date: "2026-07-29",
      certainty: "printed",
      source: "user",
    });
  });
});

test("The table of prices has the price of every model", () => {
  for (const [slug, { price }] of Object.entries(models))
    expect(modelPrices[slug as ModelSlug].price).toEqual(price);
  expect(Object.keys(modelPrices)).toEqual(Object.keys(models));
});

function errorOf(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return error as Error;
  }
  throw new Error("nothing was thrown");
}
