import { join } from "node:path";
import { LAB } from "../../shared/paths.js";

/** A client that the bench measures, by the name of its package; its calls are in `lab/peers/calls`. */
export interface PeerClient {
  readonly name: string;
  /** What a program imports from the package to make a call. */
  readonly main: string;
  /** The call with plain `fetch` that the call of this client is compared with. */
  readonly bare: BaselineCall;
  /** Whether the client can wait for a job. */
  readonly waits?: true;
}

export type BaselineCall = "bare-list" | "bare-submit";

export const OURS = "cloud-compute-sdk";
/** The peer that imports are compared with. */
export const LIGHTEST = "openapi-fetch";

/** Each client lists something; those that only run jobs submit a job, and graphql-request sends a query. */
export const clients: readonly PeerClient[] = [
  { name: OURS, main: "createClient", bare: "bare-list", waits: true },
  { name: "runpod-sdk", main: "default", bare: "bare-submit", waits: true },
  {
    name: "@fal-ai/client",
    main: "createFalClient",
    bare: "bare-submit",
    waits: true,
  },
  { name: "replicate", main: "default", bare: "bare-list", waits: true },
  { name: "openai", main: "default", bare: "bare-list" },
  { name: "octokit", main: "Octokit", bare: "bare-list" },
  { name: "stripe", main: "default", bare: "bare-list" },
  { name: LIGHTEST, main: "default", bare: "bare-list" },
  { name: "ky", main: "default", bare: "bare-list" },
  { name: "graphql-request", main: "GraphQLClient", bare: "bare-submit" },
];

/** Our calls besides the list. */
export const ownCalls: readonly {
  readonly name: string;
  readonly title: string;
  readonly bare: BaselineCall;
}[] = [
  { name: `${OURS}-get`, title: "a get", bare: "bare-list" },
  { name: `${OURS}-submit`, title: "a submit", bare: "bare-submit" },
  { name: `${OURS}-graphql`, title: "a GraphQL query", bare: "bare-submit" },
];

/** The call without a client that a call is compared with. */
export function baselineOf(name: string): BaselineCall {
  const call = [...clients, ...ownCalls].find((each) => each.name === name);
  return call?.bare ?? "bare-submit";
}

export function callFileOf(name: string): string {
  const file = `${name.replace("@", "").replace("/", "-")}.mjs`;
  return join(LAB, "peers", "calls", file);
}
