import { ResponseError } from "../../index.js";
import { messageOf } from "../command.js";

/** Runs steps, of which one may fail without ending the others, and counts the failures. */
export class Steps {
  failed = 0;

  /** Runs one step. If it fails, prints the reason. */
  async run(what: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.failed++;
      console.error(`cloud-compute-sdk: ${what}: ${messageOf(error)}`);
    }
  }
}

/** The result of a call, or `other` if the service does not know what the call names. */
export async function unlessGone<Result, Other>(
  call: Promise<Result>,
  other: Other,
): Promise<Result | Other> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ResponseError && error.status === 404) return other;
    throw error;
  }
}
