import { answerOf, Refusal, type ErrorAnswer } from "../refusals/refusal.js";
import { jsonResponse } from "../http/json-response.js";
import type { Route } from "../http/operations.js";
import type { SurfaceName } from "../http/surface-name.js";

type IsValidKey = (key: string) => boolean;

/** What differs between the surfaces: which requests are let in, and the shape of an error. */
export interface Surface {
  readonly name: SurfaceName;
  /** Whether the request carries a valid key; refuses a request without a key where the surface requires one. */
  readonly authenticate: (request: Request, isValidKey: IsValidKey) => boolean;
  /** The response for a thrown error. Anything but an ApiError is a defect of the emulator: 500. */
  readonly respondWithError: (error: unknown, route?: Route) => Response;
  /**
   * The headers of every answer of the surface. `now` is the moment of the emulator's clock. `countRequest` counts the request
   * in a window of so many seconds, and returns how many the window has had.
   */
  readonly headers?: (
    hasKey: boolean,
    now: number,
    countRequest: (windowSeconds: number) => number,
  ) => Readonly<Record<string, string>>;
}

export const restSurface: Surface = {
  name: "rest",
  authenticate: requireKey,
  respondWithError: errorResponder("rest", restError),
};

/** A validation failure has `problems` in the place of `status`. */
function restError({ message, status, problems, shape }: ErrorAnswer): object {
  if (shape === "list") return [{ error: message }];
  if (shape === "error") return { error: message };
  return problems ? { error: message, problems } : { error: message, status };
}

/** The job API also takes a key without `Bearer`, as workers and the examples of the service send it. */
export const jobSurface: Surface = {
  name: "jobs",
  authenticate: (request, isValidKey) =>
    checkKey(bearerToken(request) ?? plainKey(request), isValidKey),
  respondWithError: errorResponder("jobs", jobError),
};

function jobError({ message, status, shape }: ErrorAnswer): object {
  if (shape === "title") return { title: message, status };
  if (shape === "detail") return { detail: message };
  if (shape === "problem")
    return { status, title: "Unauthorized", detail: message };
  return { error: message };
}

/** The routes by which a worker takes jobs: without a key, the service answers as if there were no jobs. */
export const takeSurface: Surface = {
  ...jobSurface,
  authenticate: (request, isValidKey) =>
    plainKey(request) !== undefined &&
    jobSurface.authenticate(request, isValidKey),
};

/** A load balancing endpoint, which answers itself only where no worker does. */
export const loadBalancerSurface: Surface = {
  ...jobSurface,
  name: "loadBalancer",
  respondWithError: errorResponder("loadBalancer", jobError),
};

/** The OpenAI-compatible routes of the job API, with the errors of OpenAI's API. */
export const openaiSurface: Surface = {
  name: "openai",
  authenticate: requireKey,
  respondWithError: errorResponder(
    "openai",
    ({ message, status, param, code }) => {
      const type = openaiErrorType(status);
      return {
        error: { message, type, param: param ?? null, code: code ?? null },
      };
    },
  ),
};

/** The type of an error of OpenAI's API, by its status. */
export function openaiErrorType(status: number): string {
  if (status === 401) return "authentication_error";
  if (status === 429) return "rate_limit_error";
  return status < 500 ? "invalid_request_error" : "server_error";
}

/** GraphQL reads the key from the query or from the header. Without a key the catalog still answers. */
export const graphqlSurface: Surface = {
  name: "graphql",
  authenticate: (request, isValidKey) => {
    const { searchParams } = new URL(request.url);
    const key = searchParams.get("api_key") ?? bearerToken(request);
    return key !== undefined && checkKey(key, isValidKey);
  },
  respondWithError: errorResponder("graphql", (answer) => ({
    errors: [
      {
        message: answer.message,
        extensions: { code: graphqlErrorCode(answer) },
      },
    ],
  })),
};

/** Files and the document of version 0.1.0 need no key. */
export const fileSurface: Surface = {
  name: "files",
  authenticate: () => false,
  respondWithError: errorResponder("files", restError),
};

/** The code in the extensions of a GraphQL error. */
export function graphqlErrorCode({
  status,
  code,
}: Pick<ErrorAnswer, "status" | "code">): string {
  return code ?? (status < 500 ? "BAD_USER_INPUT" : "INTERNAL_SERVER_ERROR");
}

/** Lets in only requests that carry a valid key. */
export function requireKey(request: Request, isValidKey: IsValidKey): true {
  return checkKey(bearerToken(request), isValidKey);
}

function checkKey(key: string | undefined, isValidKey: IsValidKey): true {
  if (key === undefined) throw new Refusal("noKey");
  if (!isValidKey(key)) throw new Refusal("wrongKey");
  return true;
}

function bearerToken(request: Request): string | undefined {
  return /^Bearer +(.+)$/i.exec(authorizationOf(request))?.[1];
}

function plainKey(request: Request): string | undefined {
  return authorizationOf(request) || undefined;
}

function authorizationOf({ headers }: Request): string {
  return headers.get("authorization") ?? "";
}

function errorResponder(
  name: SurfaceName,
  toBody: (answer: ErrorAnswer) => unknown,
): Surface["respondWithError"] {
  return (error, route) => {
    const answer = answerOf(error, name, route);
    const { status, headers } = answer;
    return jsonResponse(toBody(answer), { status, headers });
  };
}
