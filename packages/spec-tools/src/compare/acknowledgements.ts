import { DocumentError } from "../document/error.js";
import { isObject } from "../document/json.js";
import { parseDocument } from "./parse-document.js";

/** A breaking change that is intended. */
export interface Acknowledgement {
  /** The line of the report, with or without its backticks. */
  readonly change: string;
  readonly reason: string;
}

/** Reads a YAML list of acknowledgements; throws a `DocumentError` when one lacks its change or its reason. */
export function readAcknowledgements(text: string): readonly Acknowledgement[] {
  const list = parseDocument(text) ?? [];
  if (!Array.isArray(list))
    throw new DocumentError(
      "the acknowledgements must be a list of { change, reason }",
    );
  return list.map((entry: unknown, index) => {
    const { change, reason } = isObject(entry) ? entry : {};
    if (isFilled(change) && isFilled(reason))
      return { change: change.trim(), reason: reason.trim() };
    throw new DocumentError(
      `acknowledgement ${index + 1} needs a change, which is a line of the report, and a reason`,
    );
  });
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
