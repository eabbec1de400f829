import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import { check } from "../checks.js";
import type { CallContext } from "../errors.js";
import type { Settings } from "../settings.js";
import { isWithin } from "./url.js";

/** A path may be escaped several times over. Deeper escapes than this stay as they are. */
const MAX_DECODINGS = 4;

/**
 * Throws an `InputError` for an address of another surface that a server could take for the address of GraphQL. Its
 * requests would have the key in a header, and a GET that is a change would be retried.
 */
export function checkNotGraphql(
  parameter: string,
  url: URL,
  surface: SurfaceName,
  addresses: Settings["addresses"],
  call: CallContext,
): void {
  const { base } = addresses.graphql;
  if (surface === "graphql" || base === "") return;
  const graphqlUrl = new URL(base);
  if (url.host !== graphqlUrl.host) return;
  const path = normalizePath(graphqlUrl.pathname);
  const surfaceUrl = new URL(addresses[surface].base);
  // The whole surface is configured below the address of GraphQL.
  if (isWithin(normalizePath(surfaceUrl.pathname), path)) return;
  const isOther = !isWithin(normalizePath(url.pathname), path);
  const problem =
    "leads to graphqlUrl in another spelling: write the address as in graphqlUrl";
  check(isOther, parameter, problem, call);
}

/**
 * A path as a lenient server reads it: in lower case, without escapes, parameters of a segment, empty segments and dot
 * segments.
 */
function normalizePath(path: string): string {
  let decoded = path;
  for (let times = 0; times < MAX_DECODINGS; times++)
    decoded = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(parseInt(hex, 16)),
    );
  const segments: string[] = [];
  for (const segment of decoded.toLowerCase().split(/[/\\]/)) {
    const name = segment.replace(/[;?#].*/s, "").trim();
    if (name === "..") segments.pop();
    else if (name !== "" && name !== ".") segments.push(name);
  }
  return `/${segments.join("/")}`;
}
