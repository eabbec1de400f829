import { surfaceVariables } from "../../generated/further-surfaces.js";
import { accessKeyOf } from "../s3/signature.js";
import { s3EndpointAt, type Urls } from "./urls.js";

/** The environment variables that a client reads, for an emulator with these addresses. */
export function variablesOf(
  apiKey: string,
  urls: Urls,
): Readonly<Record<string, string>> {
  const { accessKeyId, secretAccessKey } = accessKeyOf(apiKey);
  return {
    CLOUD_COMPUTE_API_KEY: apiKey,
    CLOUD_COMPUTE_BASE_URL: reachable(urls.baseUrl),
    CLOUD_COMPUTE_PUBLIC_BASE_URL: reachable(urls.publicBaseUrl),
    CLOUD_COMPUTE_GRAPHQL_URL: reachable(urls.graphqlUrl),
    ...variablesOfSurfaces(urls.surfaces),
    CLOUD_COMPUTE_PROXY_URL: reachable(urls.proxyUrl),
    CLOUD_COMPUTE_S3_ENDPOINT: reachable(s3EndpointAt(urls.publicBaseUrl)),
    CLOUD_COMPUTE_S3_ACCESS_KEY_ID: accessKeyId,
    CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

/** The variables of the further surfaces, such as `CLOUD_COMPUTE_V2_BASE_URL`. */
function variablesOfSurfaces(surfaces: Urls["surfaces"]) {
  const entries = Object.entries<{ readonly baseUrl: string }>(surfaces);
  return Object.fromEntries(
    entries.map(([name, { baseUrl }]) => [
      surfaceVariables[name] ?? name,
      reachable(baseUrl),
    ]),
  );
}

/** An address that reaches this machine, for an emulator that listens on all addresses. */
export function reachable(url: string): string {
  return url
    .replace("//0.0.0.0:", "//127.0.0.1:")
    .replace("//[::]:", "//[::1]:");
}

/** The lines that set environment variables in a POSIX shell: `export NAME=value`. */
export function exportLines(
  variables: Readonly<Record<string, string>>,
): string {
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${quoteForShell(value)}`)
    .join("\n");
}

function quoteForShell(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
