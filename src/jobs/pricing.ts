import { check } from "../checks.js";

/**
 * The prices that the interface document names, in the currency of the account, by category and tier. The document does
 * not name models, so the price of a particular model may differ.
 */
export const prices = {
  image: {
    /** Price of a higher-quality model, per megapixel. */
    quality: 0.02,
    /** Price of a fast model, per megapixel. */
    fast: 0.0024,
  },
  /** Price of a video model, per second: 0.50 per 5 seconds. */
  video: 0.1,
  /** Price of a text-to-speech model, per 1000 characters. */
  speech: 0.05,
  /** Price of a text model, per million tokens. */
  text: 10,
} as const;

/** What a model is to make. `price` overrides the price of the table. */
export type Work =
  | {
      readonly category: "image";
      /** Width in pixels. */
      readonly width: number;
      /** Height in pixels. */
      readonly height: number;
      /**
       * Whether the model is of higher quality or fast, which decides the price of the table.
       *
       * @default "quality"
       */
      readonly tier?: "quality" | "fast" | undefined;
      /** Price per megapixel. */
      readonly price?: number | undefined;
    }
  | {
      readonly category: "video";
      readonly seconds: number;
      /** Price per second. */
      readonly price?: number | undefined;
    }
  | {
      readonly category: "speech";
      readonly characters: number;
      /** Price per 1000 characters. */
      readonly price?: number | undefined;
    }
  | {
      readonly category: "text";
      readonly tokens: number;
      /** Price per million tokens. */
      readonly price?: number | undefined;
    };

/**
 * Estimates what a piece of work costs, in the currency of the account. The service charges what the model really makes,
 * and nothing for a job that fails.
 *
 * @throws InputError if the category is not known, or an amount or a price is negative or no finite number
 *
 * @example
 * ```ts
 * const cost = estimateCost({ category: "image", width: 1024, height: 1024, tier: "fast" });
 * ```
 */
export function estimateCost(work: Work): number {
  const { category, tier = "quality", ...details } = Object(work) as AnyWork;
  const categories = Object.keys(prices);
  check(
    categories.includes(category),
    "category",
    `must be one of ${categories.join(", ")}`,
  );
  const tablePrice =
    category === "image" ? prices.image[tier] : prices[category];
  const price = details.price ?? tablePrice;
  const amount = {
    image: details.width < 0 ? NaN : (details.width * details.height) / 1e6,
    video: details.seconds,
    speech: details.characters / 1000,
    text: details.tokens / 1e6,
  }[category];
  const cost = amount * price;
  check(
    amount >= 0 && price >= 0 && cost < Infinity,
    category,
    "needs an amount and a price of 0 or more",
  );
  return cost;
}

/** The members of all categories. A piece of work has only those of its own; the others are undefined at run time. */
type AnyWork = Record<
  "width" | "height" | "seconds" | "characters" | "tokens",
  number
> &
  Pick<Work, "category" | "price"> & {
    readonly tier?: "quality" | "fast" | undefined;
  };
