import { check, refuseUnsendable } from "../checks.js";
import type { CallContext } from "../errors.js";
import { isPlainObject } from "../models/plain-object.js";
import { WrittenBody } from "../rest/written-body.js";
import type { SubmitOptions } from "./submit-options.js";

/** A submit as it is sent. What the caller then does with the input and the options changes nothing. */
export interface WrittenSubmit {
  readonly body: WrittenBody;
  /** The options as they are sent; undefined if there are none. They are not checked yet. */
  readonly options: SubmitOptions | undefined;
  /** The time to live of the job in milliseconds, if the options set one. */
  readonly ttl: number | undefined;
  /** The input, if the caller wants it checked. */
  readonly checkedInput: unknown;
}

/** The two ways to submit a job. */
export type SubmitKind = "run" | "runSync";

/** The name and the route of a submit, as errors show them. */
export function describeSubmit(kind: SubmitKind): CallContext {
  return {
    operation: `jobs.${kind}`,
    route: `POST /v2/{slug}/${kind.toLowerCase()}`,
  };
}

/** Reads an input and the options of its submit at once, so that changes of either after the call do not matter. */
export function readSubmit(
  kind: SubmitKind,
  input: unknown,
  options: SubmitOptions,
): WrittenSubmit {
  return writeSubmit(input, options, describeSubmit(kind));
}

/** Writes the body of a submit. Throws an `InputError` for an input that is no object, or cannot be sent. */
function writeSubmit(
  input: unknown,
  { webhook, policy, s3Config, checkInput }: SubmitOptions,
  call: CallContext,
): WrittenSubmit {
  const inputText = isPlainObject(input) ? write("input", input, call) : "";
  check(
    inputText.startsWith("{"),
    "input",
    "must be a plain object: the parameters of the model by name",
    call,
  );
  const values = { webhook, policy, s3Config };
  const hasOptions = Object.values(values).some((value) => value !== undefined);
  const optionsText = hasOptions ? write("options", values, call) : "{}";
  const separator = optionsText === "{}" ? "" : ",";
  const body = `{"input":${inputText}${separator}${optionsText.slice(1)}`;
  const options = hasOptions
    ? (JSON.parse(optionsText) as SubmitOptions)
    : undefined;
  check(
    checkInput === undefined || typeof checkInput === "boolean",
    "checkInput",
    "must be true or false",
    call,
  );
  return {
    body: new WrittenBody(body),
    options,
    ttl: options?.policy?.ttl,
    checkedInput: checkInput ? (JSON.parse(inputText) as unknown) : undefined,
  };
}

/** The JSON of a value; empty for a value that JSON leaves out. */
function write(parameter: string, value: object, call: CallContext): string {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === "string" ? text : "";
  } catch (error) {
    refuseUnsendable(parameter, error, call);
  }
}
