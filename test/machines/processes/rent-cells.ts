import { createClient } from "../../../src/index.js";
import { RentError, rentPod } from "../../../src/machines/index.js";
import "./fast-clock.js";

/** A rental that the parent process asks for. */
export interface CellRequest {
  readonly cell: number;
  readonly apiKey: string;
  readonly baseUrl: string;
}

/** How the rental ended. */
export interface CellOutcome {
  readonly cell: number;
  /** The error of the rental or of its release; undefined when both succeeded. */
  readonly error?: string;
  /** Whether the error says that a Pod may be left. */
  readonly mayBeLeft: boolean;
  /** The ids that the error names. */
  readonly left: readonly string[];
}

// Rents and releases one Pod for each message.
process.on("message", (message) => {
  const { cell, apiKey, baseUrl } = message as CellRequest;
  const cloud = createClient({ apiKey, baseUrl });
  const input = { imageName: "example/image:1" };
  void rentPod(cloud, input, { maxHours: 1 })
    .then((pod) => pod.release())
    .then(
      (): CellOutcome => ({ cell, mayBeLeft: false, left: [] }),
      (error: unknown): CellOutcome => {
        const isRentError = error instanceof RentError;
        const left = isRentError ? error.left.map(({ id }) => id) : [];
        const mayBeLeft = isRentError && error.maybeSent;
        return { cell, error: String(error), mayBeLeft, left };
      },
    )
    .then((outcome) => process.send?.(outcome));
});
process.send?.("ready");
