import { check, checkOptions } from "../checks.js";
import { InputError } from "../errors.js";
import { checkInputOf } from "../models/check-input.js";
import { loadModel } from "../models/load-model.js";
import { checkOptionNames } from "../option-names.js";
import type { OpenBatch } from "./open-batch.js";
import type { AddOptions } from "./types.js";

const CALL = { operation: "batch.add" };

/** Throws an `InputError` for an input that the model does not take. */
export type InputCheck = (input: unknown) => void;

/** Returns the check of the inputs of an `add`; undefined if they are not to be checked. */
export async function createInputCheck(
  { model }: OpenBatch,
  options: AddOptions,
): Promise<InputCheck | undefined> {
  checkOptions(options, CALL);
  checkOptionNames<AddOptions>(options, { checkInput: true }, CALL);
  const { checkInput } = options;
  check(
    checkInput === undefined || typeof checkInput === "boolean",
    "checkInput",
    "must be true or false",
    CALL,
  );
  if (checkInput === false) return undefined;
  const info = await loadModel(model);
  if (!info && checkInput === undefined) return undefined;
  check(
    info,
    "checkInput",
    `needs a public model that this version of the package knows: ${model} is none`,
    CALL,
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
