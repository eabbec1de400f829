import { nameless, operationChange, renamed } from "./calls.js";
import { changesOf, type Change, type Finding } from "./change.js";
import { compareOperations } from "./compare-operations.js";
import type { Description } from "./description.js";

/** Every change from one description to the other, in the words of the client. */
export function compareDescriptions(
  before: Description,
  after: Description,
): Change[] {
  const pair = {
    before,
    after,
    owners: ownersOf(before),
    met: new Set<string>(),
  };
  const twins = new Map(
    Object.keys(after.operations).map((route) => [nameless(route), route]),
  );
  const known = new Set<string>();
  const findings: Finding[] = [];
  for (const [route, operation] of Object.entries(before.operations)) {
    const twin = twins.get(nameless(route));
    const now = twin === undefined ? undefined : after.operations[twin];
    if (twin !== undefined) known.add(twin);
    const changes = now
      ? [
          ...renamed(route, twin ?? ""),
          ...compareOperations(pair, route, operation, now),
        ]
      : [operationChange(route, operation.name, "gone")];
    findings.push(...changes);
  }
  for (const [route, { name }] of Object.entries(after.operations))
    if (!known.has(route)) findings.push(operationChange(route, name, "new"));
  return changesOf(findings, spellingsOf([before, after]));
}

/** The routes of each named operation, in the description where it has most of them. */
export function spellingsOf(
  descriptions: readonly Description[],
): Map<string, string[]> {
  const most = new Map<string, string[]>();
  for (const { operations } of descriptions) {
    const routesOf = new Map<string, string[]>();
    for (const [route, { name = route }] of Object.entries(operations))
      routesOf.set(name, [...(routesOf.get(name) ?? []), route]);
    for (const [name, routes] of routesOf)
      if (routes.length > (most.get(name)?.length ?? 0)) most.set(name, routes);
  }
  return most;
}

/** The schemas that are the body of one operation alone, with its name. */
function ownersOf({ operations }: Description): Map<string, string> {
  const owners = new Map<string, string | undefined>();
  for (const [route, { name = route, body }] of Object.entries(operations)) {
    if (body?.ref === undefined) continue;
    const isOther = owners.has(body.ref) && owners.get(body.ref) !== name;
    owners.set(body.ref, isOther ? undefined : name);
  }
  return new Map(
    [...owners].flatMap(([ref, name]) =>
      name === undefined ? [] : [[ref, name]],
    ),
  );
}
