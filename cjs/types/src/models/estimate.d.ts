import type { ModelInputs, ModelSlug } from "../../generated/models/types.js";
import { type Work } from "../jobs/pricing.js";
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
export declare function estimateCost(work: Work): number;
/**
 * What a job of a public model would cost with this input, in the account's currency. Parameters that are absent count
 * with their defaults. A text model counts the most tokens that the input lets it write, and not the tokens of the
 * prompt.
 *
 * @example
 * ```ts
 * estimateCost("black-forest-labs-flux-1-schnell", { prompt: "a lighthouse", width: 512, height: 512 });
 * ```
 *
 * @throws InputError for an unknown slug; for a parameter that decides the price and has no right value; and for a model
 * whose price the input alone does not decide: `models[slug].price` shows what is known of it
 */
export declare function estimateCost<Slug extends ModelSlug>(slug: Slug, input: Partial<ModelInputs[Slug]>): number;
//# sourceMappingURL=estimate.d.ts.map