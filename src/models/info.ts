import type { ModelInputs, ModelSlug } from "../../generated/models/types.js";

/** What a model makes. */
export type ModelKind = "image" | "video" | "audio" | "text" | "transcription";

/** What a price is for: one image, one video, a million pixels, a second of the result, and so on. */
export type PriceUnit =
  | "image"
  | "video"
  | "megapixel"
  | "second"
  | "1000 characters"
  | "1M tokens";

/** What a model costs, in the account's currency. */
export type ModelPrice =
  | FixedPrice
  | PriceByParameter
  | PriceRange
  | UnknownPrice;

/** One price for each unit. */
export interface FixedPrice {
  readonly unit: PriceUnit;
  readonly perUnit: number;
  /** The lowest cost that a job was seen to have. */
  readonly least?: number;
}

/** A price for each value of one parameter. */
export interface PriceByParameter {
  readonly unit: PriceUnit;
  /** The name of the parameter. */
  readonly by: string;
  /** The price for each unit, by the value of the parameter. */
  readonly perUnit: Readonly<Record<string, number>>;
  /** The lowest cost that a job was seen to have. */
  readonly least?: number;
}

/** A range of prices: the service does not publish what decides where in it a job lies. */
export interface PriceRange {
  readonly unit: PriceUnit;
  readonly min: number;
  /** Absent where no highest price is known. */
  readonly max?: number;
}

/** A price that only words describe. */
export interface UnknownPrice {
  readonly unit: "unknown";
  readonly note: string;
}

/** What is known of an answer of the running service. */
export interface CapturedAnswer {
  /**
   * The form of the output: an address or a text under `result`; the same address under `audio_url` and `result`; a list of
   * one element with `choices`, or with `choices` under its `result`. `"unknown"` where only the cost is known.
   */
  readonly output:
    | "result"
    | "url and result"
    | "list"
    | "list with result"
    | "unknown";
  /** What the job was billed, in the account's currency. */
  readonly cost?: number;
  /** What is known of the input of that job. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** The day or the month of the answer, as in `2026-07-29`. */
  readonly date?: string;
  /** Whether somebody has printed the answer, somebody states it, or the test double of a client expects it. */
  readonly certainty: "printed" | "stated" | "double";
  /** Whose answer it is: that of the operator's own examples, or of a user's project. */
  readonly source: "user" | "operator";
}

/** One parameter of a model, or what its arrays and objects hold. */
export interface ModelParameter {
  readonly type:
    | "string"
    | "integer"
    | "number"
    | "boolean"
    | "array"
    | "object";
  readonly required?: true;
  /** What the service takes where the parameter is absent. */
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  /** What a string is: a `size` is a width and a height in pixels, joined by `*`. */
  readonly format?: "size";
  /** All values that the model takes. */
  readonly values?: readonly (string | number)[];
  /** Whether the service was seen to refuse what breaks these rules. Absent where only a page states them. */
  readonly captured?: true;
  /** Values that are known; the model may take others. */
  readonly known?: readonly (string | number)[];
  /** What each item of an array is. */
  readonly items?: ModelParameter;
  /** What the members of an object are. */
  readonly properties?: Readonly<Record<string, ModelParameter>>;
}

/** Since when the service no longer serves a model, and what to use in its place. */
export interface ModelRetirement {
  /** The day, or the month at the latest: `2026-09-28`. */
  readonly since: string;
  /** The slug of the live model that does nearly the same. Its parameters may differ. */
  readonly nearest: string;
}

/** What is known of a public model. */
export interface ModelInfo {
  readonly slug: string;
  readonly kind: ModelKind;
  /** The price that was billed, where an answer of the running service shows it; otherwise that of the page of the model. */
  readonly price: ModelPrice;
  /** The price of the page of the model, where another one was billed. */
  readonly pagePrice?: ModelPrice;
  /** What is known of an answer of the running service. Absent where nobody has shown one. */
  readonly captured?: CapturedAnswer;
  /** Present where the service no longer serves the model. */
  readonly retired?: ModelRetirement;
  /** The parameters by name, as the service lists them. */
  readonly parameters: Readonly<Record<string, ModelParameter>>;
  /** Whether the model takes further parameters, whose names are not known. */
  readonly open?: true;
  /** The parameters of which the model needs at least one. */
  readonly needsOneOf?: readonly string[];
}

/** What is known of the public model with this slug. */
export interface ModelInfoOf<Slug extends ModelSlug> extends ModelInfo {
  readonly slug: Slug;
  readonly parameters: Readonly<
    Record<keyof ModelInputs[Slug] & string, ModelParameter>
  >;
}

/** What `estimateCost` needs to know of a model: its price, and which parameters say how much is made. */
export interface PricedModel {
  readonly price: ModelPrice;
  /** The parameter that `price.by` names, with its default. */
  readonly by?: QuantityParameter;
  /** The parameters whose product is the quantity. A fixed quantity of 1 has none. */
  readonly quantity: readonly QuantityParameter[];
}

/** A parameter by its path in the input, with its default. */
export interface QuantityParameter {
  readonly path: readonly string[];
  readonly default?: string | number;
}
