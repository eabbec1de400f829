import { check } from "../checks.js";

/** The address of one surface. */
export interface Address {
  /** The address without a trailing slash; throws an `InputError` naming option and variable where none was given. */
  url(operation: string): string;
  /** What may be wrong with the address, should the service know nothing of what was asked; empty when nothing seems to be. */
  readonly hint: string;
}

/** Checks an address that was given; a missing one is an error of the first call that needs it. */
export function resolveAddress(
  option: string,
  variable: string,
  given: string | undefined,
  allowInsecureHttp: boolean | undefined,
): Address {
  const address = given
    ? checkAddress(option, variable, given, allowInsecureHttp)
    : "";
  return {
    url: (operation) => {
      checkGiven(address, option, variable, operation);
      return address;
    },
    hint:
      option === "baseUrl" && !address.endsWith("/v1")
        ? "baseUrl usually ends in /v1"
        : option === "publicBaseUrl" && address.endsWith("/v2")
          ? "publicBaseUrl must not end in /v2"
          : "",
  };
}

/** Refuses to go on without what an option, or else an environment variable, gives. */
export function checkGiven(
  value: unknown,
  option: string,
  variable: string,
  operation?: string,
): void {
  const said = `is missing: give the option \`${option}\`, or set ${variable}`;
  check(!!value, option, said, { operation });
}

/** The address as text without trailing slashes, when it is one that a key may be sent to. */
function checkAddress(
  option: string,
  variable: string,
  given: string,
  allowInsecureHttp: boolean | undefined,
): string {
  const isGraphql = option === "graphqlUrl";
  const isText = typeof given === "string";
  const url = new URL(isText && URL.canParse(given) ? given : "none:");
  const isBare =
    url.protocol.startsWith("http") &&
    !(url.username || url.password || given.includes("#")) &&
    !(isGraphql ? url.searchParams.has("api_key") : given.includes("?"));
  const rest = isGraphql ? "fragment or api_key" : "query or fragment";
  const from = `(or ${variable})`;
  check(
    isBare,
    option,
    `${from} must be an http or https address without credentials, ${rest}`,
  );
  check(
    url.protocol === "https:" ||
      LOOPBACK.test(url.hostname) ||
      allowInsecureHttp,
    option,
    `${from} would send the key in the clear: use https or \`allowInsecureHttp: true\``,
  );
  return isGraphql ? url.href : url.href.replace(/\/+$/, "");
}

const LOOPBACK = /^((.+\.)?localhost|\[::1\]|127(\.\d+){3})$/;
