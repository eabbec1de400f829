import type { Column } from "./columns.js";
import { ATTEMPT } from "./row.js";

/** The client that everybody writes first: try again three times, whatever went wrong. It is there to be convicted. */
export async function naiveCall(
  { bare: { method, path, body } }: Column,
  origin: string,
  fetch: typeof globalThis.fetch,
): Promise<unknown> {
  for (let tried = 1; ; tried++) {
    try {
      const response = await fetch(origin + path, {
        method,
        headers: { "content-type": "application/json" },
        body: body ?? null,
        signal: AbortSignal.timeout(ATTEMPT),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return response.status === 204 ? undefined : await response.json();
    } catch (fault) {
      if (tried > 3) throw fault;
    }
  }
}
