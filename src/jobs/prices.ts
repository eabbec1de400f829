import { InputError } from "../errors.js";

/** What the interface document names as prices, in the account's currency, by category and tier; it names no models. */
export const prices = {
  image: {
    /** A higher-quality model, per megapixel. */
    quality: 0.02,
    /** A fast model, per megapixel. */
    fast: 0.0024,
  },
  /** One video model, per second: 0.50 per 5 seconds. */
  video: 0.1,
  /** One text-to-speech model, per 1000 characters. */
  speech: 0.05,
  /** One text model, per million tokens. */
  text: 10,
} as const;

/** What is to be made, and at which price where the model's own differs from the table. */
export type Work =
  | {
      readonly category: "image";
      /** In pixels. */
      readonly width: number;
      /** In pixels. */
      readonly height: number;
      /** @default "quality" */
      readonly tier?: "quality" | "fast" | undefined;
      /** Per megapixel. */
      readonly price?: number | undefined;
    }
  | {
      readonly category: "video";
      readonly seconds: number;
      /** Per second. */
      readonly price?: number | undefined;
    }
  | {
      readonly category: "speech";
      readonly characters: number;
      /** Per 1000 characters. */
      readonly price?: number | undefined;
    }
  | {
      readonly category: "text";
      readonly tokens: number;
      /** Per million tokens. */
      readonly price?: number | undefined;
    };

/**
 * What the work would cost, in the account's currency. The service charges what was really made, and nothing for a job
 * that failed.
 *
 * @throws InputError for an amount or a price that is negative or no number
 */
export function estimateCost(work: Work): number {
  const known = ["image", "video", "speech", "text"];
  if (!known.includes((Object(work) as Partial<Work>).category ?? ""))
    throw new InputError(
      "category",
      `the category must be one of ${known.join(", ")}`,
    );
  const [amount, price] = priced(work);
  for (const number of [amount, price]) {
    if (!(number >= 0 && number < Infinity))
      throw new InputError(
        work.category,
        `an amount or a price of ${work.category} is negative or no number`,
      );
  }
  return amount * price;
}

function priced(work: Work): [amount: number, price: number] {
  switch (work.category) {
    case "image": {
      const { width, height, tier = "quality", price } = work;
      const area = width < 0 ? NaN : (width * height) / 1e6;
      return [area, price ?? prices.image[tier]];
    }
    case "video":
      return [work.seconds, work.price ?? prices.video];
    case "speech":
      return [work.characters / 1000, work.price ?? prices.speech];
    case "text":
      return [work.tokens / 1e6, work.price ?? prices.text];
  }
}
