import { ApiError } from "../server/api-error.js";
import { openApiDocument } from "./openapi.js";
import {
  operations,
  type ControlOperation,
  type Controls,
} from "./operations.js";

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
  return match ? { ...match.groups } : undefined;
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return (await request.json()) as unknown;
  } catch {
    throw new ApiError(400, "the body is not valid JSON");
  }
}
