/**
 * Calls OpenTelemetry. Its errors, such as those of a span processor, must not change the outcome of a call or a wait:
 * the service may have accepted what is traced.
 */
export function quietly<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
