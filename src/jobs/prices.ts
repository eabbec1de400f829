import { check } from "../checks.js";

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
  const { category, tier = "quality", ...given } = Object(work) as AnyWork;
  const known = Object.keys(prices);
  check(known.includes(category), "category", `is none of [${String(known)}]`);
  const listed = category === "image" ? prices.image[tier] : prices[category];
  const price = given.price ?? listed;
  const amount = {
    image: given.width < 0 ? NaN : (given.width * given.height) / 1e6,
    video: given.seconds,
    speech: given.characters / 1000,
    text: given.tokens / 1e6,
  }[category];
  const cost = amount * price;
  check(
    amount >= 0 && price >= 0 && cost < Infinity,
    category,
    "needs an amount and a price, 0 or more",
  );
  return cost;
}

/** The members of all kinds of work, of which each has its own only: what it lacks is no number. */
type AnyWork = Record<
  "width" | "height" | "seconds" | "characters" | "tokens",
  number
> &
  Pick<Work, "category" | "price"> & {
    readonly tier?: "quality" | "fast" | undefined;
  };
