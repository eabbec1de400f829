import { check } from "../checks.js";

/**
 * The prices that the interface document names, in the currency of the account, by category and tier. The document does
 * not name models, so the price of a particular model may differ.
 */
const PRICES = {
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
      /** The two words mean the same: the interface document calls text-to-speech models audio models. */
      readonly category: "speech" | "audio";
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
 * Estimates what a piece of work costs by the category of its model, in the currency of the account. The service charges
 * what the model really makes, and nothing for a job that fails.
 *
 * @throws InputError if the category is not known, or an amount or a price is negative or no finite number
 */
export function estimateWork(work: Work): number {
  const details = Object(work) as Partial<Record<string, unknown>>;
  const { category, tier = "quality" } = details;
  check(
    isKeyOf(AMOUNTS, category),
    "category",
    `must be one of ${Object.keys(AMOUNTS).join(", ")}`,
  );
  check(isKeyOf(PRICES.image, tier), "tier", "must be quality or fast");
  const tablePrices = {
    image: PRICES.image[tier],
    video: PRICES.video,
    speech: PRICES.speech,
    audio: PRICES.speech,
    text: PRICES.text,
  };
  const { price = tablePrices[category] } = details;
  const { members, unitSize } = AMOUNTS[category];
  const factors = [price, ...members.map((member) => details[member])];
  check(
    factors.every(isAmount),
    category,
    `needs a number of 0 or more for ${members.join(", ")} and the price`,
  );
  const cost =
    factors.reduce((product, factor) => product * factor, 1) / unitSize;
  check(
    Number.isFinite(cost),
    category,
    "has a cost that is not a finite number",
  );
  return cost;
}

/** By category: the members whose product is the amount, and the amount that one price is for. */
const AMOUNTS = {
  image: { members: ["width", "height"], unitSize: 1_000_000 },
  video: { members: ["seconds"], unitSize: 1 },
  speech: { members: ["characters"], unitSize: 1000 },
  audio: { members: ["characters"], unitSize: 1000 },
  text: { members: ["tokens"], unitSize: 1_000_000 },
};

function isKeyOf<T extends object>(table: T, key: unknown): key is keyof T {
  return typeof key === "string" && Object.hasOwn(table, key);
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}
