import { ApiError } from "../http/api-error.js";
import { readBodyUpTo } from "../requests/request-body.js";
import { operations, type Controls } from "./operations.js";

const PREFIX = "/_emulator";

/** Carries out a request to the control API; undefined where the path is none of its own. */
export async function answerControl(
  controls: Controls,
  request: Request,
): Promise<Response | undefined> {
  const { pathname, searchParams: query } = new URL(request.url);
  const path = pathname.slice(PREFIX.length);
  const matches = Object.entries(operations).flatMap(([route, run]) => {
    const [method, template = ""] = route.split(" ");
    const params = paramsOf(template, path);
    return params ? [{ method, run, params }] : [];
  });
  if (matches.length === 0) return undefined;
  const match = matches.find(({ method }) => method === request.method);
  if (!match) {
    const allow = matches.map(({ method }) => method).join(", ");
    throw new ApiError(405, `this path takes ${allow} only`, { allow });
  }
  const body = await readJson(request);
  const { run, params } = match;
  return Response.json(await run(controls, { params, query, body }));
}

/** The parameters of a path; undefined where the path is not of this operation. */
function paramsOf(
  template: string,
  path: string,
): Readonly<Record<string, string>> | undefined {
  const pattern = template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const match = new RegExp(`^${pattern}$`).exec(path);
  return match ? { ...match.groups } : undefined;
}

/** The largest body of the control API and of the page, in bytes: a snapshot holds all jobs of an account. */
const MAX_BODY_BYTES = 256 * 2 ** 20;

/** The JSON of a body; undefined without one. Throws 413 for a body that is too large, and 400 for one that is not JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const { json, sizeBytes, error } = await readBodyUpTo(
    MAX_BODY_BYTES,
    request,
  );
  if (error) throw error;
  if (json === undefined && sizeBytes > 0)
    throw new ApiError(400, "the body is not valid JSON");
  return json;
}
