import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ActionHeap } from "../../src/emulator/time/action-heap.js";

/** Adds an item of a rank, removes one of the added items, or takes the first. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), rank: fc.nat({ max: 9 }) }),
  fc.record({ kind: fc.constant("remove" as const), index: fc.nat() }),
  fc.record({ kind: fc.constant("shift" as const) }),
);

test("the heap of actions keeps the order of a sorted list, whatever is added, removed and taken", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const heap = new ActionHeap<{ readonly rank: number }>();
      let sorted: { readonly rank: number }[] = [];
      const added: (readonly [item: object, remove: () => boolean])[] = [];
      for (const each of steps) {
        if (each.kind === "add") {
          const item = { rank: each.rank };
          added.push([item, heap.add(item)]);
          // A stable sort keeps the order of equal ranks.
          sorted = [...sorted, item].sort((a, b) => a.rank - b.rank);
        }
        if (each.kind === "remove" && added.length > 0) {
          const [item, remove] = added[each.index % added.length] ?? [];
          const isKept = sorted.some((other) => other === item);
          expect(remove?.()).toBe(isKept);
          sorted = sorted.filter((other) => other !== item);
        }
        if (each.kind === "shift") expect(heap.shift()).toBe(sorted.shift());
        expect(heap.first).toBe(sorted[0]);
      }
      while (sorted.length > 0) expect(heap.shift()).toBe(sorted.shift());
      expect(heap.shift()).toBeUndefined();
    }),
  );
});
