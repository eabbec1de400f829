import { parameterAdded } from "../../src/cli/drift/calls.js";
import { type Finding } from "../../src/cli/drift/change.js";
import { resolve } from "../../src/cli/drift/json.js";
import { deprecation, fieldChange } from "../../src/cli/drift/phrases.js";
import { type Place } from "../../src/cli/drift/words.js";
import { placesOf, spotsOf, type Party, type Spot } from "./locate.js";
import { sideOf, withoutLast, type Parties } from "./parties.js";
import { type RedoclyChange } from "./redocly.js";

export function parameterFindings(
  parties: Parties,
  change: RedoclyChange,
): Finding[] {
  const { party, pointer } = sideOf(parties, change);
  const at =
    change.kind === "modified"
      ? withoutLast(pointer, change.property)
      : pointer;
  return spotsOf(party, at).flatMap((spot) => {
    if (spot.kind === "schema") return [];
    if (change.typeName !== "ParameterList")
      return parameterFinding(parties, change, spot);
    const list = resolve(party.document, { $ref: at });
    return (Array.isArray(list) ? list : []).flatMap((_, index) =>
      parameterFinding(parties, change, {
        ...spot,
        keys: ["parameters", String(index)],
      }),
    );
  });
}

function parameterFinding(
  parties: Parties,
  change: RedoclyChange,
  spot: Spot & { kind: "route" },
): Finding[] {
  const { party } = sideOf(parties, change);
  const named = {
    ...party,
    description: parties.before.description.operations[spot.route]
      ? parties.before.description
      : party.description,
  };
  return placesOf({ ...named, document: party.document }, spot).flatMap(
    (place) => {
      const key = place.path[0] ?? "";
      if (change.kind === "removed")
        return key.startsWith("path ") ? [] : [fieldChange(place, "gone")];
      if (change.kind === "added") {
        if (key.startsWith("path ")) return [];
        const isRequired = parameterIsRequired(parties.after, spot.route, key);
        return [
          parameterAdded(
            place,
            isRequired,
            movesOptions(parties, spot.route) && !key.includes(" "),
          ),
        ];
      }
      if (change.property === "name")
        return renamedParameter(parties, place, change);
      if (change.property === "required")
        return [
          fieldChange(
            place,
            change.revision?.value === true ? "needed" : "optional",
          ),
        ];
      if (change.property === "deprecated" && change.revision?.value === true)
        return [deprecation(place)];
      return [];
    },
  );
}

function renamedParameter(
  { after }: Parties,
  place: Place,
  { base, revision }: RedoclyChange,
): Finding[] {
  const [key = ""] = place.path;
  if (key.startsWith("path ")) return [];
  const called = (value: unknown) => ({
    ...place,
    path: [key.replace(/[^ ]*$/, () => String(value))],
  });
  const isRequired = parameterIsRequired(
    after,
    place.route ?? "",
    called(revision?.value).path[0] ?? "",
  );
  return [
    fieldChange(called(base?.value), "gone"),
    fieldChange(called(revision?.value), isRequired ? "new and needed" : "new"),
  ];
}

function parameterIsRequired(
  { description }: Party,
  route: string,
  name: string,
): boolean {
  const parameters = description.operations[route]?.parameters ?? {};
  const field = parameters[name.includes(" ") ? name : `query ${name}`];
  return field?.required === true;
}

/** Whether the call gets an argument for its query that it did not have. */
function movesOptions({ before }: Parties, route: string): boolean {
  const parameters = before.description.operations[route]?.parameters ?? {};
  return (
    !route.startsWith("GET ") &&
    !Object.keys(parameters).some((key) => key.startsWith("query "))
  );
}
