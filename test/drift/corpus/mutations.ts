import { answeredMutations, openMutations } from "./answered-mutations.js";
import {
  operationMutations,
  parameterMutations,
} from "./operation-mutations.js";
import { sentMutations } from "./sent-mutations.js";
import type { Known, Mutation } from "./mutation.js";

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
