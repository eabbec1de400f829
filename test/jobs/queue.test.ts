import fc from "fast-check";
import { expect, test } from "vitest";
import { enqueue, type Entry } from "../../src/jobs/queue.js";

// Few ranks for many ties, and a few that lie at the edges.
const rank = fc.oneof(
  fc.integer({ min: 0, max: 5 }),
  fc.double({ noNaN: true }),
  fc.constantFrom(-Infinity, Infinity),
);
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("add" as const), rank }),
    fc.record({ kind: fc.constant("remove" as const), at: fc.nat() }),
  ),
  { maxLength: 120 },
);

test("a queue is in order, of equals who came first before, whatever is put in and taken out", () => {
  fc.assert(
    fc.property(steps, (script) => {
      const queue: Entry[] = [];
      const held: (Entry & { take: () => boolean })[] = [];
      for (const step of script) {
        if (step.kind === "add") {
          const act = () => undefined;
          const { rank } = step;
          held.push({ rank, act, take: enqueue(queue, rank, act) });
        } else {
          const [one] = held.splice(step.at % (held.length + 1), 1);
          if (!one) continue;
          expect(one.take()).toBe(true);
          expect(one.take()).toBe(false);
        }
        // A sort keeps equals in their order.
        const inOrder = held.toSorted((a, b) =>
          a.rank === b.rank ? 0 : a.rank < b.rank ? -1 : 1,
        );
        expect(queue.length).toBe(inOrder.length);
        expect(queue.every(({ act }, at) => act === inOrder[at]?.act)).toBe(
          true,
        );
      }
    }),
    { numRuns: 500 },
  );
});
