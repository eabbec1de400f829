/** A client that the bench measures, by the name of its package; its call is in `tools/peers/calls`. */
export interface Contestant {
  readonly name: string;
  /** What a program takes from the package to make a call. */
  readonly main: string;
  /** The call without any client that its own is compared to. */
  readonly bare: Bare;
  /** Whether it can wait for a job. */
  readonly waits?: true;
}

export type Bare = "bare-list" | "bare-submit";

export const OURS = "cloud-compute-sdk";
/** Our other call: the submit of a job. */
export const OUR_JOB = `${OURS}-job`;
/** The peer that imports are compared to. */
export const LIGHTEST = "openapi-fetch";

/** Each lists something; the two that only run jobs submit one, and graphql-request sends a query. */
export const contestants: readonly Contestant[] = [
  { name: OURS, main: "createClient", bare: "bare-list", waits: true },
  { name: "runpod-sdk", main: "default", bare: "bare-submit", waits: true },
  {
    ...{ name: "@fal-ai/client", main: "createFalClient" },
    ...{ bare: "bare-submit", waits: true },
  },
  { name: "replicate", main: "default", bare: "bare-list", waits: true },
  { name: "openai", main: "default", bare: "bare-list" },
  { name: "octokit", main: "Octokit", bare: "bare-list" },
  { name: "stripe", main: "default", bare: "bare-list" },
  { name: LIGHTEST, main: "default", bare: "bare-list" },
  { name: "ky", main: "default", bare: "bare-list" },
  { name: "graphql-request", main: "GraphQLClient", bare: "bare-submit" },
];

export function callFileOf(name: string): string {
  return `tools/peers/calls/${name.replace("@", "").replace("/", "-")}.mjs`;
}
