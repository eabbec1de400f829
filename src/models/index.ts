export { models } from "../../generated/models/data.js";
export type {
  ModelInputs,
  ModelOutputs,
  ModelSlug,
  RetiredModelSlug,
} from "../../generated/models/types.js";
export { checkInput } from "./check-input.js";
export { estimateCost } from "./estimate.js";
export type {
  CapturedAnswer,
  FixedPrice,
  ModelInfo,
  ModelInfoOf,
  ModelKind,
  ModelParameter,
  ModelPrice,
  ModelRetirement,
  PriceByParameter,
  PriceRange,
  PriceUnit,
  UnknownPrice,
} from "./info.js";
export type { Work } from "./pricing.js";
