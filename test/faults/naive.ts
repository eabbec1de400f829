import type { Column } from "./columns.js";
import { ATTEMPT_TIMEOUT_MS } from "./row.js";

/** A client that retries three times whatever went wrong. The matrix must find its errors. */
export async function naiveCall(
  { wire: { method, path, body } }: Column,
  origin: string,
  fetch: typeof globalThis.fetch,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(origin + path, {
        method,
        headers: { "content-type": "application/json" },
        body: body ?? null,
        signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.status === 204 ? undefined : await response.json();
    } catch (error) {
      if (attempt > 3) throw error;
    }
  }
}
