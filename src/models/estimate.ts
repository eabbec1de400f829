import { modelPrices } from "../../generated/models/prices.js";
import type { ModelInputs, ModelSlug } from "../../generated/models/types.js";
import { InputError } from "../errors.js";
import type { ModelPrice, PricedModel, QuantityParameter } from "./info.js";
import { isPlainObject } from "../json.js";
import { findMeant } from "../similar.js";
import { estimateWork, type Work } from "./pricing.js";

/**
 * Estimates what a piece of work costs by the category of its model, in the currency of the account. The service charges
 * what the model really makes, and nothing for a job that fails. For a public model, pass its slug and the input instead.
 *
 * @throws InputError if the category is not known, or an amount or a price is negative or no finite number
 *
 * @example
 * ```ts
 * const cost = estimateCost({ category: "image", width: 1024, height: 1024, tier: "fast" });
 * ```
 */
export function estimateCost(work: Work): number;
/**
 * Estimates what a job of a public model costs with this input, by the price of that model, in the currency of the
 * account. A price that the running service was seen to bill counts more than that of the page. Parameters that are absent
 * count with their defaults. A text model counts the most tokens that the input lets it write, and the tokens of the
 * prompt: one for three bytes, which is rather too many. A model that the service has retired counts with its last known price: `models[slug].retired` names the nearest
 * live model.
 *
 * @example
 * ```ts
 * estimateCost("black-forest-labs-flux-1-schnell", { prompt: "a lighthouse", width: 512, height: 512 });
 * ```
 *
 * @throws InputError for an unknown slug; for a parameter that decides the price and has no right value; and for a model
 * whose price does not follow from the input: `models[slug].price` shows what is known of it
 */
export function estimateCost<Slug extends ModelSlug>(
  slug: Slug,
  input: Partial<ModelInputs[Slug]>,
): number;
export function estimateCost(
  workOrSlug: Work | ModelSlug,
  input?: object,
): number {
  return typeof workOrSlug === "string"
    ? estimateJob(workOrSlug, input)
    : estimateWork(workOrSlug);
}

function estimateJob(slug: string, input: unknown): number {
  if (!isModelSlug(slug)) {
    const meant = findMeant(slug, Object.keys(modelPrices));
    const hint = meant === undefined ? "" : ` (did you mean ${meant}?)`;
    const problem = `slug must be that of a public model, not ${JSON.stringify(slug)}${hint}`;
    throw new InputError("slug", problem);
  }
  if (!isPlainObject(input))
    throw new InputError("input", "input must be an object");
  const model = modelPrices[slug];
  const rate = rateOf(slug, model, input);
  const { price } = model;
  const least = "least" in price ? (price.least ?? 0) : 0;
  const computed = (rate * quantityOf(model, input)) / UNIT_SIZES[price.unit];
  const cost = Math.max(least, computed);
  if (!Number.isFinite(cost))
    throw new InputError(
      "input",
      "input has a cost that is not a finite number",
    );
  return cost;
}

function isModelSlug(slug: string): slug is ModelSlug {
  return Object.hasOwn(modelPrices, slug);
}

/** How many images, pixels, seconds, characters or tokens one unit of a price stands for. */
const UNIT_SIZES = {
  image: 1,
  video: 1,
  megapixel: 1_000_000,
  second: 1,
  "1000 characters": 1000,
  "1M tokens": 1_000_000,
  unknown: 1,
};

type Input = Readonly<Record<string, unknown>>;

/** The price for one unit. */
function rateOf(slug: string, model: PricedModel, input: Input): number {
  const { price, by, quantity } = model;
  const setsNoSeconds = price.unit === "second" && quantity.length === 0;
  if (!("perUnit" in price) || setsNoSeconds)
    throw new InputError(
      "slug",
      `the cost of ${slug} cannot be computed from its input (price: ${priceInWords(price)})`,
    );
  if (!("by" in price)) return price.perUnit;
  const value = by && valueAt(input, by);
  const isKey = typeof value === "string" || typeof value === "number";
  const rate =
    isKey && Object.hasOwn(price.perUnit, value)
      ? price.perUnit[value]
      : undefined;
  if (rate !== undefined) return rate;
  const values = Object.keys(price.perUnit).join(", ");
  throw new InputError(price.by, `${price.by} must be one of ${values}`);
}

/** A price from which no cost can be computed. */
function priceInWords(price: ModelPrice): string {
  if ("note" in price) return price.note;
  if ("perUnit" in price)
    return `${JSON.stringify(price.perUnit)} for each ${price.unit}, and no parameter sets how many of them there are`;
  const { unit, min, max } = price;
  const upTo = max === undefined ? "upwards" : `to ${max}`;
  return `from ${min} ${upTo} for each ${unit}, and the reference does not say what decides`;
}

/** How much the input asks for: the product of the parameters that say so, and of a text model the tokens of the prompt. */
function quantityOf({ price, quantity }: PricedModel, input: Input): number {
  const asked = quantity
    .map((parameter) => amountOf(valueAt(input, parameter), parameter))
    .reduce((product, amount) => product * amount, 1);
  return price.unit === "1M tokens" ? asked + promptTokens(input) : asked;
}

/** A token has three bytes or more in most languages, so this is rather too many. */
const BYTES_PER_TOKEN = 3;

function promptTokens({ prompt, messages }: Input): number {
  const chat = messages === undefined ? "" : JSON.stringify(messages);
  const text = typeof prompt === "string" ? prompt : chat;
  return new TextEncoder().encode(text).length / BYTES_PER_TOKEN;
}

function amountOf(value: unknown, { path }: QuantityParameter): number {
  const name = path.join(".");
  if (name === "prompt") {
    if (typeof value === "string") return Array.from(value).length;
    throw new InputError(name, `${name} must be a string`);
  }
  if (typeof value === "number" && value >= 0) return value;
  throw new InputError(name, `${name} must be a number, 0 or more`);
}

/** What the input has at the path of a parameter, or else the parameter's default. */
function valueAt(input: Input, parameter: QuantityParameter): unknown {
  const [name = "", inner] = parameter.path;
  const outer = input[name];
  if (inner !== undefined && outer !== undefined && !isPlainObject(outer))
    throw new InputError(name, `${name} must be an object`);
  const value = isPlainObject(outer) && inner ? outer[inner] : outer;
  return value === undefined ? parameter.default : value;
}
