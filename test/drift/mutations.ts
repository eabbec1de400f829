import { answeredMutations, openMutations } from "./answered-mutations.js";
import {
  operationMutations,
  parameterMutations,
} from "./operation-mutations.js";
import { sentMutations } from "./sent-mutations.js";

/** JSON of a document, to be changed in place. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A change that the corpus makes to a document, with what it must be called. */
export interface Mutation {
  /** `"remove answered field: Pod.costPerHr"` */
  readonly title: string;
  readonly kind: string;
  readonly verdict: "breaking" | "additive";
  /** The member whose lines of the consumer no longer compile; absent where types do not tell the change. */
  readonly breaks?: string;
  readonly apply: (document: JsonObject) => void;
}

/** What the document is, as far as the corpus needs to know. */
export interface Known {
  readonly document: JsonObject;
  /** Named schemas that are sent alone, and answered alone. */
  readonly sent: readonly string[];
  readonly answered: readonly string[];
  /** Named schemas met both ways: in these documents, open enumerations. */
  readonly both: readonly string[];
  /** The name in the client of a route. */
  readonly nameOf: (route: string) => string;
}

/** Every change of the kinds that the corpus knows, to every part of a document, in its order. */
export function mutationsOf(known: Known): Mutation[] {
  return [
    ...operationMutations(known),
    ...parameterMutations(known),
    ...known.sent.flatMap((name) => sentMutations(known, name)),
    ...known.answered.flatMap((name) => answeredMutations(known, name)),
    ...known.both.flatMap(openMutations),
  ];
}

/** As many of them as are wanted, evenly from each kind, always the same. */
export function sampleOf(
  mutations: readonly Mutation[],
  count: number,
): Mutation[] {
  const byKind = new Map<string, Mutation[]>();
  for (const mutation of mutations)
    byKind.set(mutation.kind, [...(byKind.get(mutation.kind) ?? []), mutation]);
  const chosen: Mutation[] = [];
  for (
    let round = 0;
    chosen.length < Math.min(count, mutations.length);
    round++
  )
    for (const [, list] of byKind) {
      // A prime step, so that neighbours in the document are not chosen together.
      const at = (round * 7) % list.length;
      const [mutation] = list.splice(at, round < 1000 ? 1 : 0);
      if (mutation && chosen.length < count) chosen.push(mutation);
    }
  return chosen;
}
