import type { ModelInputs, ModelOutputs, ModelSlug } from "../../generated/models/types.js";
import type { AnyInput, Model } from "./model.js";
/** The method `model` of the client. */
export interface ModelMethod {
    /**
     * A public model by its slug. Its inputs and outputs have the types of that model.
     *
     * @example
     * ```ts
     * const job = await cloud.model("black-forest-labs-flux-1-schnell").run({ prompt: "a lighthouse" });
     * const { output } = await job.wait();
     * console.log(output.image_url);
     * ```
     *
     * @throws InputError for a slug that no path can hold
     */
    model<Slug extends ModelSlug>(slug: Slug): Model<ModelInputs[Slug], ModelOutputs[Slug]>;
    /**
     * Your own Serverless endpoint by its id, or a public model that the SDK does not know by its slug. Without type
     * arguments its input is any JSON object, and its output is unknown.
     *
     * @example
     * ```ts
     * const model = cloud.model<{ prompt: string[] }, { texts: string[] }>(endpointId);
     * const { output } = await model.runSync({ prompt: ["one", "two"] });
     * console.log(output.texts.length);
     * ```
     *
     * @throws InputError for a slug that no path can hold
     */
    model<Input extends object = AnyInput, Output = unknown>(slug: string): Model<Input, Output>;
}
//# sourceMappingURL=model-types.d.ts.map