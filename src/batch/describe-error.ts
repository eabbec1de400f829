import { CloudComputeError } from "../errors.js";
import type { ItemError } from "./types.js";

/** The code and the message of an error, as a store keeps them. */
export function describeError(error: unknown): ItemError {
  if (error instanceof CloudComputeError)
    return { code: error.code, message: error.message };
  return { code: "unknown", message: String(error) };
}
