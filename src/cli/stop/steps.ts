import { isNotFound } from "../../http/refusals.js";
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
      // What follows is advice for a program.
      const message = messageOf(error).replace(
        /: call (v2|job|model)\..*/s,
        "",
      );
      console.error(`cloud-compute-sdk: ${what}: ${message}`);
    }
  }
}

/** The result of a call, or `other` if the service itself does not know what the call names. */
export async function unlessGone<Result, Other>(
  call: Promise<Result>,
  other: Other,
): Promise<Result | Other> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return other;
    throw error;
  }
}
