import { join } from "node:path";
import { entryNames } from "../../shared/entries.js";
import { LAB } from "../../shared/paths.js";

/** The calls whose CPU time is compared, in the order of the table. */
export const callKinds = [
  "get",
  "create",
  "submit",
  "runSync",
  "query",
] as const;
export type CallKind = (typeof callKinds)[number];

/** A client that the bench measures, by the name of its package; its calls are in `lab/peers/calls`. */
export interface PeerClient {
  readonly name: string;
  /** What a program imports from the package to make a call. */
  readonly main: string;
  /** The calls that the client has. */
  readonly calls: readonly CallKind[];
  /** Whether the client can wait for a job. */
  readonly waits?: true;
}

export const OURS = "cloud-compute-sdk";
/** The peer that imports are compared with. */
export const LIGHTEST = "openapi-fetch";
/** The calls without any client, which all others are compared with. */
export const BARE = "bare";

export const clients: readonly PeerClient[] = [
  { name: OURS, main: "createClient", calls: callKinds, waits: true },
  {
    name: LIGHTEST,
    main: "default",
    calls: ["get", "create", "submit", "runSync"],
  },
  {
    name: "runpod-sdk",
    main: "default",
    calls: ["submit", "runSync"],
    waits: true,
  },
  {
    name: "@fal-ai/client",
    main: "createFalClient",
    calls: ["submit"],
    waits: true,
  },
  {
    name: "replicate",
    main: "default",
    calls: ["get", "submit"],
    waits: true,
  },
  { name: "openai", main: "default", calls: ["get", "create"] },
  { name: "stripe", main: "default", calls: ["get", "create"] },
  { name: "octokit", main: "Octokit", calls: ["get", "create"] },
  { name: "ky", main: "default", calls: ["get", "create", "submit"] },
  { name: "graphql-request", main: "GraphQLClient", calls: ["query"] },
];

/** The clients that can wait for a job. */
export const waitingClients = clients
  .filter(({ waits }) => waits === true)
  .map(({ name }) => name);

/** The entry points of our package, as a program names them. */
export function ownEntries(): string[] {
  return entryNames().filter((name) => `${name}/`.startsWith(`${OURS}/`));
}

export function callFileOf(name: string): string {
  const file = `${name.replace("@", "").replace("/", "-")}.mjs`;
  return join(LAB, "peers", "calls", file);
}
