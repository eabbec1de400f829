import type { Description } from "../../src/cli/drift/description.js";
import { keyOf } from "../../src/cli/drift/describe.js";
import { keysOf, member, resolve, textOf } from "../../src/cli/drift/json.js";
import { METHODS, reachOf, type Reach } from "../../src/cli/drift/reach.js";
import { answered, parameterName } from "../../src/cli/drift/calls.js";
import { within, type Place } from "../../src/cli/drift/words.js";

/** One side of a comparison, with what is needed to say where something stands in it. */
export interface Party {
  readonly document: unknown;
  readonly description: Description;
  readonly reach: Reach;
}

export function partyOf(document: unknown, description: Description): Party {
  return { document, description, reach: reachOf(document) };
}

/** What a pointer leads to, on one route or within a named schema. */
export type Spot =
  | {
      readonly kind: "schema";
      readonly name: string;
      readonly keys: readonly string[];
    }
  | {
      readonly kind: "route";
      readonly route: string;
      readonly keys: readonly string[];
    };

/**
 * Every spot that a pointer means: a shared parameter or answer stands on each route that refers to it, with the
 * pointer to what is referred to as the last key before its own.
 */
export function spotsOf({ document, reach }: Party, ref: string): Spot[] {
  const [first, second = "", third = "", ...keys] = keysOf(ref);
  if (first === "components" && second === "schemas")
    return [{ kind: "schema", name: third, keys }];
  if (first === "components") {
    const target = `#/components/${second}/${third}`;
    const routes = new Set([
      ...(reach.sent.get(target) ?? []),
      ...(reach.answered.get(target) ?? []),
    ]);
    return [...routes].flatMap((route) =>
      referring(document, route, target, keys),
    );
  }
  if (first !== "paths") return [];
  const method = METHODS.find((name) => name === third);
  if (method)
    return [
      { kind: "route", route: `${method.toUpperCase()} ${second}`, keys },
    ];
  const item = member(member(document, "paths"), second);
  const rest = third === "" ? [] : [third, ...keys];
  return METHODS.filter((name) => member(item, name) !== undefined).map(
    (name) => ({
      ...{
        kind: "route",
        route: `${name.toUpperCase()} ${second}`,
        keys: rest,
      },
    }),
  );
}

/** Where on a route a shared component is referred to. */
function referring(
  document: unknown,
  route: string,
  target: string,
  keys: readonly string[],
): Spot[] {
  const [method = "", path = ""] = route.split(" ");
  const item = member(member(document, "paths"), path);
  const operation = member(item, method.toLowerCase());
  const found: string[][] = [];
  const isHere = (node: unknown) => textOf(member(node, "$ref")) === target;
  for (const node of [operation, item])
    listOf(member(node, "parameters")).forEach((parameter) => {
      if (isHere(parameter)) found.push(["parameters", target]);
    });
  if (isHere(member(operation, "requestBody"))) found.push(["requestBody"]);
  for (const [status, node] of Object.entries(
    Object(member(operation, "responses")) as object,
  ))
    if (isHere(node)) found.push(["responses", status]);
  return found.map((before) => ({
    kind: "route",
    route,
    keys: [...before, ...keys],
  }));
}

/** Where a schema stands, as a client sees it: a place for each way in which it is met. */
export function placesOf(party: Party, spot: Spot): Place[] {
  if (spot.kind === "schema") return schemaPlaces(party, spot.name, spot.keys);
  const name = nameOn(party, spot.route);
  const [part, key = "", ...rest] = spot.keys;
  const sent: Place = {
    direction: "sent",
    subject: name,
    route: spot.route,
    path: [],
  };
  if (part === "parameters") {
    const parameter = parameterAt(party, spot.route, key);
    return parameter === undefined
      ? []
      : [stepped(within(sent, parameterName(parameter)), afterSchema(rest))];
  }
  if (part === "requestBody")
    return [stepped(sent, afterSchema([key, ...rest]))];
  if (part !== "responses") return [];
  const place = answered(spot.route, name, key.startsWith("2") ? "" : key);
  return [stepped(place, afterSchema(rest))];
}

export function nameOn({ description }: Party, route: string): string {
  return description.operations[route]?.name ?? route;
}

/** The key in the description of the parameter at an index, or behind a reference. */
function parameterAt(
  { document }: Party,
  route: string,
  key: string,
): string | undefined {
  const [method = "", path = ""] = route.split(" ");
  const item = member(member(document, "paths"), path);
  const list = [
    ...listOf(member(member(item, method.toLowerCase()), "parameters")),
    ...listOf(member(item, "parameters")),
  ];
  const node = key.startsWith("#") ? { $ref: key } : list[Number(key)];
  const parameter = resolve(document, node);
  const name = textOf(member(parameter, "name"));
  const place = textOf(member(parameter, "in"));
  return name === undefined || place === undefined
    ? undefined
    : keyOf(route, place, name);
}

function schemaPlaces(
  { description, reach }: Party,
  name: string,
  keys: readonly string[],
): Place[] {
  const ref = `#/components/schemas/${name}`;
  const places: Place[] = [];
  if (reach.sent.has(ref)) places.push(...sentPlaces(description, name));
  if (reach.answered.has(ref))
    places.push({ direction: "answered", subject: name, path: [] });
  return places.map((place) => stepped(place, keys));
}

/** A schema that is the body of one operation alone is spoken of as that operation, on each of its routes. */
function sentPlaces({ operations }: Description, name: string): Place[] {
  const bodies = Object.entries(operations).filter(
    ([, { body }]) => body?.ref === name,
  );
  const subjects = new Set(
    bodies.map(([route, operation]) => operation.name ?? route),
  );
  const [subject] = subjects;
  if (subjects.size !== 1 || subject === undefined)
    return [{ direction: "sent", subject: name, path: [] }];
  return bodies.map(([route]) => ({
    direction: "sent",
    subject,
    route,
    path: [],
  }));
}

/** The keys after the first `schema`. */
function afterSchema(keys: readonly string[]): readonly string[] {
  return keys.slice(keys.indexOf("schema") + 1);
}

function stepped(place: Place, keys: readonly string[]): Place {
  let at = place;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key === "properties") at = within(at, keys[++i] ?? "");
    else if (key === "items") at = within(at, "[]");
    else if (key === "additionalProperties") at = within(at, "{}");
    else i++; // one of several alternatives: no step of its own
  }
  return at;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
