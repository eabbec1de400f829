import { InputError, type CallContext } from "../errors.js";
import { isPlainObject } from "../json.js";
import { findSimilar } from "../similar.js";

/** Names that one version of the service, or everyday language, has for a parameter of another name. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  from: ["startTime", "since"],
  since: ["startTime"],
  start: ["startTime"],
  to: ["endTime"],
  until: ["endTime"],
  end: ["endTime"],
  group: ["grouping"],
  groupBy: ["grouping"],
  bucket: ["bucketSize"],
  state: ["desiredStatus"],
  image: ["imageName"],
  page: ["cursor"],
  pageSize: ["limit"],
};

/**
 * Refuses a parameter that the generated function does not know. The service ignores such a parameter: a list would not be
 * filtered, and a report would be about something else.
 */
export function checkQueryNames(
  query: unknown,
  known: readonly string[],
  call: CallContext,
): void {
  // What is no query at all is refused when it is written.
  if (!isPlainObject(query)) return;
  for (const [name, value] of Object.entries(query)) {
    const isAbsent = value === undefined || value === null;
    if (isAbsent || known.includes(name)) continue;
    const meant =
      SYNONYMS[name]?.find((other) => known.includes(other)) ??
      findSimilar(name, known);
    const names =
      known.length > 0
        ? `its parameters are ${known.join(", ")}`
        : "it takes none";
    const hint = meant ? `did you mean ${meant}?` : names;
    const problem = `query has no parameter ${name}: ${hint} (the client option \`unknownQuery: "send"\` sends it)`;
    throw new InputError(`query.${name}`, problem, call);
  }
}
