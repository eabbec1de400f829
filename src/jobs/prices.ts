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
      /** The two words mean the same. */
      readonly category: "speech" | "audio";
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

/** `estimateCost` of a piece of work. */
export function estimateWork(work: Work): number {
  const details = Object(work) as Partial<Record<string, unknown>>;
  const { category, tier = "quality" } = details;
  check(
    isKeyOf(AMOUNTS, category),
    "category",
    `must be one of ${Object.keys(AMOUNTS).join(", ")}`,
  );
  check(isKeyOf(prices.image, tier), "tier", "must be quality or fast");
  const tablePrices = {
    image: prices.image[tier],
    video: prices.video,
    speech: prices.speech,
    audio: prices.speech,
    text: prices.text,
  };
  const { price = tablePrices[category] } = details;
  const factors = [price, ...AMOUNTS[category].map((name) => details[name])];
  check(
    factors.every(isAmount),
    category,
    `needs numbers, 0 or more: ${AMOUNTS[category].join(", ")}, and the price where there is one`,
  );
  const cost =
    factors.reduce((product, factor) => product * factor, 1) /
    UNIT_SIZES[category];
  check(Number.isFinite(cost), category, "has a cost that is no finite number");
  return cost;
}

/** The members whose product is the amount. */
const AMOUNTS = {
  image: ["width", "height"],
  video: ["seconds"],
  speech: ["characters"],
  audio: ["characters"],
  text: ["tokens"],
};

/** How many pixels, seconds, characters or tokens one price is for. */
const UNIT_SIZES = {
  image: 1_000_000,
  video: 1,
  speech: 1000,
  audio: 1000,
  text: 1_000_000,
};

function isKeyOf<T extends object>(table: T, key: unknown): key is keyof T {
  return typeof key === "string" && Object.hasOwn(table, key);
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}
