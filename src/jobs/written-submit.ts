import { check, checkOptions, readHeaders } from "../checks.js";
import type { CallContext } from "../errors.js";
import type { CallOptions } from "../options.js";
import { writeJson } from "../rest/write-json.js";
import { WrittenBody } from "../rest/written-body.js";
import type { SubmitOptions } from "./submit-options.js";

/** A submit as it is sent. What the caller then does with the input and the options changes nothing. */
export interface WrittenSubmit {
  readonly body: WrittenBody;
  readonly headers: Readonly<Record<string, string>>;
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
  options: SubmitOptions & Pick<CallOptions, "headers">,
): WrittenSubmit {
  const call = describeSubmit(kind);
  checkOptions(options, call);
  const headers = readSubmitHeaders(options.headers, call);
  return { ...writeSubmit(input, options, call), headers };
}

/** Headers that say how a body is to be read. A body of another kind would be refused, or read as something else. */
const BODY_HEADERS = ["content-type", "content-encoding"];

/** Reads the headers of a submit. Throws an `InputError` for one that describes the body, which this package writes. */
export function readSubmitHeaders(
  headers: unknown,
  call: CallContext,
): Readonly<Record<string, string>> {
  const read = readHeaders(headers, call);
  for (const name of BODY_HEADERS) {
    const problem = `hold ${name}, which a submit sets itself`;
    check(!(name in read), "headers", problem, call);
  }
  return read;
}

/** Writes the body of a submit. Throws an `InputError` for an input that is no object, or cannot be sent. */
function writeSubmit(
  input: unknown,
  { webhook, policy, s3Config, checkInput }: SubmitOptions,
  call: CallContext,
): Omit<WrittenSubmit, "headers"> {
  const inputText = writeJson("input", input, call);
  check(
    inputText.startsWith("{"),
    "input",
    "must be a plain object: the parameters of the model by name",
    call,
  );
  const values = { webhook, policy, s3Config };
  const hasOptions = Object.values(values).some((value) => value !== undefined);
  const optionsText = hasOptions
    ? writeJson("options", values, call, "")
    : "{}";
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
