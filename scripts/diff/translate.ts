import {
  answerChange,
  answered,
  bodyChange,
} from "../../src/cli/drift/calls.js";
import { type Finding } from "../../src/cli/drift/change.js";
import { code } from "../../src/cli/drift/words.js";
import { nameOn, placesOf, spotsOf } from "./locate.js";
import { sideOf, type Parties } from "./parties.js";
import { type RedoclyChange } from "./redocly.js";
import { schemaFindings } from "./translate-schema.js";
import { parameterFindings } from "./translate-parameters.js";
import { operationFindings } from "./translate-operations.js";

/**
 * Rules of redocly that our clients need not fear in every case: their answers' enumerations are open, they send to an
 * address of their own, they treat all failures alike, and they do not know an operation by its id.
 */
const REJUDGED = new Set([
  "enum-values-added",
  "enum-values-removed",
  "operation-id-changed", // a name in the client that changes by it is told by itself
  "response-removed",
  "response-header-removed",
  "required-properties-removed",
  "schema-constraint-changed",
  "server-removed",
]);

/**
 * A change that redocly reports, in our words. What it calls breaking stays so unless its rule is one that is judged
 * anew; what it passes over, and a client of ours would not compile with, is breaking all the same.
 */
export function translate(parties: Parties, change: RedoclyChange): Finding[] {
  const findings = findingsOf(parties, change);
  const [verdict] = change.verdicts.filter(
    ({ ruleId }) => !REJUDGED.has(ruleId),
  );
  const isSaid = findings.some((finding) => finding.verdict === "breaking");
  if (change.impact !== "major" || !verdict || isSaid) return findings;
  return [
    { verdict: "breaking", line: inItsWords(parties, change, verdict.message) },
  ];
}

/** Words of redocly's own, for what has none of ours. */
function inItsWords(
  { before, after }: Parties,
  { base, revision }: RedoclyChange,
  message: string,
): string {
  const party = base ? before : after;
  const [spot] = spotsOf(party, (base ?? revision)?.pointer ?? "#/");
  const text = message.replace(/\.$/, "");
  if (!spot) return text;
  return `${code(spot.kind === "schema" ? spot.name : nameOn(party, spot.route))}: ${text}`;
}

function findingsOf(parties: Parties, change: RedoclyChange): Finding[] {
  switch (change.typeName) {
    case "Paths":
    case "PathItem":
    case "Operation":
      return operationFindings(parties, change);
    case "Parameter":
    case "ParameterList":
      return parameterFindings(parties, change);
    case "RequestBody":
      return bodyFindings(parties, change);
    case "Response":
    case "Responses":
    case "MediaType":
    case "MediaTypesMap":
      return answerFindings(parties, change);
    default:
      return schemaFindings(parties, change);
  }
}

function bodyFindings(parties: Parties, change: RedoclyChange): Finding[] {
  const { party, pointer } = sideOf(parties, change);
  const { kind, property, revision } = change;
  if (kind === "modified" && property !== "required") return [];
  const needed = revision?.value === true ? "needed" : "optional";
  const how = { added: "new", removed: "gone", modified: needed } as const;
  return spotsOf(party, pointer).flatMap((spot) =>
    placesOf(party, spot).map((place) =>
      bodyChange({ ...place, path: [] }, how[kind]),
    ),
  );
}

function answerFindings(parties: Parties, change: RedoclyChange): Finding[] {
  const { before, after } = parties;
  const { party, pointer } = sideOf(parties, change);
  return spotsOf(party, pointer).flatMap((spot) => {
    if (spot.kind === "schema") return [];
    if (spot.keys[0] === "requestBody") return [];
    const was = before.description.operations[spot.route]?.answer;
    const is = after.description.operations[spot.route]?.answer;
    if (Boolean(was) === Boolean(is)) return [];
    return [
      answerChange(
        answered(spot.route, nameOn(before, spot.route)),
        is ? "new" : "gone",
      ),
    ];
  });
}
