import { parse } from "yaml";
import { member } from "../document/json.js";
import { oneLine } from "../document/one-line.js";
import { DocumentError } from "../document/references.js";

/** A breaking change that is intended. */
export interface Acknowledgement {
  /** The line of the report, exactly. */
  readonly change: string;
  readonly reason: string;
}

/** Reads a YAML list of acknowledgements; throws a `DocumentError` when one lacks its change or its reason. */
export function readAcknowledgements(text: string): readonly Acknowledgement[] {
  const list = parseYaml(text) ?? [];
  if (!Array.isArray(list))
    throw new DocumentError(
      "the acknowledgements must be a list of { change, reason }",
    );
  return list.map((entry: unknown, index) => {
    const change = filledText(member(entry, "change"));
    const reason = filledText(member(entry, "reason"));
    if (change !== undefined && reason !== undefined) return { change, reason };
    throw new DocumentError(
      `acknowledgement ${index + 1} needs a change, which is a line of the report, and a reason`,
    );
  });
}

function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DocumentError(
      `the acknowledgements are not YAML: ${oneLine(reason)}`,
      { cause: error },
    );
  }
}

function filledText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text === "" ? undefined : text;
}
