import { ApiError } from "./api-error.js";
import { jsonResponse } from "./json-response.js";

type IsValidKey = (key: string) => boolean;

/** What differs between the surfaces: which requests are let in, and the shape of an error. */
export interface Surface {
  /** Whether the request carries a valid key; throws 401 where the surface requires one, or where the key is not valid. */
  readonly authenticate: (request: Request, isValidKey: IsValidKey) => boolean;
  /** The response for a thrown error. Anything but an ApiError is a defect of the emulator: 500. */
  readonly respondWithError: (error: unknown) => Response;
  /** What every answer of the surface has among its headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const restSurface: Surface = {
  authenticate: requireKey,
  respondWithError: errorResponder((message) => ({ message })),
};

export const jobSurface: Surface = {
  authenticate: requireKey,
  respondWithError: errorResponder((error) => ({ error })),
};

/** The OpenAI-compatible routes of the job API, with the errors of OpenAI's API. */
export const openaiSurface: Surface = {
  authenticate: requireKey,
  respondWithError: errorResponder((message, code) => ({
    error: { message, type: openaiErrorType(code), param: null, code },
  })),
};

/** The type of an error of OpenAI's API, by its status. */
export function openaiErrorType(status: number): string {
  if (status === 401) return "authentication_error";
  if (status === 429) return "rate_limit_error";
  return status < 500 ? "invalid_request_error" : "server_error";
}

/** GraphQL reads the key from the query or from the header. Without a key the catalogue still answers. */
export const graphqlSurface: Surface = {
  authenticate: (request, isValidKey) => {
    const { searchParams } = new URL(request.url);
    const key = searchParams.get("api_key") ?? bearerToken(request);
    if (key !== undefined && !isValidKey(key))
      throw new ApiError(401, "the API key is not valid");
    return key !== undefined;
  },
  respondWithError: errorResponder((message, status) => ({
    errors: [{ message, extensions: { code: graphqlErrorCode(status) } }],
  })),
};

/** Files need no key. */
export const fileSurface: Surface = {
  authenticate: () => false,
  respondWithError: restSurface.respondWithError,
};

/** The code in the extensions of a GraphQL error. */
export function graphqlErrorCode(status: number): string {
  if (status === 401) return "UNAUTHENTICATED";
  return status < 500 ? "BAD_USER_INPUT" : "INTERNAL_SERVER_ERROR";
}

/** Lets in only requests that carry a valid key. */
export function requireKey(request: Request, isValidKey: IsValidKey): true {
  const key = bearerToken(request);
  if (key === undefined)
    throw new ApiError(
      401,
      "an API key is required: Authorization: Bearer <API_KEY>",
    );
  if (!isValidKey(key)) throw new ApiError(401, "the API key is not valid");
  return true;
}

function bearerToken(request: Request): string | undefined {
  const header = request.headers.get("authorization") ?? "";
  return /^Bearer +(.+)$/i.exec(header)?.[1];
}

function errorResponder(toBody: (message: string, status: number) => unknown) {
  return (error: unknown): Response => {
    const { status, message, headers } = toApiError(error);
    return jsonResponse(toBody(message, status), { status, headers });
  };
}

/** What is answered for a thrown error. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError(500, `the emulator failed: ${String(error)}`);
}
