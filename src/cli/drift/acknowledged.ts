import { parse } from "yaml";
import { DocumentError } from "./description.js";
import { member, shortened } from "./json.js";

/** A breaking change that somebody has agreed to. */
export interface Acknowledgement {
  /** The line of the report, exactly. */
  readonly change: string;
  readonly reason: string;
}

/** The acknowledgements of a YAML file; throws a `DocumentError` where one lacks its reason. */
export function readAcknowledgements(text: string): readonly Acknowledgement[] {
  const list = parsed(text) ?? [];
  if (!Array.isArray(list))
    throw new DocumentError(
      "the acknowledgements must be a list of { change, reason }",
    );
  return list.map((entry: unknown, index) => {
    const change = wordsOf(member(entry, "change"));
    const reason = wordsOf(member(entry, "reason"));
    if (change !== undefined && reason !== undefined) return { change, reason };
    throw new DocumentError(
      `acknowledgement ${index + 1} needs a change, as the report words it, and a reason`,
    );
  });
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DocumentError(
      `the acknowledgements are no YAML: ${shortened(reason)}`,
      { cause: error },
    );
  }
}

function wordsOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== ""
    ? value.trim()
    : undefined;
}
