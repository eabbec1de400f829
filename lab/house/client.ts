import { pathToFileURL } from "node:url";
import type * as Main from "../../src/index.js";

const ORIGIN = "http://127.0.0.1:9";
/** The names of options differ between revisions more than the names of variables. */
const ENVIRONMENT = {
  CLOUD_COMPUTE_API_KEY: "house-key-0123456789abcdef",
  CLOUD_COMPUTE_BASE_URL: `${ORIGIN}/v1`,
  CLOUD_COMPUTE_V2_BASE_URL: `${ORIGIN}/v2`,
  CLOUD_COMPUTE_PUBLIC_BASE_URL: ORIGIN,
  CLOUD_COMPUTE_GRAPHQL_URL: `${ORIGIN}/graphql`,
};

/** Imports a main entry point, and returns what creates clients whose `fetch` answers in memory. */
export async function importClient(
  file: string,
): Promise<(fetch: typeof globalThis.fetch) => Main.Client> {
  Object.assign(process.env, ENVIRONMENT);
  const url = pathToFileURL(file).href;
  const { createClient } = (await import(url)) as typeof Main;
  return (fetch) => createClient({ fetch });
}
