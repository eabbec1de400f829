import type { Column } from "./columns.js";
import { ATTEMPT_TIMEOUT_MS } from "./row.js";

/** A client that retries three times whatever went wrong. The matrix must find its errors. */
export async function naiveCall(
  { wire: { method, path, body } }: Column,
  origin: string,
  fetch: typeof globalThis.fetch,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(), ATTEMPT_TIMEOUT_MS);
    try {
      const response = await fetch(origin + path, {
        method,
        headers: { "content-type": "application/json" },
        body: body ?? null,
        signal,
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.status === 204 ? undefined : await response.json();
    } catch (error) {
      if (attempt > 3) throw error;
    } finally {
      clearTimeout(timer);
      // Closes the connection of a response that was not read.
      controller.abort();
    }
  }
}
