import { check } from "../checks.js";
import { type CallContext, InputError } from "../errors.js";
import { askSchema } from "../jobs/contract.js";
import { isPlainObject } from "../json.js";
import { checkInputOf } from "../models/check-input.js";
import { loadModel } from "../models/load-model.js";
import type { OpenBatch } from "./context.js";
import { adviceOn } from "./estimate.js";
import type { AddOptions, ItemSelection, Metadata } from "./types.js";
import { isWellFormed } from "./keys.js";

/** Throws an `InputError` for an input that the service does not take, whatever the model. */
export function checkShapeOfInput(input: unknown, call: CallContext): void {
  check(
    isPlainObject(input),
    "input",
    "must be an object with the parameters of the model by name, such as { prompt: … }: the service takes no text and no list",
    call,
  );
}

/** Throws an `InputError` for an input that the model does not take. */
export type InputCheck = (input: unknown) => void | Promise<void>;

/** Returns the check of the inputs of an `add`; undefined if they are not to be checked. */
export async function createInputCheck(
  { name, model, contract, warn }: OpenBatch,
  { checkInput }: AddOptions,
): Promise<InputCheck | undefined> {
  if (contract)
    return async (input) => {
      const { refusal } = await askSchema(contract.input, input, "input");
      if (!refusal) return;
      const { path, problem, cause } = refusal;
      throw new InputError(path, problem, { cause });
    };
  if (checkInput === false) return undefined;
  const info = await loadModel(model);
  if (!info && checkInput === undefined) {
    const advice = adviceOn(model);
    if (advice)
      warn(
        `batch ${name}: the inputs are not checked, because ${model} is not a public model that this version of the package knows${advice}`,
      );
    return undefined;
  }
  check(
    info,
    "checkInput",
    `needs a contract, or a public model that this version of the package knows: ${model} is none`,
    { operation: "batch.add" },
  );
  return (input) => {
    try {
      checkInputOf(info, input, {});
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // The service may have got a parameter since this version of the package.
      throw new InputError(
        error.parameter,
        `${error.message} (checkInput: false, or --no-check-input, adds inputs without this check)`,
      );
    }
  };
}

/** Throws an `InputError` for a selection that is not valid. */
export function checkSelection(
  { keys, metadata, code }: ItemSelection,
  call: CallContext,
): void {
  const isList =
    keys === undefined ||
    (Array.isArray(keys) && keys.every((key) => typeof key === "string"));
  check(isList, "keys", "must be a list of keys", call);
  if (metadata !== undefined) checkMetadata(metadata, call);
  check(
    code === undefined || typeof code === "string",
    "code",
    'must be the code of an error, such as "job_failed"',
    call,
  );
}

/** Throws an `InputError` for metadata that are not valid. */
export function checkMetadata(
  metadata: unknown,
  call: CallContext,
): asserts metadata is Metadata {
  check(isPlainObject(metadata), "metadata", "must be a plain object", call);
  for (const [name, value] of Object.entries(metadata)) {
    const isScalar =
      typeof value === "string" ||
      typeof value === "boolean" ||
      Number.isFinite(value);
    check(
      isScalar,
      `metadata.${name}`,
      "must be a string, a finite number, true or false",
      call,
    );
    check(
      isWellFormed(name) && isWellFormed(String(value)),
      `metadata.${JSON.stringify(name)}`,
      "must not have the character U+0000 or half of a surrogate pair, which no database keeps",
      call,
    );
  }
}
