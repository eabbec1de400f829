import {
  documents,
  routes,
  shapes,
  type AnswerShape,
} from "../../generated/drift/answers.js";
import { ANY, bitsOf, typeName } from "./json-types.js";

/** A shape, or a field of it, and the field that an answer named after it the last time. */
export interface Step {
  next: Field | undefined;
}

/** What a value may be, ready to be compared with. */
export interface Shape extends Step {
  /** The types in words: `string or null`. */
  readonly said: string;
  /** The types that it may have, a bit each. */
  readonly types: number;
  /** The values that an enumeration names. */
  readonly known: ReadonlySet<unknown> | undefined;
  /** The types of the known values. */
  readonly knownTypes: number;
  readonly items: Shape | undefined;
  readonly fields: ReadonlyMap<string, Field> | undefined;
  /** How many of the fields are required. */
  readonly required: number;
  readonly rest: Shape | undefined;
  readonly either: readonly Shape[] | undefined;
}

export interface Field extends Step {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
}

/** The shape of each status of an operation, as its document spells them: `200`, `4XX`, `DEFAULT`. */
export type Statuses = ReadonlyMap<string, Shape | undefined>;

/** What the document of a call says of its answers; undefined where nothing is known of the call. */
export function statusesOf(
  surface: string,
  operation: string,
  route: string,
): Statuses | undefined {
  tables ??= readTables();
  if (surface !== "graphql") return tables.get(`${surface} ${route}`);
  return tables.get(operation) ?? GRAPHQL;
}

/** GraphQL has no list of statuses: 200 for what was executed, and any refusal. */
const GRAPHQL: Statuses = new Map([
  ["200", undefined],
  ["4XX", undefined],
]);

let tables: ReadonlyMap<string, Statuses> | undefined;

/** By surface and route, or by the name of a shipped document in the client; made for the first answer. */
function readTables(): ReadonlyMap<string, Statuses> {
  const linked = linkShapes(shapes);
  const read = new Map<string, Statuses>();
  for (const [surface, route, statuses] of routes) {
    const row = statuses.map(
      ([status, place]) =>
        [status, place === null ? undefined : linked[place]] as const,
    );
    read.set(`${surface} ${route}`, new Map(row));
  }
  for (const [name, place] of documents)
    read.set(`graphql.${name}`, new Map([...GRAPHQL, ["200", linked[place]]]));
  return read;
}

/** The listed shapes, each holding the others that it names. */
export function linkShapes(listed: readonly AnswerShape[]): readonly Shape[] {
  const linked = listed.map(unlinked);
  listed.forEach((row, place) => {
    const at = (other: number | undefined) =>
      other === undefined ? undefined : linked[other];
    Object.assign(linked[place] ?? {}, {
      items: at(row.items),
      fields: fieldsOf(row, at),
      rest: at(row.rest),
      either: row.either?.flatMap((each) => at(each) ?? []),
    });
  });
  return linked;
}

function unlinked({ types, known, required = [] }: AnswerShape): Shape {
  return {
    next: undefined,
    said: types?.join(" or ") ?? "anything",
    types: types ? bitsOf(types) : ANY,
    known: known && new Set(known),
    knownTypes: bitsOf(known?.filter(isScalar).map(typeName) ?? []),
    required: required.length,
    items: undefined,
    fields: undefined,
    rest: undefined,
    either: undefined,
  };
}

function fieldsOf(
  { fields, required = [], rest }: AnswerShape,
  at: (place: number | undefined) => Shape | undefined,
): Shape["fields"] {
  if (!fields) return undefined;
  const places = new Map<string, number | undefined>();
  for (const name of required) places.set(name, rest);
  for (const [name, place] of fields) places.set(name, place);
  return new Map(
    [...places].map(([name, place]) => {
      const shape = at(place) ?? unlinked({});
      return [
        name,
        { name, next: undefined, shape, isRequired: required.includes(name) },
      ];
    }),
  );
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}
