/** The text of each response. Reading a body a second time would take longer than answering the request. */
const texts = new WeakMap<Response, string>();

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
  texts.set(response, text);
  return response;
}

/** The text that `jsonResponse` made the response of; undefined for any other response. */
export function jsonText(response: Response): string | undefined {
  return texts.get(response);
}
