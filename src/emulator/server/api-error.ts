/** An error that the emulated service responds with. Each surface gives the error its own JSON shape. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The code that GraphQL shows, where the status does not determine the code. */
  readonly code: string | undefined;
  /** Each rule that a request breaks, where there are several. */
  readonly errors: readonly string[] | undefined;

  constructor(
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    code?: string,
    errors?: readonly string[],
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.code = code;
    this.errors = errors;
  }
}
