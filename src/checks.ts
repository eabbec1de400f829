import { InputError, type CallContext } from "./errors.js";
import type { CallOptions, UpdateMethod, UpdateOptions } from "./options.js";
import { findNearest } from "./similar.js";

/** Throws an `InputError` unless the condition holds. `problem` follows the name of the option or parameter. */
export function check(
  holds: unknown,
  parameter: string,
  problem: string,
  call?: CallContext,
): asserts holds {
  if (!holds) throw new InputError(parameter, `${parameter} ${problem}`, call);
}

/** Throws an `InputError` when neither the option nor the environment variable has a value. */
export function checkPresent(
  value: unknown,
  option: string,
  variable: string,
  operation?: string,
  otherWay = "",
): void {
  const problem = `is missing: set the option \`${option}\` or the environment variable ${variable}${otherWay}`;
  check(!!value, option, problem, { operation });
}

/** Throws an `InputError` unless options, or another argument with members, are an object. */
export function checkObject(
  name: string,
  value: unknown,
  call?: CallContext,
): asserts value is object {
  check(Object(value) === value, name, "must be an object", call);
}

/** Throws an `InputError` for a signal that is neither absent nor an `AbortSignal`. */
export function checkSignal(signal: unknown, call?: CallContext): void {
  const methods = ["throwIfAborted", "addEventListener"];
  const isAbsent = signal === undefined || signal === null;
  const isSignal = hasMethods(signal, methods);
  check(isAbsent || isSignal, "signal", "must be an AbortSignal", call);
}

/** Whether a value is an object with all these functions. */
export function hasMethods(
  value: unknown,
  names: readonly PropertyKey[],
): boolean {
  const members = Object(value) as Readonly<Record<PropertyKey, unknown>>;
  return names.every((name) => typeof members[name] === "function");
}

/** The name of every member of an options object. The compiler refuses a list that lacks a name, or has another one. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Throws an `InputError` for a member that is not documented, and names the documented member that is most like it or
 * begins with the same four letters, or else all of them. A member that is undefined counts as absent.
 */
export function checkOptionNames<Options>(
  options: object,
  names: OptionNames<Options>,
  call?: CallContext,
): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(names, name)) continue;
    const known = Object.keys(names);
    const begin = name.slice(0, 4);
    const meant =
      findNearest(name, known) ??
      known.find((candidate) => candidate.startsWith(begin));
    const hint = meant
      ? `did you mean ${meant}?`
      : `the options are ${known.join(", ")}`;
    throw new InputError(name, `${name} is not an option: ${hint}`, call);
  }
}

/**
 * Throws an `InputError` unless options are an object that has documented members only, and whose `signal`, if there is one,
 * is an `AbortSignal`.
 */
export function checkOptions<Options>(
  options: unknown,
  names: OptionNames<Options>,
  call?: CallContext,
): asserts options is object {
  checkObject("options", options, call);
  checkOptionNames(options, names, call);
  checkSignal(Reflect.get(options, "signal"), call);
}

/** The options of a call, whose headers have been read. */
export interface SendOptions extends Omit<CallOptions, "headers"> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** The options of a call. */
export const CALL_OPTIONS: OptionNames<CallOptions> = {
  signal: true,
  timeout: true,
  retries: true,
  headers: true,
  onFinalResponse: true,
};

/** The options of an update. */
export const UPDATE_OPTIONS: OptionNames<UpdateOptions> = {
  ...CALL_OPTIONS,
  updateMethod: true,
};

/**
 * Checks and reads the options of a call, before the call waits for anything.
 *
 * @param names all options of the call, if there are more
 */
export function readCallOptions(
  options: CallOptions | undefined,
  call: CallContext,
  names: Readonly<Record<string, true>> = CALL_OPTIONS,
): SendOptions {
  if (options === undefined) return {};
  checkOptions(options, names, call);
  const { signal, timeout, retries, onFinalResponse } = options;
  checkMilliseconds("timeout", timeout, call);
  checkWhole("retries", retries, 0, call);
  checkCallbacks({ onFinalResponse }, call);
  const headers = readHeaders(options.headers, call);
  return { signal, timeout, retries, headers, onFinalResponse };
}

/** Throws an `InputError` for a callback that is neither absent nor a function. */
export function checkCallbacks(
  callbacks: Readonly<Record<string, unknown>>,
  call?: CallContext,
): void {
  for (const [name, callback] of Object.entries(callbacks))
    check(
      callback === undefined || typeof callback === "function",
      name,
      "must be a function",
      call,
    );
}

/**
 * Throws the `InputError` for an argument that could not be serialized; the error is its cause. The message quotes the
 * first line of a platform error only: other lines, and other errors, may repeat the argument.
 */
