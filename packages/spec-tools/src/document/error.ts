import type { Path } from "./json.js";

/** A document that cannot be read or used. The message has a line for each problem; `at` is where a single problem is. */
export class DocumentError extends Error {
  override name = "DocumentError";

  constructor(
    message: string,
    { at = [], ...options }: ErrorOptions & { readonly at?: Path } = {},
  ) {
    super(message, options);
    this.at = at;
  }

  readonly at: Path;
}
