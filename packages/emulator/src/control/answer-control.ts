import { ApiError } from "../http/api-error.js";
import { readBodyUpTo } from "../requests/request-body.js";
import { openApiDocument } from "./openapi.js";
import type { ControlOperation, Controls } from "./control-operation.js";
import { operations } from "./operations.js";

const PREFIX = "/_emulator";

/** Carries out a request to the control API; undefined where the path is none of its own. */
export async function answerControl(
  controls: Controls,
  request: Request,
): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.slice(PREFIX.length);
  if (path === "/openapi.json") return Response.json(openApiDocument);
  const matches = operations.flatMap((operation) => {
    const params = paramsOf(operation, path);
    return params ? [{ operation, params }] : [];
  });
  if (matches.length === 0) return undefined;
  const match = matches.find(
    ({ operation }) => operation.method === request.method,
  );
  if (!match) {
    const allow = matches.map(({ operation }) => operation.method).join(", ");
    throw new ApiError(405, `this path takes ${allow} only`, { allow });
  }
  const { operation, params } = match;
  const body = operation.body ? await readJson(request) : undefined;
  const call = { params, query: searchParams, body };
  return Response.json(await operation.run(controls, call));
}

/** The parameters of a path; undefined where the path is not of this operation. */
function paramsOf(
  { path: template }: ControlOperation,
  path: string,
): Readonly<Record<string, string>> | undefined {
  const pattern = template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const match = new RegExp(`^${pattern}$`).exec(path);
  if (!match) return undefined;
  const values = Object.entries(match.groups ?? {});
  return Object.fromEntries(
    values.map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}

/** The largest body of the control API and of the page, in bytes: a snapshot holds all jobs of an account. */
const MAX_BODY_BYTES = 256 * 2 ** 20;

/** The JSON of a body, of any content type. Throws 413 for a body that is too large, and 400 for one that is not JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const { json, error } = await readBodyUpTo(MAX_BODY_BYTES, request);
  if (error) throw error;
  if (json === undefined) throw new ApiError(400, "the body is not valid JSON");
  return json;
}
