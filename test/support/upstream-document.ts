import { readFileSync } from "node:fs";

/** JSON of the upstream document. A test may change its copy in place. */
type UpstreamJson =
  | null
  | boolean
  | number
  | string
  | UpstreamJson[]
  | UpstreamObject;
export interface UpstreamObject {
  [key: string]: UpstreamJson;
}

const FILE = new URL(
  "../../packages/spec-tools/test/generate/fixtures/rest.published.json",
  import.meta.url,
);

/** The text of the document of management REST 0.1.0, as its publisher has it. The descriptions are left out. */
export function upstreamText(): string {
  return readFileSync(FILE, "utf8");
}

/**
 * The document of management REST 0.1.0 in the spelling of its publisher, as a new object for each call.
 *
 * The document has closed enumerations, named lists (`Pods`), no required field in any response, and these mistakes:
 *
 * - A PATCH and its POST synonym share one operationId.
 * - `env` and `portMappings` are objects with `items`, where a map is meant.
 * - `ports` is an array whose default is a string.
 * - `RestartPod` has no success response.
 * - Two GPU types are listed in two spellings, one of which has two spaces.
 */
export function upstreamDocument(): UpstreamObject {
  return JSON.parse(upstreamText()) as UpstreamObject;
}
