/** The body of a response, and the headers that were given. */
interface JsonAnswer {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The text and the headers of each response. Reading a body a second time would take longer than answering the request.
 */
const answers = new WeakMap<Response, JsonAnswer>();

/** A response with JSON, whose text the request log can read without reading the response. */
export function jsonResponse(
  body: unknown,
  {
    status = 200,
    headers = {},
  }: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Response {
  const text = JSON.stringify(body);
  const hasType = Object.keys(headers).some(
    (name) => name.toLowerCase() === "content-type",
  );
  const all = hasType
    ? headers
    : { "content-type": "application/json", ...headers };
  const response = new Response(text, { status, headers: all });
  answers.set(response, { text, headers: all });
  return response;
}

/** What `jsonResponse` made the response of; undefined for any other response. */
export function jsonAnswer(response: Response): JsonAnswer | undefined {
  return answers.get(response);
}
