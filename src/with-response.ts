import { check } from "./checks.js";
import type { CallOptions, FinalResponse } from "./options.js";

/** The result of a call, and the response that brought it. */
export interface WithResponse<Data> {
  readonly data: Data;
  /** Undefined if the call needed no response. */
  readonly response: FinalResponse | undefined;
}

/**
 * Makes a call and resolves with its result, and with status, headers and request id of its response. If the call makes
 * several requests, the last one counts.
 *
 * @param call - receives the options to pass to the call
 * @throws the errors of the call
 *
 * @example
 * ```ts
 * const { data, response } = await withResponse((options) =>
 *   cloud.v2.pods.get("p1", {}, options),
 * );
 * console.log(data.id, response?.status, response?.headers.get("date"));
 * ```
 */
export async function withResponse<Data>(
  call: (options: Pick<CallOptions, "onFinalResponse">) => Promise<Data>,
): Promise<WithResponse<Data>> {
  const operation = "withResponse";
  const takesOptions = typeof call === "function";
  const problem = "must be a function that makes a call with its options";
  check(takesOptions, "call", problem, { operation });
  const responses: FinalResponse[] = [];
  const data = await call({
    onFinalResponse: (response) => {
      responses.push(response);
    },
  });
  return { data, response: responses.at(-1) };
}
