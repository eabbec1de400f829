import type {
  ModelInputs,
  ModelOutputs,
  ModelSlug,
} from "../../generated/models/types.js";
import type { Job } from "./job.js";
import type { MapOptions, MapResult } from "./map.js";
import type { AnyInput, Model } from "./model.js";
import type { RunOptions } from "./submit-options.js";
import type { RunSyncOptions } from "./run-sync.js";
import type { CompletedJob } from "./state.js";

/**
 * Any JSON object. TypeScript does not assign an interface to `AnyInput`; the second type takes it. Arrays, functions,
 * promises, dates and forms do not compile.
 */
export type InputObject =
  | AnyInput
  | (object & {
      readonly [Symbol.iterator]?: never;
      readonly [Symbol.hasInstance]?: never;
      readonly [Symbol.toPrimitive]?: never;
      readonly [Symbol.toStringTag]?: never;
    });

/** A model that the SDK does not know, without type arguments: the input is any JSON object, the output is unknown. */
export interface AnyModel extends Model {
  run(input: InputObject, options?: RunOptions): Promise<Job>;
  runSync(input: InputObject, options?: RunSyncOptions): Promise<CompletedJob>;
  map(
    inputs: Iterable<InputObject> | AsyncIterable<InputObject>,
    options?: MapOptions,
  ): AsyncGenerator<MapResult<AnyInput, unknown>, void, undefined>;
}

/** The method `model` of the client. */
export interface ModelMethod {
  /**
   * A public model by its slug. Its inputs and outputs have the types of that model. Where the slug may be one of several,
   * the input is that of any of them, and so is the output.
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
  model<Slug extends ModelSlug>(
    slug: Slug,
  ): Model<ModelInputs[Slug], ModelOutputs[Slug]>;
  /**
   * Your own Serverless endpoint by its id, or a public model that the SDK does not know by its slug. The input is any JSON
   * object, and the output is unknown. Type arguments say more: `cloud.model<Input, Output>(endpointId)`.
   *
   * @example
   * ```ts
   * const { output } = await cloud.model(endpointId).runSync({ prompt: ["one", "two"] });
   * ```
   *
   * @throws InputError for a slug that no path can hold
   */
  model(slug: string): AnyModel;
  /**
   * Your own Serverless endpoint by its id, or a public model that the SDK does not know by its slug. `Input` is what the
   * model takes, and `Output` what it answers with. The SDK does not check the output.
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
  model<Input extends object, Output = unknown>(
    slug: string,
  ): Model<Input, Output>;
}
