import type { Finding } from "../../src/cli/drift/change.js";
import { isObject, keysOf, member, resolve } from "../../src/cli/drift/json.js";
import {
  LIMITS,
  typeOf,
  valuesOf,
  wordOf,
} from "../../src/cli/drift/schema.js";
import {
  alternativesChange,
  deprecation,
  entriesChange,
  fieldChange,
  limitChange,
  listChange,
  nullChange,
  typeChange,
  valueChange,
  type Limit,
} from "../../src/cli/drift/phrases.js";
import { within, type Place } from "../../src/cli/drift/words.js";
import { placesOf, spotsOf, type Party } from "./locate.js";
import type { RedoclyChange } from "./redocly.js";
import { withoutLast, type Parties } from "./parties.js";

/** What happened to a schema, at every place where a client meets it. */
export function schemaFindings(
  parties: Parties,
  change: RedoclyChange,
): Finding[] {
  return change.kind === "modified"
    ? modified(parties, change)
    : addedOrRemoved(parties, change);
}

function modified(parties: Parties, change: RedoclyChange): Finding[] {
  const { property = "", base, revision } = change;
  if (property === "key") return renamedField(parties, change);
  const pointers = {
    before: withoutLast(base?.pointer ?? "", property),
    after: withoutLast(revision?.pointer ?? "", property),
  };
  const nodes = {
    before: resolve(parties.before.document, { $ref: pointers.before }),
    after: resolve(parties.after.document, { $ref: pointers.after }),
  };
  const isOpen = isOpenAt(parties.before, pointers.before);
  const findings = (place: Place) =>
    property === "required"
      ? requiredFindings(parties, place, nodes)
      : keywordFindings(place, property, nodes, isOpen);
  return placesAt(parties.before, pointers.before).flatMap(findings);
}

/** One field gone and another new: that they mean the same is a guess. */
function renamedField(
  parties: Parties,
  { base, revision }: RedoclyChange,
): Finding[] {
  const fieldOf = (pointer = "") => pointer.split("/properties/").at(-1) ?? "";
  const ownerOf = (pointer = "") =>
    pointer.slice(0, pointer.lastIndexOf("/properties/"));
  const name = (pointer?: string) => keysOf(`#/${fieldOf(pointer)}`);
  return [
    ...fieldFindings(
      parties,
      ownerOf(base?.pointer),
      name(base?.pointer),
      "gone",
    ),
    ...fieldFindings(
      parties,
      ownerOf(revision?.pointer),
      name(revision?.pointer),
      "new",
    ),
  ];
}

/** The same schema in both documents. */
interface Nodes {
  readonly before: unknown;
  readonly after: unknown;
}

function keywordFindings(
  place: Place,
  property: string,
  nodes: Nodes,
  isOpen: boolean,
): Finding[] {
  const was = member(nodes.before, property);
  const is = member(nodes.after, property);
  switch (property) {
    case "enum":
    case "const":
      return valueFindings(place, nodes, isOpen);
    case "type":
    case "nullable":
      return typeFindings(place, nodes);
    case "deprecated":
      return is === true ? [deprecation(place)] : [];
    case "additionalProperties":
      return entryFindings(place, was, is);
  }
  return LIMITS.includes(property) && place.direction === "sent"
    ? [limitChange(place, property, limit(was), limit(is))]
    : [];
}

function limit(value: unknown): Limit {
  return value === false ? undefined : (value as Limit);
}

function requiredFindings(
  { before, after }: Parties,
  place: Place,
  nodes: Nodes,
): Finding[] {
  const was = namesIn(nodes.before, "required");
  const is = namesIn(nodes.after, "required");
  const [had, has] = [fieldsIn(nodes.before), fieldsIn(nodes.after)];
  const gained = is.filter((name) => has.includes(name) && !was.includes(name));
  const lost = was.filter((name) => has.includes(name) && !is.includes(name));
  // The generated types give every answered resource its `id`, whatever the document says.
  const isFixed = (name: string) =>
    place.direction === "answered" &&
    isRequiredAnyhow(before, place, name) &&
    isRequiredAnyhow(after, place, name);
  return [
    ...gained.map(
      (name) =>
        [name, had.includes(name) ? "needed" : "new and needed"] as const,
    ),
    ...lost.map((name) => [name, "optional"] as const),
  ]
    .filter(([name]) => !isFixed(name))
    .map(([name, how]) => fieldChange(within(place, name), how));
}

