import fc from "fast-check";
import { expect, test } from "vitest";
import { PriorityQueue } from "../../src/jobs/queue.js";

// Few ranks, so that many are equal, and a few extreme ones.
const rank = fc.oneof(
  fc.integer({ min: 0, max: 5 }),
  fc.double({ noNaN: true }),
  fc.constantFrom(-Infinity, Infinity),
);
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("add" as const), rank }),
    fc.record({ kind: fc.constant("remove" as const), at: fc.nat() }),
    fc.record({ kind: fc.constant("shift" as const) }),
    fc.record({ kind: fc.constant("shiftOldest" as const) }),
  ),
  { maxLength: 120 },
);

interface Item {
  readonly rank: number;
}

/** A sort keeps items of equal rank in their order. */
function sortByRank(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => {
    if (a.rank === b.rank) return 0;
    return a.rank < b.rank ? -1 : 1;
  });
}

test("a PriorityQueue is ordered by rank, then by time of arrival, and knows its oldest item, whatever is added and removed", () => {
  fc.assert(
    fc.property(steps, (script) => {
      const queue = new PriorityQueue<Item>();
      let held: Item[] = [];
      for (const step of script) {
        if (step.kind === "add") {
          const item = { rank: step.rank };
          held.push(item);
          queue.add(item);
        } else if (step.kind === "remove") {
          const [item] = held.splice(step.at % (held.length + 1), 1);
          if (!item) continue;
          expect(queue.remove(item)).toBe(true);
          expect(queue.remove(item)).toBe(false);
        } else if (step.kind === "shiftOldest") {
          expect(queue.shiftOldest()).toBe(held.shift());
        } else {
          const [first] = sortByRank(held);
          expect(queue.shift()).toBe(first);
          held = held.filter((item) => item !== first);
        }
        expect(queue.first).toBe(sortByRank(held)[0]);
      }
      for (const item of sortByRank(held)) expect(queue.shift()).toBe(item);
      expect(queue.shift()).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
