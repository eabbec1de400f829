import { check, readHeaders, refuseUnsendable } from "../checks.js";
import type { CallContext } from "../errors.js";
import type { FetchInit } from "./fetch-init.js";
import { findNearest, type OptionNames } from "../option-names.js";
import type { Settings } from "../settings.js";
import { checkNotGraphql } from "./check-address.js";
import { readBody, toResponse } from "./platform-bodies.js";
import type { TransportRequest } from "./request.js";
import type { Send } from "./transport.js";
import { findSurface } from "./url.js";

/** How hooks and errors name the calls of a `fetch`. */
export interface FetchName {
  readonly operation: string;
  /** The path of the route, as a template. */
  readonly path?: string;
}

/** The arguments of `fetch`, read. */
export interface FetchArguments {
  readonly address: string;
  /** What the platform has made of the arguments, without a body that is a stream; or the error that it has thrown. */
  readonly written: Request | { readonly error: unknown };
  /** The body, if it is a stream. */
  readonly stream: ReadableStream | undefined;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
  readonly retries: number | undefined;
  /** The second argument, for the names of its members. */
  readonly init: object;
}

/** The members that are read. */
const MEMBERS: OptionNames<FetchInit> = {
  method: true,
  headers: true,
  body: true,
  signal: true,
  timeout: true,
  retries: true,
};

/** Refuses a misspelt member. Any other member may be one that only the platform's `fetch` knows. */
function checkMemberNames(init: object, call: CallContext): void {
  const known = Object.keys(MEMBERS);
  for (const name of Object.keys(init)) {
    const nearest = known.includes(name) ? name : findNearest(name, known);
    const isMeant = nearest === undefined || nearest === name;
    const problem = `is not a member of init: did you mean ${nearest ?? ""}?`;
    check(isMeant, name, problem, call);
  }
}

/** Sends what `cloud.fetch` was called with. An `InputError` names the argument that cannot be sent. */
export async function sendPlatformRequest(
  settings: Settings,
  send: Send,
  { operation, path }: FetchName,
  args: FetchArguments,
): Promise<Response> {
  const { addresses } = settings;
  const call = { operation };
  const { address, written, stream, signal, timeout, retries } = args;
  checkMemberNames(args.init, call);
  const url = new URL(URL.canParse(address) ? address : "none:");
  url.hash = "";
  const surface = findSurface(url, addresses);
  check(
    surface !== undefined,
    "input",
    "must be an address under one of the configured addresses (baseUrl, publicBaseUrl, graphqlUrl)",
    call,
  );
  checkNotGraphql("input", url, surface, addresses, call);
  // The transport puts the key where it belongs.
  if (url.searchParams.has("api_key")) url.searchParams.delete("api_key");
  if ("error" in written) refuseUnsendable("init", written.error, call);
  const { method } = written;
  const headers = readHeaders(written.headers, call);
  const limits = { signal, timeout };
  const body = stream ?? (await readBody(written, limits, operation));
  const defaultPath = surface === "graphql" ? "/graphql" : "/{path}";
  const request: TransportRequest = {
    call: {
      surface,
      operation,
      route: `${method} ${path ?? defaultPath}`,
      hint: addresses[surface].hint,
    },
    method,
    url: url.href,
    body,
    responseAs: "stream",
    options: { ...limits, retries, headers },
  };
  return toResponse(await send(request), request);
}