function isRequiredAnyhow(
  { description }: Party,
  { subject, path }: Place,
  name: string,
): boolean {
  const field = description.schemas[subject]?.fields?.[name];
  return path.length === 0 && field?.required === true;
}

function namesIn(node: unknown, key: string): string[] {
  const list = member(node, key);
  return Array.isArray(list)
    ? list.filter((name) => typeof name === "string")
    : [];
}

function fieldsIn(node: unknown): string[] {
  return Object.keys(Object(member(node, "properties")) as object);
}

function valueFindings(
  place: Place,
  { before, after }: Nodes,
  isOpen: boolean,
): Finding[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (!was || !is)
    return isOpen || place.direction === "answered"
      ? []
      : [listChange(place, !was)];
  const [old, now] = [was.map(wordOf), is.map(wordOf)];
  return [
    ...old
      .filter((value) => !now.includes(value))
      .map((value) => valueChange(place, value, "gone", isOpen)),
    ...now
      .filter((value) => !old.includes(value))
      .map((value) => valueChange(place, value, "new", isOpen)),
  ];
}

/**
 * Whether values may come that are not named: beside plain text, or in a named schema that is answered and never sent,
 * whose enumerations the generated types open.
 */
function isOpenAt(party: Party, ref: string): boolean {
  const list = /^(.*\/(?:anyOf|oneOf))\/0$/.exec(ref)?.[1];
  if (list !== undefined) {
    const any = resolve(party.document, { $ref: list });
    const other: unknown = Array.isArray(any) ? any[1] : undefined;
    return member(other, "type") === "string" && !valuesOf(other);
  }
  return spotsOf(party, ref).every(
    (spot) =>
      spot.kind === "schema" &&
      !party.reach.sent.has(`#/components/schemas/${spot.name}`),
  );
}

function typeFindings(place: Place, { before, after }: Nodes): Finding[] {
  const [was, is] = [typeOf(before), typeOf(after)];
  const wasNull = was.nullable || member(before, "nullable") === true;
  const isNull = is.nullable || member(after, "nullable") === true;
  return [
    ...(was.type === is.type ? [] : [typeChange(place, was.type, is.type)]),
    ...(wasNull === isNull ? [] : [nullChange(place, isNull)]),
  ];
}

function entryFindings(place: Place, was: unknown, is: unknown): Finding[] {
  const holds = (rest: unknown) => rest === true || isObject(rest);
  return holds(was) === holds(is)
    ? []
    : [entriesChange(place, holds(is) ? "new" : "gone")];
}

function addedOrRemoved(parties: Parties, change: RedoclyChange): Finding[] {
  const isNew = change.kind === "added";
  const party = isNew ? parties.after : parties.before;
  const pointer = (isNew ? change.revision : change.base)?.pointer ?? "";
  const how = isNew ? "new" : "gone";
  const [, parent = "", last = ""] = /^(.*)\/([^/]*)$/.exec(pointer) ?? [];
  const keyword = parent.split("/").at(-1) ?? "";
  const at = (ref: string) => placesAt(party, ref);
  if (keyword === "properties")
    return fieldFindings(
      parties,
      parent.replace(/\/properties$/, ""),
      [keysOf(`#/${last}`)[0] ?? ""],
      how,
    );
  if (last === "properties") {
    const fields = resolve(party.document, { $ref: pointer });
    return fieldFindings(
      parties,
      parent,
      Object.keys(Object(fields) as object),
      how,
    );
  }
  if (last === "additionalProperties")
    return at(parent).map((place) => entriesChange(place, how));
  const list = ["anyOf", "oneOf"].includes(keyword) ? parent : pointer;
  return /\/(anyOf|oneOf)$/.test(list)
    ? at(list.replace(/\/[^/]*$/, "")).map((place) =>
        alternativesChange(place, how),
      )
    : [];
}

function fieldFindings(
  parties: Parties,
  pointer: string,
  names: readonly string[],
  how: "new" | "gone",
): Finding[] {
  const party = how === "new" ? parties.after : parties.before;
  const needed = namesIn(
    resolve(party.document, { $ref: pointer }),
    "required",
  );
  return placesAt(party, pointer).flatMap((place) =>
    names.map((name) =>
      fieldChange(
        within(place, name),
        how === "new" && needed.includes(name) ? "new and needed" : how,
      ),
    ),
  );
}

function placesAt(party: Party, pointer: string): Place[] {
  return spotsOf(party, pointer).flatMap((spot) => placesOf(party, spot));
}
