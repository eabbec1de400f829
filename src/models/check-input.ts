import { check } from "../checks.js";
import { InputError, type CallContext } from "../errors.js";
import type { ModelInfo } from "./info.js";
import { isPlainObject } from "../json.js";
import { findSimilar } from "../similar.js";
import { findProblems, type ValueProblem } from "./value-rule.js";

/** What is needed of a model to check its inputs. */
type DescribedModel = Pick<
  ModelInfo,
  "slug" | "parameters" | "open" | "needsOneOf"
>;

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
export function checkInput(model: DescribedModel, input: unknown): void {
  const problem =
    'must be a model, such as models["z-image-turbo"], and no slug';
  const call = { operation: "checkInput" };
  check(Object(model) === model, "model", problem, call);
  checkInputOf(model, input);
}

/** Does what `checkInput` does for a call that the error names. */
export function checkInputOf(
  model: DescribedModel,
  input: unknown,
  call?: CallContext,
): void {
  if (!isPlainObject(input))
    throw new InputError("input", "input must be an object", call);
  const [problem] = problemsOf(model, input);
  if (problem)
    throw new InputError(problem.path, messageOf(problem, model.slug), call);
}

/** One thing that is wrong with the input of a public model. */
export interface InputProblem {
  /** The parameter: `loras[0].path`, or `audio or audio_base64` where one of these is missing. */
  readonly path: string;
  /** `type` is a value of the wrong type, `value` one that is out of its range, or none of the values. */
  readonly kind: "unknown" | "missing" | "type" | "value";
  /** What is wrong, as the message of `checkInput` has it. */
  readonly message: string;
  /** `captured` where the service was seen to refuse such a value, `stated` where only a page says what is right. */
  readonly certainty: "captured" | "stated";
}

/** Finds everything that is wrong with an input, in the order in which `checkInput` would name it. */
export function findInputProblems(
  model: DescribedModel,
  input: Readonly<Record<string, unknown>>,
): InputProblem[] {
  return Array.from(problemsOf(model, input), (problem) => {
    const { path, kind, certainty } = problem;
    return { path, kind, certainty, message: messageOf(problem, model.slug) };
  });
}

function* problemsOf(
  { parameters, open, needsOneOf: names = [] }: Omit<DescribedModel, "slug">,
  input: Readonly<Record<string, unknown>>,
): Generator<ValueProblem, void, undefined> {
  yield* findProblems(parameters, input, "", open ? "accept" : "refuse");
  if (names.length === 0 || names.some((name) => input[name] !== undefined))
    return;
  const path = names.join(" or ");
  yield { path, kind: "missing", expected: "", certainty: "stated" };
}

function messageOf(problem: ValueProblem, slug: string): string {
  return `${problem.path} ${describe(problem, slug)}`;
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
