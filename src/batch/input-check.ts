import { check } from "../checks.js";
import { InputError, type CallContext } from "../errors.js";
import { askSchema } from "../jobs/standard-schema.js";
import type { ModelContract } from "../jobs/contract.js";
import { checkInputOf } from "../models/check-input.js";
import { isPlainObject } from "../json.js";
import { loadModel } from "../models/load-model.js";
import type { OpenBatch } from "./open-batch.js";
import type { AddOptions } from "./types.js";

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
  { model, contract }: OpenBatch,
  { checkInput }: AddOptions,
): Promise<InputCheck | undefined> {
  if (contract) return (input) => checkByContract(contract, input);
  if (checkInput === false) return undefined;
  const info = await loadModel(model);
  if (!info && checkInput === undefined) return undefined;
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

async function checkByContract(
  { input: schema }: ModelContract,
  input: unknown,
): Promise<void> {
  const { refusal } = await askSchema(schema, input, "input");
  if (!refusal) return;
  const { path, problem, cause } = refusal;
  throw new InputError(path, problem, { cause });
}
