import { checkObject } from "../checks.js";
import { InputError, type CallContext } from "../errors.js";
import type { ModelInfo } from "./info.js";
import { isPlainObject } from "../json.js";
import { findSimilar } from "../similar.js";
import { findProblem, type ValueProblem } from "./value-rule.js";

/**
 * Checks an input against the parameters of a public model, before a paid job is submitted: names, types, ranges and
 * allowed values. The service checks all other requirements of the model.
 *
 * @example
 * ```ts
 * checkInput(models["black-forest-labs-flux-1-schnell"], { prompt: "a lighthouse", width: 512 });
 * ```
 *
 * @throws InputError for the first parameter that is unknown, missing or wrong; the message names it, and says what the
 * model takes
 */
export function checkInput(
  model: Pick<ModelInfo, "slug" | "parameters">,
  input: unknown,
): void {
  checkObject("model", model, { operation: "checkInput" });
  checkInputOf(model, input);
}

/** Does what `checkInput` does for a call that the error names. */
export function checkInputOf(
  { slug, parameters }: Pick<ModelInfo, "slug" | "parameters">,
  input: unknown,
  call?: CallContext,
): void {
  if (!isPlainObject(input))
    throw new InputError("input", "input must be an object", call);
  const problem = findProblem(parameters, input, "", "refuse");
  if (problem) {
    const { path } = problem;
    throw new InputError(path, `${path} ${describe(problem, slug)}`, call);
  }
}

function describe(
  { path, kind, expected }: ValueProblem,
  slug: string,
): string {
  if (kind === "unknown") {
    const [name = ""] = path.split(".").slice(-1);
    const meant = findSimilar(name, expected.split(", "));
    const hint = meant === undefined ? "" : ` (did you mean ${meant}?)`;
    return `is not a parameter of ${slug}${hint}, which takes ${expected}`;
  }
  if (kind === "missing") return `is required by ${slug}`;
  return `must be ${expected} for ${slug}`;
}
