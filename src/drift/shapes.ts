import {
  documents,
  routes,
  shapes,
  type ResponseShape,
} from "../../generated/drift/responses.js";
import { ANY_TYPE, bitsOf, typeName } from "./json-types.js";

/** Remembers which field came next in the last response, for a shape or after one of its fields. */
export interface FieldCache {
  next: Field | undefined;
}

/** What a value may be, in the form that the comparison uses. */
export interface Shape extends FieldCache {
  /** `"string or null"` */
  readonly typeNames: string;
  /** The types that the value may have, one bit each. */
  readonly types: number;
  /** The values of an enumeration. */
  readonly values: ReadonlySet<unknown> | undefined;
  /** The types of the values of the enumeration. */
  readonly valueTypes: number;
  readonly items: Shape | undefined;
  readonly fields: ReadonlyMap<string, Field> | undefined;
  /** The number of required fields. */
  readonly requiredCount: number;
  /** The shape of every member that `fields` does not name. */
  readonly additional: Shape | undefined;
  readonly anyOf: readonly Shape[] | undefined;
}

export interface Field extends FieldCache {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
}

/** The shape of each status of an operation, as its document spells the status: `200`, `4XX`, `DEFAULT`. */
type StatusShapes = ReadonlyMap<string, Shape | undefined>;

/** The documented statuses of a call; undefined for an unknown call. */
export function findStatuses(
  surface: string,
  operation: string,
  route: string,
): StatusShapes | undefined {
  statusesByCall ??= readStatuses();
  if (surface !== "graphql") return statusesByCall.get(`${surface} ${route}`);
  return statusesByCall.get(operation) ?? GRAPHQL_STATUSES;
}

/** How a document lists a status: by its number, by its first digit, or as the default of all others. */
export function documentedStatus(
  statuses: StatusShapes,
  status: number,
): string | undefined {
  const text = String(status);
  return [text, `${text.charAt(0)}XX`, "DEFAULT"].find((each) =>
    statuses.has(each),
  );
}

/**
 * Whether a status of a route says something about the document. Any service may send 429 and 5xx; every service answers a
 * wrong key with 401 and an unknown id with 404, even where its document does not list these.
 */
export function isCompared(
  statuses: StatusShapes,
  route: string,
  status: number,
): boolean {
  if (status === 429 || status >= 500) return false;
  if (documentedStatus(statuses, status) !== undefined) return true;
  const isUnknownId = status === 404 && route.includes("{");
  return status !== 401 && !isUnknownId;
}

/** GraphQL documents no statuses: an executed request has 200, and a rejected one any client error. */
const GRAPHQL_STATUSES: StatusShapes = new Map([
  ["200", undefined],
  ["4XX", undefined],
]);

/** By surface and route, or by the name of a shipped document in the client. Created for the first response. */
let statusesByCall: ReadonlyMap<string, StatusShapes> | undefined;

function readStatuses(): ReadonlyMap<string, StatusShapes> {
  const linked = linkShapes(shapes);
  const found = new Map<string, StatusShapes>();
  for (const [surface, route, statuses] of routes) {
    const shapesByStatus = new Map<string, Shape | undefined>();
    for (const [status, index] of statuses)
      shapesByStatus.set(status, index === null ? undefined : linked[index]);
    found.set(`${surface} ${route}`, shapesByStatus);
  }
  for (const [name, index] of documents)
    found.set(
      `graphql.${name}`,
      new Map(GRAPHQL_STATUSES).set("200", linked[index]),
    );
  return found;
}

/** The shapes of a generated list, with references in place of indexes. */
export function linkShapes(list: readonly ResponseShape[]): readonly Shape[] {
  const linked = list.map(createShape);
  list.forEach((listed, index) => {
    const at = (other: number | undefined) =>
      other === undefined ? undefined : linked[other];
    Object.assign(linked[index] ?? {}, {
      items: at(listed.items),
      fields: linkFields(listed, at),
      additional: at(listed.additional),
      anyOf: listed.anyOf?.flatMap((each) => at(each) ?? []),
    });
  });
  return linked;
}

/** A shape without the shapes that it refers to. */
function createShape({ types, values, required = [] }: ResponseShape): Shape {
  return {
    next: undefined,
    typeNames: types?.join(" or ") ?? "anything",
    types: types ? bitsOf(types) : ANY_TYPE,
    values: values && new Set(values),
    valueTypes: bitsOf(values?.filter(isScalar).map(typeName) ?? []),
    requiredCount: required.length,
    items: undefined,
    fields: undefined,
    additional: undefined,
    anyOf: undefined,
  };
}

function linkFields(
  { fields, required = [], additional }: ResponseShape,
  at: (index: number | undefined) => Shape | undefined,
): Shape["fields"] {
  if (!fields) return undefined;
  const indexes = new Map<string, number | undefined>();
  for (const name of required) indexes.set(name, additional);
  for (const [name, index] of fields) indexes.set(name, index);
  const linked = new Map<string, Field>();
  for (const [name, index] of indexes) {
    const shape = at(index) ?? createShape({});
    const isRequired = required.includes(name);
    linked.set(name, { name, shape, isRequired, next: undefined });
  }
  return linked;
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}
