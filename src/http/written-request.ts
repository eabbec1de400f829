/**
 * A request as openapi-fetch has written it: address, headers and text. It takes the place of the platform's `Request`
 * where nobody but the transport reads the request. The platform would turn the text into a stream, which then has to be
 * read again.
 */
export class WrittenRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly text: string | undefined;

  constructor(url: string, { method, headers, body }: RequestInit) {
    this.url = url;
    this.method = method ?? "GET";
    this.headers = headers as Headers;
    this.text = body as string | undefined;
  }
}
