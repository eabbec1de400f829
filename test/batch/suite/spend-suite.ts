import { expect, it } from "vitest";
import type { Ledger } from "../../../src/batch/ledger.js";

const entry = (id: string, units: number, expiresAt = 100) => ({
  id,
  units,
  expiresAt,
});

/** Tests what every store of a spend guard does the same way. */
export function testSpendStore(
  createLedger: () => Pick<Ledger, "spendStore">,
): void {
  const createStore = () => createLedger().spendStore();

  it("keeps a sum of its own for each name", async () => {
    const ledger = createLedger();
    const [today, other] = ["ada 1", "ada 2"].map((name) =>
      ledger.spendStore(name),
    );
    expect(await today?.reserve(entry("a", 6), 10)).toBe(true);
    expect(await other?.reserve(entry("a", 9), 10)).toBe(true);
    expect(await today?.settle("a", 7)).toBe(true);
    expect(await other?.listExpired(100)).toEqual([entry("a", 9)]);
    expect(await other?.find("a")).toEqual(entry("a", 9));
    expect(await ledger.spendStore("ada 1").sums()).toEqual({
      spent: 7,
      reserved: 0,
    });
    expect(await other?.assign("a", "job", 200)).toBe(true);
    expect(await today?.find("job")).toBeUndefined();
    expect(await ledger.spendStore().sums()).toEqual({ spent: 0, reserved: 0 });
    expect(() => ledger.spendStore(5 as never)).toThrow("name must be");
  });

  it("begins a name once for writers that come together", async () => {
    const ledger = createLedger();
    const reservations = ["a", "b", "c", "d"].map((id) =>
      ledger.spendStore("new").reserve(entry(id, 5), 10),
    );
    const held = (await Promise.all(reservations)).filter(Boolean);
    expect(held).toHaveLength(2);
    const sums = await ledger.spendStore("new").sums();
    expect(sums).toEqual({ spent: 0, reserved: 10 });
  });

  it("reserves up to the limit, and reserves and settles each id once", async () => {
    const store = createStore();
    expect(await store.reserve(entry("a", 6), 10)).toBe(true);
    expect(await store.reserve(entry("a", 6), 10)).toBe(true);
    expect(await store.reserve(entry("b", 5), 10)).toBe(false);
    expect(await store.reserve(entry("b", 4), 10)).toBe(true);
    expect(await store.sums()).toEqual({ spent: 0, reserved: 10 });
    expect(await store.settle("a", 5)).toBe(true);
    expect(await store.settle("a", 5)).toBe(false);
    expect(await store.sums()).toEqual({ spent: 5, reserved: 4 });
    expect(await store.reserve(entry("c", 2), 10)).toBe(false);
  });

  it("gives an entry another id once", async () => {
    const store = createStore();
    await store.reserve(entry("a", 6), 10);
    expect(await store.assign("a", "job", 200)).toBe(true);
    expect(await store.assign("a", "job", 200)).toBe(true);
    expect(await store.assign("a", "other", 200)).toBe(false);
    expect(await store.find("a")).toBeUndefined();
    expect(await store.find("job")).toEqual(entry("job", 6, 200));
    expect(await store.sums()).toEqual({ spent: 0, reserved: 6 });
  });

  it("counts amounts that add up to more than 64 bits", async () => {
    const store = createStore();
    for (const id of ["a", "b"]) {
      expect(await store.reserve(entry(id, 1e19), Infinity)).toBe(true);
      expect(await store.find(id)).toEqual(entry(id, 1e19));
    }
    expect((await store.sums()).reserved / 2e19).toBeCloseTo(1, 10);
    for (const id of ["a", "b"]) await store.settle(id, 0);
    const huge = Number.MAX_SAFE_INTEGER;
    for (const [index, cost] of [huge, huge, 1e19, 1e25].entries()) {
      const id = `job ${index}`;
      expect(await store.reserve(entry(id, huge), Infinity)).toBe(true);
      expect(await store.settle(id, cost)).toBe(true);
      expect(await store.find(id)).toBeUndefined();
      expect((await store.sums()).reserved).toBe(0);
    }
    expect((await store.sums()).spent / 1e25).toBeCloseTo(1, 5);
    expect(await store.reserve(entry("next", 1), 1e25)).toBe(false);
    expect(await store.reserve(entry("last", 1), 1e30)).toBe(true);
    expect(await store.settle("last", Infinity)).toBe(true);
    expect(await store.find("last")).toBeUndefined();
    expect((await store.sums()).spent).toBeGreaterThan(1e300);
  });

  it("lists entries that have expired", async () => {
    const store = createStore();
    await store.reserve(entry("early", 1, 5), 10);
    await store.reserve(entry("last", 1, 6.5), 10);
    expect(await store.listExpired(6)).toEqual([entry("early", 1, 5)]);
    expect(await store.listExpired(7)).toHaveLength(2);
  });
}