export function refuseUnsendable(
  parameter: string,
  error: unknown,
  call: CallContext,
): never {
  const [line = ""] = String(error).split("\n");
  const reason = /^(Type|URI|Range)E/.test(line) ? `: ${line}` : "";
  const problem = `cannot be sent${reason}`;
  check(false, parameter, problem, { ...call, cause: error });
}

/** Refuses a key that no header can carry, without repeating the key. */
export function checkKey(
  key: unknown,
  call?: CallContext,
): asserts key is string {
  const isMissing = key === undefined || key === null || key === "";
  check(!isMissing, "apiKey", "is missing: the function gave no key", call);
  check(
    typeof key === "string" && /^[\x21-\x7e]+$/.test(key),
    "apiKey",
    "must be printable ASCII without spaces",
    call,
  );
}

/** Headers that the platform writes itself. Some platforms drop them, others send a request that nobody can read. */
const PLATFORM_HEADERS = [
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/**
 * Returns headers with their names in lower case. They are given as `fetch` takes them: as a plain object, whose
 * undefined members count as absent, as a `Headers`, or as a list of pairs. An `InputError` names a header that cannot be
 * sent, without its value.
 */
export function readHeaders(
  headers: unknown,
  call?: CallContext,
): Readonly<Record<string, string>> {
  if (headers === undefined || headers === null) return {};
  checkObject("headers", headers, call);
  const read = headers instanceof Headers ? headers : toHeaders(headers, call);
  const entries = [...read];
  if (entries.length === 0) return {};
  for (const [name] of entries) {
    const problem = `hold ${name}, which the platform writes itself`;
    check(!PLATFORM_HEADERS.includes(name), "headers", problem, call);
  }
  return Object.fromEntries(entries);
}

function toHeaders(headers: object, call: CallContext | undefined): Headers {
  const isIterable = Symbol.iterator in headers;
  const entries: readonly unknown[] = isIterable
    ? Array.from(headers as Iterable<unknown>)
    : Object.entries(headers).filter(([, value]) => value !== undefined);
  const read = new Headers();
  for (const entry of entries) {
    const [name, value] = Object(entry) as [string, string];
    try {
      read.append(name, value);
    } catch {
      const problem = `hold a header that cannot be sent: ${JSON.stringify(name)}${adviceOnHeader(`${name}${value}`)}`;
      check(false, "headers", problem, call);
    }
  }
  return read;
}

function adviceOnHeader(text: string): string {
  if (/[\u0100-\uffff]/.test(text))
    return " has characters that are not Latin-1: encode them, as encodeURIComponent does";
  return /[\r\n]/.test(text) ? " has a line break" : "";
}

/** Timeouts below this many milliseconds are probably meant in seconds. */
const SHORT_TIMEOUT_MS = 301;

/**
 * Describes a timeout that is probably meant in seconds; undefined for another one. It is no reason to refuse a call: a test
 * may want so short a timeout.
 */
export function describeShortTimeout(
  name: string,
  milliseconds: number | undefined,
): string | undefined {
  const isShort = milliseconds !== undefined && milliseconds < SHORT_TIMEOUT_MS;
  if (!isShort) return undefined;
  return `${name} is ${milliseconds} ms, in which few calls end: times are in milliseconds (${milliseconds} seconds are ${milliseconds * 1000})`;
}

/** Throws an `InputError` for a value that is neither absent nor a positive number of milliseconds below 2^31. */
export function checkMilliseconds(
  name: string,
  value: unknown = 1,
  call?: CallContext,
): void {
  check(
    typeof value === "number" && value > 0 && value < 2 ** 31,
    name,
    "must be a positive number of milliseconds below 2^31",
    call,
  );
}

/** Refuses a value that is neither absent nor a whole number of at least `min`. */
export function checkWhole(
  name: string,
  value: number | undefined,
  min: number,
  call?: CallContext,
): void {
  check(
    value === undefined || (Number.isInteger(value) && value >= min),
    name,
    `must be a whole number, ${min} or more`,
    call,
  );
}

/** Refuses a value that is neither absent nor true or false. */
export function checkFlag(
  name: string,
  value: unknown,
  call?: CallContext,
): void {
  const isFlag = value === undefined || typeof value === "boolean";
  check(isFlag, name, "must be true or false", call);
}

/** How an update can be sent. */
export const UPDATE_METHODS: readonly UpdateMethod[] = ["patch", "post"];

/** Refuses a value that is none of the known ones. */
export function checkOneOf<Known>(
  name: string,
  value: Known,
  known: readonly Known[],
  call?: CallContext,
): void {
  const shown = known.map((each) => JSON.stringify(each)).join(", ");
  check(known.includes(value), name, `must be one of ${shown}`, call);
}
