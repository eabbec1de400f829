import { InputError } from "./errors.js";

/** Where an address comes from. */
interface Source {
  readonly option: string;
  readonly variable: string;
  readonly value: string | undefined;
  readonly allowInsecureHttp: boolean;
}

/** The address of one surface. */
export interface Address {
  /** The address without a trailing slash; throws an `InputError` naming option and variable where none was given. */
  url(operation: string): string;
  /** What may be wrong with the address, should the service know nothing of what was asked; empty when nothing seems to be. */
  readonly hint: string;
}

/** Checks an address that was given; a missing one is an error of the first call that needs it. */
export function resolveAddress(source: Source): Address {
  const { option, variable, value } = source;
  if (value === undefined || value === "") {
    const missing = `no address: give the option \`${option}\`, or set ${variable}`;
    return {
      url: (operation) => {
        throw new InputError(option, missing, { operation });
      },
      hint: "",
    };
  }
  const url = checkAddress(source, value);
  return { url: () => url, hint: hintOf(option, url) };
}

/** The address as text without trailing slashes, when it is one that a key may be sent to. */
function checkAddress(
  { option, variable, allowInsecureHttp }: Source,
  value: string,
): string {
  const refuse = (why: string) =>
    new InputError(option, `${option} (or ${variable}) ${why}`);
  if (typeof value !== "string") throw refuse("must be a string");
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw refuse("must be an absolute http or https address");
  if (url.username !== "" || url.password !== "")
    throw refuse("must not hold credentials");
  if (value.includes("#")) throw refuse("must not have a fragment");
  if (value.includes("?") && option !== "graphqlUrl")
    throw refuse("must not have a query");
  if (url.searchParams.has("api_key"))
    throw refuse("must not hold the key: give it as `apiKey`");
  if (
    url.protocol === "http:" &&
    !isLoopback(url.hostname) &&
    !allowInsecureHttp
  )
    throw refuse(
      "would send the key in the clear: use https, or permit it with `allowInsecureHttp: true`",
    );
  return option === "graphqlUrl" ? url.href : url.href.replace(/\/+$/, "");
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}

function hintOf(option: string, url: string): string {
  if (option === "baseUrl" && !url.endsWith("/v1"))
    return "baseUrl usually ends in /v1";
  if (option === "publicBaseUrl" && url.endsWith("/v2"))
    return "publicBaseUrl must not end in /v2: the client adds it";
  return "";
}
