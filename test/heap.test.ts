import fc from "fast-check";
import { expect, test } from "vitest";
import { createHeap, NOWHERE, type Ranked } from "../src/jobs/heap.js";

interface Entry extends Ranked {
  readonly name: number;
}

type Step =
  | { readonly kind: "add"; readonly rank: number }
  | { readonly kind: "remove"; readonly at: number }
  | { readonly kind: "take" };

// Few ranks for many ties, and a few that lie at the edges.
const rank = fc.oneof(
  fc.integer({ min: 0, max: 5 }),
  // Adding 0 makes one zero of the two.
  fc.double({ noNaN: true }).map((number) => number + 0),
  fc.constantFrom(-Infinity, Infinity),
);
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("add" as const), rank }),
    fc.record({ kind: fc.constant("remove" as const), at: fc.nat() }),
    fc.record({ kind: fc.constant("take" as const) }),
  ),
  { maxLength: 120 },
);

/** Does the same to a heap and to a plain array, and holds one against the other after each step. */
function play(script: readonly Step[]): void {
  const heap = createHeap<Entry>();
  const held: Entry[] = [];
  const gone: Entry[] = [];
  const leave = (entry: Entry | undefined) => {
    if (!entry) return;
    heap.remove(entry);
    held.splice(held.indexOf(entry), 1);
    gone.push(entry);
  };
  script.forEach((step, name) => {
    if (step.kind === "add") {
      const entry = { name, rank: step.rank, place: NOWHERE };
      held.push(entry);
      heap.add(entry);
    } else if (step.kind === "remove") {
      leave(held[step.at % held.length]);
    } else {
      leave(heap.first());
    }
    check(heap.first(), held, gone);
  });
  const drained: number[] = [];
  for (let first = heap.first(); first; first = heap.first()) {
    drained.push(first.rank);
    leave(first);
  }
  expect(held).toEqual([]);
  expect(drained).toEqual(drained.toSorted((a, b) => (a < b ? -1 : 1)));
}

function check(
  first: Entry | undefined,
  held: readonly Entry[],
  gone: readonly Entry[],
): void {
  const lowest = held.map(({ rank }) => rank).sort((a, b) => (a < b ? -1 : 1));
  expect(first?.rank).toBe(lowest[0]);
  expect(first === undefined || held.includes(first)).toBe(true);
  expect(new Set(held.map(({ place }) => place)).size).toBe(held.length);
  expect(held.every(({ place }) => place >= 0 && place < held.length)).toBe(
    true,
  );
  expect(gone.every(({ place }) => place === NOWHERE)).toBe(true);
}

test("a heap agrees with a sorted array, whatever is added, taken out and looked at", () => {
  fc.assert(fc.property(steps, play), { numRuns: 500 });
});

test("an empty heap has no first entry", () => {
  expect(createHeap<Ranked>().first()).toBeUndefined();
});

test("an entry that was taken out twice, or never put in, changes nothing", () => {
  const heap = createHeap<Ranked>();
  const entries = [3, 1, 2].map((rank) => ({ rank, place: NOWHERE }));
  entries.forEach(heap.add);
  heap.remove({ rank: 0, place: NOWHERE });
  for (const entry of entries.slice(1)) {
    heap.remove(entry);
    heap.remove(entry);
  }
  expect(heap.first()).toBe(entries[0]);
});

test("an entry that was taken out can be put in again", () => {
  const heap = createHeap<Ranked>();
  const [one, two] = [1, 2].map((rank) => ({ rank, place: NOWHERE }));
  if (!one || !two) throw new Error("there are two");
  heap.add(two);
  heap.add(one);
  heap.remove(one);
  expect(heap.first()).toBe(two);
  heap.add(one);
  expect(heap.first()).toBe(one);
});
