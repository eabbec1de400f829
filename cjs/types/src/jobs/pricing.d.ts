/**
 * The prices that the interface document names, in the currency of the account, by category and tier. The document does
 * not name models, so the price of a particular model may differ.
 */
export declare const prices: {
    readonly image: {
        /** Price of a higher-quality model, per megapixel. */
        readonly quality: 0.02;
        /** Price of a fast model, per megapixel. */
        readonly fast: 0.0024;
    };
    /** Price of a video model, per second: 0.50 per 5 seconds. */
    readonly video: 0.1;
    /** Price of a text-to-speech model, per 1000 characters. */
    readonly speech: 0.05;
    /** Price of a text model, per million tokens. */
    readonly text: 10;
};
/** What a model is to make. `price` overrides the price of the table. */
export type Work = {
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
} | {
    readonly category: "video";
    readonly seconds: number;
    /** Price per second. */
    readonly price?: number | undefined;
} | {
    /** The two words mean the same: the interface document calls text-to-speech models audio models. */
    readonly category: "speech" | "audio";
    readonly characters: number;
    /** Price per 1000 characters. */
    readonly price?: number | undefined;
} | {
    readonly category: "text";
    readonly tokens: number;
    /** Price per million tokens. */
    readonly price?: number | undefined;
};
/**
 * Estimates what a piece of work costs, in the currency of the account. The service charges what the model really makes,
 * and nothing for a job that fails. `estimateCost` of `cloud-compute-sdk/models` also takes the slug of a public model.
 *
 * @throws InputError if the category is not known, or an amount or a price is negative or no finite number
 *
 * @example
 * ```ts
 * const cost = estimateCost({ category: "image", width: 1024, height: 1024, tier: "fast" });
 * ```
 */
export declare function estimateWork(work: Work): number;
//# sourceMappingURL=pricing.d.ts.map