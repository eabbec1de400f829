import { type CallContext } from "../errors.js";
import type { ModelInfo } from "./info.js";
/**
 * Checks an input against the parameters of a public model, before a paid job is submitted: names, types, ranges and
 * allowed values. What else a model asks for stays for the service to check.
 *
 * @example
 * ```ts
 * checkInput(models["black-forest-labs-flux-1-schnell"], { prompt: "a lighthouse", width: 512 });
 * ```
 *
 * @throws InputError for the first parameter that is unknown, missing or wrong; the message names it, and says what the
 * model takes
 */
export declare function checkInput(model: Pick<ModelInfo, "slug" | "parameters">, input: unknown): void;
/** Does what `checkInput` does for a call that the error names. */
export declare function checkInputOf({ slug, parameters }: Pick<ModelInfo, "slug" | "parameters">, input: unknown, call?: CallContext): void;
//# sourceMappingURL=check-input.d.ts.map