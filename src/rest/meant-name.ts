import { findReason } from "../http/reason.js";
import { isPlainObject } from "../json.js";
import { findSimilar } from "../similar.js";

/** How the service refuses a value outside a list: it names the field, or the value, and then every right name. */
const REFUSED_FIELD =
  /properties\/(?<field>\w+)\/(?:items\/)?enum: value must be one of (?<names>.+)/;
const REFUSED_VALUE =
  /Data center "(?<value>[^"]+)" not found.* Available data centers: (?<names>.+)/;

/**
 * The right name that a refused body probably meant, such as that of a GPU type or a data center. The service lists dozens
 * of right names, of which a message shows the first few only.
 */
export function findMeantName(
  sent: unknown,
  refusal: unknown,
): string | undefined {
  for (const problem of problemsOf(refusal)) {
    const { groups = {} } =
      REFUSED_FIELD.exec(problem) ?? REFUSED_VALUE.exec(problem) ?? {};
    const { field = "", value, names = "" } = groups;
    const known = names
      .split(", ")
      .map((name) => name.replace(/^'|['.]$/g, ""));
    const members: Readonly<Record<string, unknown>> = isPlainObject(sent)
      ? sent
      : {};
    const given = value ?? members[field];
    for (const each of [given].flat())
      if (typeof each === "string" && !known.includes(each))
        return findSimilar(each, known);
  }
  return undefined;
}

function problemsOf(refusal: unknown): readonly string[] {
  const problems = isPlainObject(refusal) ? refusal["problems"] : undefined;
  const listed = Array.isArray(problems) ? problems : [];
  return [...listed.map(String), findReason(refusal)];
}
