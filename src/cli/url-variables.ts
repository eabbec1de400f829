import { surfaceVariables } from "../../generated/surfaces/addresses.js";
import { resolveOptions } from "../http/settings.js";

/** The environment variable with the URL of each surface. */
export const URL_VARIABLES: Readonly<Record<string, string>> = {
  ...surfaceVariables,
  rest: "CLOUD_COMPUTE_BASE_URL",
  graphql: "CLOUD_COMPUTE_GRAPHQL_URL",
  jobs: "CLOUD_COMPUTE_PUBLIC_BASE_URL",
};

/** The URL of each surface in this environment; empty where neither a variable nor the deployment sets one. */
export function findUrls(): Readonly<Record<string, string>> {
  const { addresses } = resolveOptions({ apiKey: "none" });
  return Object.fromEntries(
    Object.entries(addresses).map(([surface, { base }]) => [surface, base]),
  );
}
