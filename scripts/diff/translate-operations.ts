import {
  deprecatedOperation,
  nameless,
  operationChange,
  renamed,
} from "../../src/cli/drift/calls.js";
import { type Finding } from "../../src/cli/drift/change.js";
import { keysOf, member } from "../../src/cli/drift/json.js";
import { METHODS } from "../../src/cli/drift/reach.js";
import { nameOn, type Party } from "./locate.js";
import { sideOf, withoutLast, type Parties } from "./parties.js";
import { type RedoclyChange } from "./redocly.js";

export function operationFindings(
  parties: Parties,
  change: RedoclyChange,
): Finding[] {
  const { before, after } = parties;
  const { kind, property, revision } = change;
  if (kind !== "modified") {
    const { party, pointer } = sideOf(parties, change);
    return routesAt(party, pointer).map((route) =>
      operationChange(
        route,
        party.description.operations[route]?.name,
        kind === "added" ? "new" : "gone",
      ),
    );
  }
  if (property === "key") return movedPath(parties, change);
  const [route = ""] = routesAt(
    after,
    withoutLast(revision?.pointer ?? "", property),
  );
  if (property === "deprecated")
    return revision?.value === true
      ? [deprecatedOperation(route, nameOn(before, route))]
      : [];
  return [];
}

/** A path of another shape leads elsewhere; one of the same shape only names its parameters otherwise. */
function movedPath(
  { before, after }: Parties,
  { base, revision }: RedoclyChange,
): Finding[] {
  const old = routesAt(before, base?.pointer ?? "#/");
  const now = routesAt(after, revision?.pointer ?? "#/");
  const twinOf = (route: string, routes: readonly string[]) =>
    routes.find((other) => nameless(other) === nameless(route));
  const named = (party: Party, route: string) =>
    party.description.operations[route]?.name;
  return [
    ...old.flatMap((route) => {
      const twin = twinOf(route, now);
      return twin === undefined
        ? [operationChange(route, named(before, route), "gone")]
        : renamed(route, twin);
    }),
    ...now
      .filter((route) => twinOf(route, old) === undefined)
      .map((route) => operationChange(route, named(after, route), "new")),
  ];
}

/** The routes of an operation, of a path, or of all. */
function routesAt({ document }: Party, ref: string): string[] {
  const [, path, method] = keysOf(ref);
  const paths = Object.entries(
    Object(member(document, "paths")) as object,
  ).filter(([name]) => path === undefined || name === path);
  return paths.flatMap(([name, item]) =>
    METHODS.filter(
      (known) =>
        (method ?? known) === known && member(item, known) !== undefined,
    ).map((known) => `${known.toUpperCase()} ${name}`),
  );
}
