import { Refusal } from "./refused-error.js";

type IsKey = (key: string) => boolean;

/** What differs between the three surfaces: who is let in, and how an error looks. */
export interface Surface {
  /** Whether the request speaks for the account; throws where it must and does not. */
  readonly admit: (request: Request, isKey: IsKey) => boolean;
  /** The answer to whatever was thrown: what is not a refusal is a fault of the emulator, and 500. */
  readonly complain: (error: unknown) => Response;
}

export const restSurface: Surface = {
  admit: requireKey,
  complain: complainer((message) => ({ message })),
};

export const jobSurface: Surface = {
  admit: requireKey,
  complain: complainer((error) => ({ error })),
};

/** GraphQL takes the key from the query or the header. Without one the catalogue still answers. */
export const graphqlSurface: Surface = {
  admit: (request, isKey) => {
    const key =
      new URL(request.url).searchParams.get("api_key") ?? bearerOf(request);
    if (key !== undefined && !isKey(key))
      throw new Refusal(401, "the API key is not valid");
    return key !== undefined;
  },
  complain: complainer((message, status) => ({
    errors: [{ message, extensions: { code: codeOf(status) } }],
  })),
};

/** Files need no key. */
export const fileSurface: Surface = {
  admit: () => false,
  complain: restSurface.complain,
};

export function surfaceAt(path: string): Surface {
  if (path.startsWith("/v2/")) return jobSurface;
  return path === "/graphql" ? graphqlSurface : restSurface;
}

function requireKey(request: Request, isKey: IsKey): true {
  const key = bearerOf(request);
  if (key === undefined)
    throw new Refusal(
      401,
      "an API key is required: Authorization: Bearer <API_KEY>",
    );
  if (!isKey(key)) throw new Refusal(401, "the API key is not valid");
  return true;
}

function bearerOf(request: Request): string | undefined {
  return /^Bearer +(.+)$/i.exec(
    request.headers.get("authorization") ?? "",
  )?.[1];
}

function complainer(shape: (message: string, status: number) => unknown) {
  return (error: unknown): Response => {
    const refusal =
      error instanceof Refusal
        ? error
        : new Refusal(500, `the emulator failed: ${String(error)}`);
    const { status, message, headers } = refusal;
    return Response.json(shape(message, status), {
      status,
      headers: { ...headers },
    });
  };
}

/** The code in the extensions of a GraphQL error. */
export function codeOf(status: number): string {
  if (status === 401) return "UNAUTHENTICATED";
  return status < 500 ? "BAD_USER_INPUT" : "INTERNAL_SERVER_ERROR";
}
