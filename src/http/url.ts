import { check, checkPresent } from "../checks.js";
import type { CallContext } from "../errors.js";
import type { CallInfo } from "./request-context.js";

/** The address that one surface is configured with. */
export interface Address {
  /** The address without a trailing slash; empty when none is configured. */
  readonly base: string;
  /** The address; throws an `InputError` that names the option and the environment variable when none is configured. */
  readonly require: (operation: string) => string;
  /** What is probably wrong with the address when the service answers 404; empty when the address seems right. */
  readonly hint: string;
}

/**
 * Checks a configured address. A missing address is an error of the first call that needs it; `otherWay` ends the message
 * of that error.
 */
export function resolveAddress(
  option: string,
  variable: string,
  value: string | undefined,
  allowInsecureHttp: boolean | undefined,
  otherWay: string,
): Address {
  const base = value
    ? checkAddress(option, variable, value, allowInsecureHttp)
    : "";
  return {
    base,
    require: (operation) => {
      checkPresent(base, option, variable, operation, otherWay);
      return base;
    },
    hint: hintFor(option, base),
  };
}

function hintFor(option: string, base: string): string {
  if (option === "baseUrl" && !base.endsWith("/v1"))
    return "baseUrl usually ends in /v1";
  // The paths of the job API and of version 2 begin with /v2.
  const hasPathsInV2 = ["publicBaseUrl", "surfaces.v2.baseUrl"].includes(
    option,
  );
  if (hasPathsInV2 && base.endsWith("/v2"))
    return `${option} must not end in /v2`;
  if (hasPathsInV2 && /\/(v\d|graphql)(\/|$)/.test(base))
    return `${option} usually has no path`;
  if (option === "graphqlUrl" && !/\/graphql(\?|$)/.test(base))
    return "graphqlUrl usually ends in /graphql";
  return "";
}

/** Returns the address without trailing slashes, if the key may be sent to it. */
export function checkAddress(
  option: string,
  variable: string,
  value: string,
  allowInsecureHttp: boolean | undefined,
): string {
  const isGraphql = option === "graphqlUrl";
  const isText = typeof value === "string";
  const url = new URL(isText && URL.canParse(value) ? value : "none:");
  const isPlain =
    url.protocol.startsWith("http") &&
    !(url.username || url.password || value.includes("#")) &&
    !(isGraphql ? url.searchParams.has("api_key") : value.includes("?"));
  const forbidden = isGraphql ? "fragment or api_key" : "query or fragment";
  const source = `(or ${variable})`;
  check(
    isPlain,
    option,
    `${source} must be an http or https address without credentials, ${forbidden}`,
  );
  check(
    url.protocol === "https:" || isLoopback(url) || allowInsecureHttp,
    option,
    `${source} would send the key unencrypted: use https or \`allowInsecureHttp: true\``,
  );
  return isGraphql ? url.href : url.href.replace(/\/+$/, "");
}

/** Whether an address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return /^((.+\.)?localhost|\[::1\]|127(\.\d+){3})$/.test(hostname);
}

/** The surface that an address belongs to: the one whose own address is the longest that `url` is below. */
export function findSurface<Name extends string>(
  url: URL,
  addresses: Readonly<Record<Name, Address>>,
): Name | undefined {
  let found: Name | undefined;
  for (const name in addresses) {
    const { base } = addresses[name];
    const isLonger = !found || base.length > addresses[found].base.length;
    if (base && isLonger && isWithin(url.href, base)) found = name;
  }
  return found;
}

/** Whether the address `url` is `base` or below it. */
export function isWithin(url: string, base: string): boolean {
  const start = base.replace(/\/*(\?.*)?$/, "");
  return url.startsWith(start) && /^([/?#]|$)/.test(url.slice(start.length));
}

/**
 * Fills the `{parameters}` of a path template. Each value becomes exactly one path segment. An `InputError` names the
 * parameter whose value is missing, empty, `.` or `..`, or cannot be encoded.
 */
export function fillPath(
  template: string,
  valueOf: (name: string) => unknown,
  call?: CallContext,
): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    segment(name, valueOf(name), call),
  );
}

/** Encodes a value as one path segment that cannot change where a request goes. */
export function segment(
  name: string,
  value: unknown,
  call?: CallContext,
): string {
  const isObject = Object(value) === value;
  const shown = isObject ? "an object: pass its id" : String(value);
  const isText = typeof value === "string";
  check(isText, name, `must be a string, not ${shown}`, call);
  check(
    /^(?!\.{0,2}$)\P{Surrogate}*$/u.test(value),
    name,
    'must be a well-formed string other than "", "." and ".."',
    call,
  );
  const isClean = value === value.trim() && !value.includes("://");
  // The value is not shown, because a URL may hold the key.
  const problem = "must not begin or end with white space, or be a URL";
  check(isClean, name, problem, call);
  return encodeURIComponent(value);
}

/** The slug, and the id of the job, in the address of a call of the job API under `base`, as far as its route names them. */
export function readJobPath(
  { surface, route }: CallInfo,
  url: string,
  { base }: Address,
): { readonly slug?: string; readonly jobId?: string } {
  if (surface !== "jobs" || !route.includes("{slug}")) return {};
  const [, slug = "", jobId] =
    /^\/v2\/([^/?]+)\/[^/?]+(?:\/([^/?]+))?/.exec(url.slice(base.length)) ?? [];
  const isOfJob = route.includes("{jobId}") && jobId !== undefined;
  return {
    slug: decodeURIComponent(slug),
    ...(isOfJob && { jobId: decodeURIComponent(jobId) }),
  };
}
