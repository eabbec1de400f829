import type { JobPolicy, JobS3Config } from "../../generated/jobs/resources.js";
import { submitMembers } from "../../generated/jobs/submit-members.js";
import { check, checkFlag, readHeaders, type OptionNames } from "../checks.js";
import { InputError, type CallContext } from "../errors.js";
import { isPlainObject, writeJson } from "../json.js";
import { findProblem } from "../models/value-rule.js";
import type { CallOptions } from "../options.js";
import { findSimilar } from "../similar.js";

/** What a submit may say about its job, apart from the input. */
export interface SubmitOptions {
  /**
   * A URL that the service calls when the job ends. The service does not sign the call, so anyone who knows the URL can
   * send one: `createWebhooks` of `cloud-compute-sdk/webhooks` signs the URL, and handles each end of a job once. Inside
   * the input, `webhook` has no effect.
   */
  readonly webhook?: string | undefined;
  /** How long the job may wait and run, in milliseconds, and how it ranks in the queue. */
  readonly policy?: JobPolicy | undefined;
  /** S3-compatible storage that the worker uploads large results to. */
  readonly s3Config?: JobS3Config | undefined;
  /**
   * Whether the input is checked before it is sent: names, types, ranges and allowed values, for the public models that
   * this version of the package knows. An endpoint of your own cannot be checked.
   *
   * @default false
   */
  readonly checkInput?: boolean | undefined;
}

/**
 * How to submit a job.
 *
 * One client begins at most 900 submits of a model in 10 seconds; others wait for their turn. A `timeout` given here
 * covers that wait as well as the call; the client's own timeout covers the call only.
 */
export interface RunOptions extends SubmitOptions, CallOptions {}

/** The options of a submit. */
export const SUBMIT_OPTIONS: OptionNames<SubmitOptions> = {
  webhook: true,
  policy: true,
  s3Config: true,
  checkInput: true,
};

/** The body of a submit as it is sent. What the caller then does with the input and the options changes nothing. */
export class SubmitBody {
  /** The JSON text. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The options as they are sent; undefined if there are none. They are not checked yet. */
  readonly options: SubmitOptions | undefined;
  /** Whether the caller wants the input checked. */
  readonly isInputChecked: boolean;
  /** Whether the input is `{ input: { … } }`, alone or with options of the submit, as other clients take it. */
  readonly isWrapped: boolean;
  readonly #inputText: string;
  #input: object | undefined;

  constructor(
    inputText: string,
    optionsText: string,
    how: Pick<SubmitBody, "headers" | "isInputChecked" | "isWrapped">,
  ) {
    const hasOptions = optionsText !== "{}";
    const separator = hasOptions ? "," : "";
    this.text = `{"input":${inputText}${separator}${optionsText.slice(1)}`;
    this.headers = how.headers;
    this.options = hasOptions
      ? (JSON.parse(optionsText) as SubmitOptions)
      : undefined;
    this.isInputChecked = how.isInputChecked;
    this.isWrapped = how.isWrapped;
    this.#inputText = inputText;
  }

  /** The input as it is sent. Read at the first use: most submits need it only as text. */
  get input(): object {
    this.#input ??= JSON.parse(this.#inputText) as object;
    return this.#input;
  }

  /** The time to live of the job in milliseconds, if the options set one. */
  get ttl(): number | undefined {
    return this.options?.policy?.ttl;
  }
}

/** The two ways to submit a job. */
export type SubmitKind = "run" | "runSync";

/** The name and the route of a submit, as errors show them. */
export function describeSubmit(
  kind: SubmitKind,
): Readonly<Record<"operation" | "route", string>> {
  return {
    operation: `model.${kind}`,
    route: `POST /v2/{slug}/${kind.toLowerCase()}`,
  };
}

/**
 * Writes an input and the options of its submit as they are sent. Throws an `InputError` for an input that is no object,
 * cannot be sent, or is too large.
 */
export function writeSubmitBody(
  kind: SubmitKind,
  input: unknown,
  options: SubmitOptions & Pick<CallOptions, "headers">,
): SubmitBody {
  const call = describeSubmit(kind);
  const headers = readHeaders(options.headers, call);
  const inputText = writeJson("input", input, call);
  const isObject = inputText.startsWith("{");
  const problem = "must be a plain object: the parameters of the model by name";
  check(isObject, "input", problem, call);
  const { webhook, policy, s3Config, checkInput = false } = options;
  const values = { webhook, policy, s3Config };
  const hasOptions = Object.values(values).some((value) => value !== undefined);
  const optionsText = hasOptions
    ? writeJson("options", values, call, "")
    : "{}";
  checkFlag("checkInput", checkInput, call);
  const body = new SubmitBody(inputText, optionsText, {
    headers,
    isInputChecked: checkInput,
    isWrapped: isWrapped(input),
  });
  checkSize(kind, body.text, call);
  return body;
}

/** The longest body that the service accepts, in MiB. It answers a longer one with 400 or, at its edge, with 502. */
const MAX_BODY_MIB: Readonly<Record<SubmitKind, number>> = {
  run: 10,
  runSync: 20,
};

function checkSize(kind: SubmitKind, body: string, call: CallContext): void {
  const maxMib = MAX_BODY_MIB[kind];
  const maxBytes = maxMib * 2 ** 20;
  // A character takes at most three bytes.
  if (body.length * 3 <= maxBytes) return;
  const bytes = new TextEncoder().encode(body).byteLength;
  const mib = Math.ceil((bytes / 2 ** 20) * 10) / 10;
  check(
    bytes <= maxBytes,
    "input",
    `makes a body of ${mib} MiB (${bytes} bytes), and the service accepts at most ${maxMib} MiB (${maxBytes} bytes): store large files elsewhere and send their URLs`,
    call,
  );
}

function isWrapped(input: unknown): boolean {
  const { input: inner, ...others } = Object(input) as Record<string, unknown>;
  const names = ["webhook", "policy", "s3Config"];
  return (
    isPlainObject(inner) &&
    Object.keys(others).every((name) => names.includes(name))
  );
}

/**
 * Throws an `InputError` unless `webhook`, `policy` and `s3Config` are what the description of the request asks for.
 * Members that the description does not know are sent as they are, unless their names are misspelt.
 */
export function checkSubmitOptions(
  { webhook, policy, s3Config }: SubmitOptions,
  call: CallContext,
): void {
  const values = { webhook, policy, s3Config };
  refuseMisspelt("policy", policy, call);
  refuseMisspelt("s3Config", s3Config, call);
  const problem = findProblem(submitMembers, values, "", "accept");
  if (!problem) return;
  const { path, expected } = problem;
  const unit = DURATIONS.includes(path) ? ", in milliseconds" : "";
  throw new InputError(path, `${path} must be ${expected}${unit}`, call);
}

const DURATIONS = ["policy.executionTimeout", "policy.ttl"];

/** Refuses a misspelt member, which the service would ignore: a job could then run for longer than it may. */
function refuseMisspelt(
  option: "policy" | "s3Config",
  value: unknown,
  call: CallContext,
): void {
  const known = Object.keys(submitMembers[option]?.properties ?? {});
  for (const name of Object.keys(Object(value) as object)) {
    const meant = known.includes(name) ? name : findSimilar(name, known);
    if (meant === undefined || meant === name) continue;
    const path = `${option}.${name}`;
    const problem = `${path} is not an option: did you mean ${option}.${meant}?`;
    throw new InputError(path, problem, call);
  }
}
