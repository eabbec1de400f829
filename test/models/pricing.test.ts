import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/index.js";
import { estimateCost, type Work } from "../../src/models/index.js";
import { createEmulatedClient } from "../support/emulated-client.js";

/** Section 8 of the interface document, by hand. */
const TABLE: readonly (readonly [what: string, work: Work, cost: number])[] = [
  [
    "a megapixel of a higher-quality model",
    { category: "image", width: 1000, height: 1000, tier: "quality" },
    0.02,
  ],
  [
    "a megapixel of a fast model",
    { category: "image", width: 1000, height: 1000, tier: "fast" },
    0.0024,
  ],
  ["5 seconds of video", { category: "video", seconds: 5 }, 0.5],
  ["1000 characters of speech", { category: "speech", characters: 1000 }, 0.05],
  ["1000 characters of audio", { category: "audio", characters: 1000 }, 0.05],
  ["a million tokens", { category: "text", tokens: 1_000_000 }, 10],
];

for (const [what, work, cost] of TABLE) {
  test(`${what} costs ${cost}`, () => {
    expect(estimateCost(work)).toBeCloseTo(cost, 12);
  });

  test(`${what} costs the caller's own price if there is one, even 0`, () => {
    const factor = cost / priceOf(work);
    expect(estimateCost({ ...work, price: 3 })).toBeCloseTo(3 * factor, 12);
    expect(estimateCost({ ...work, price: 0 })).toBe(0);
    expect(estimateCost({ ...work, price: undefined })).toBe(
      estimateCost(work),
    );
  });
}

function priceOf(work: Work): number {
  return {
    image: "tier" in work && work.tier === "fast" ? 0.0024 : 0.02,
    video: 0.1,
    speech: 0.05,
    audio: 0.05,
    text: 10,
  }[work.category];
}

for (const [side, megapixels] of [
  [1024, 1.05],
  [512, 0.26],
] as const)
  test(`an image of ${side}x${side} is about ${megapixels} megapixels`, () => {
    const image = { category: "image", width: side, height: side } as const;
    expect(estimateCost({ ...image, price: 1 })).toBeCloseTo(megapixels, 2);
    expect(estimateCost(image)).toBeCloseTo(0.02 * megapixels, 4);
  });

test("an image without a tier costs as much as one of a higher-quality model", () => {
  const image = { category: "image", width: 700, height: 300 } as const;
  const quality = estimateCost({ ...image, tier: "quality" });
  expect(estimateCost(image)).toBe(quality);
  expect(estimateCost({ ...image, tier: undefined })).toBe(quality);
});

describe("an estimate", () => {
  const wrongValues = {
    null: null,
    "empty string": "",
    "string 5": "5",
    "empty array": [],
    "array of 5": [5],
    true: true,
    date: new Date(5),
    bigint: 5n,
    "empty object": {},
    "negative number": -1,
    NaN,
    Infinity,
    "-Infinity": -Infinity,
  };
  for (const [shown, value] of Object.entries(wrongValues)) {
    for (const [what, work] of TABLE)
      test(`of ${what} with the ${shown} in place of an amount or a price is an InputError that names the category`, () => {
        const refusal = expect.objectContaining({
          name: "InputError",
          parameter: work.category,
        }) as Error;
        for (const member of Object.keys(work))
          if (!["category", "tier"].includes(member)) {
            const wrong = { ...work, [member]: value } as never;
            expect(() => estimateCost(wrong)).toThrow(refusal);
          }
        const wrong = { ...work, price: value } as never;
        expect(() => estimateCost(wrong)).toThrow(refusal);
      });

    test(`of the ${shown} in place of a piece of work is an InputError`, () => {
      expect(() => estimateCost(value as never)).toThrow(InputError);
    });
  }

  test("of an unknown tier is an InputError, not a wrong number", () => {
    for (const tier of ["turbo", "toString", "__proto__"]) {
      const work = { category: "image", width: 64, height: 64, tier };
      expect(() => estimateCost(work as Work)).toThrow(InputError);
    }
  });

  test("is never negative, and grows in proportion", () => {
    const amount = fc.nat(1_000_000);
    fc.assert(
      fc.property(amount, amount, (seconds, price) => {
        const once = estimateCost({ category: "video", seconds, price });
        const twice = { seconds: seconds * 2, price };
        expect(once).toBeGreaterThanOrEqual(0);
        expect(estimateCost({ category: "video", ...twice })).toBe(once * 2);
      }),
    );
  });

  test("is what the job then costs", async () => {
    const { cloud } = createEmulatedClient({}, { speed: 1000 });
    const slugs = [
      "black-forest-labs-flux-1-dev",
      "black-forest-labs-flux-1-schnell",
      "z-image-turbo",
    ] as const;
    for (const slug of slugs) {
      const input = { prompt: "a lighthouse" };
      const { output } = await cloud.model(slug).runSync(input);
      expect(output.cost).toBeCloseTo(estimateCost(slug, input), 8);
    }
  });
});
