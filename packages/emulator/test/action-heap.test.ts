import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ActionHeap, type HeapEntry } from "../src/time/action-heap.js";

/** Adds an item of a rank, removes one of the added items, takes the first, or removes all. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), rank: fc.nat({ max: 9 }) }),
  fc.record({ kind: fc.constant("remove" as const), index: fc.nat() }),
  fc.record({ kind: fc.constant("shift" as const) }),
  fc.record({ kind: fc.constant("clear" as const) }),
);

test("the heap of actions keeps the order of a sorted list, whatever is added, removed and taken", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const heap = new ActionHeap<{ readonly rank: number }>();
      let sorted: { readonly rank: number }[] = [];
      const added: HeapEntry<{ readonly rank: number }>[] = [];
      for (const each of steps) {
        if (each.kind === "add") {
          const item = { rank: each.rank };
          added.push(heap.add(item));
          // A stable sort keeps the order of equal ranks.
          sorted = [...sorted, item].sort((a, b) => a.rank - b.rank);
        }
        const index = each.kind === "remove" ? each.index : 0;
        const chosen = added[index % added.length];
        if (each.kind === "remove" && chosen) {
          expect(heap.remove(chosen)).toBe(sorted.includes(chosen.item));
          sorted = sorted.filter((other) => other !== chosen.item);
        }
        if (each.kind === "clear") {
          heap.clear();
          sorted = [];
        }
        if (each.kind === "shift") expect(heap.shift()).toBe(sorted.shift());
        expect(heap.first).toBe(sorted[0]);
      }
      while (sorted.length > 0) expect(heap.shift()).toBe(sorted.shift());
      expect(heap.shift()).toBeUndefined();
    }),
  );
});
