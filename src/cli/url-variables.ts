import { surfaceVariables } from "../../generated/surfaces/addresses.js";
import {
  deployments,
  type DeploymentUrls,
} from "../../generated/surfaces/deployments.js";
import { CommandError } from "./command.js";

/** The environment variable with the URL of each surface. */
export const URL_VARIABLES: Readonly<Record<string, string>> = {
  ...surfaceVariables,
  rest: "CLOUD_COMPUTE_BASE_URL",
  graphql: "CLOUD_COMPUTE_GRAPHQL_URL",
  jobs: "CLOUD_COMPUTE_PUBLIC_BASE_URL",
};

/** Sets the URL variables that are not set to the URLs of the deployment in `CLOUD_COMPUTE_DEPLOYMENT`. */
export function fillUrlVariables(): void {
  const name = process.env["CLOUD_COMPUTE_DEPLOYMENT"];
  if (!name) return;
  const urls = new Map<string, DeploymentUrls>(Object.entries(deployments)).get(
    name,
  );
  if (!urls)
    throw new CommandError(
      2,
      `CLOUD_COMPUTE_DEPLOYMENT is "${name}"; known deployments: ${Object.keys(deployments).join(", ")}`,
    );
  for (const [surface, url] of Object.entries(urls)) {
    const variable = URL_VARIABLES[surface];
    if (variable !== undefined) process.env[variable] ||= url;
  }
}
