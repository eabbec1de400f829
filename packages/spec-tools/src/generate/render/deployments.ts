import type { Deployments } from "../parse/deployments.js";

/** The deployments as the client reads them. */
export function renderDeployments(deployments: Deployments): string {
  const names = Object.keys(deployments).map((name) => JSON.stringify(name));
  return `import type { SurfaceName } from "./addresses.js";

/** The known deployments of the service. */
export type DeploymentName = ${names.join(" | ") || "never"};

/** The URL of each surface of a deployment. */
export type DeploymentUrls = Readonly<Partial<Record<SurfaceName, string>>>;

export const deployments: Readonly<Record<DeploymentName, DeploymentUrls>> = ${JSON.stringify(deployments, undefined, 2)};`;
}
