import { describe, expect, it, onTestFinished } from "vitest";
import {
  DEFAULT_ENDPOINT,
  ALL_STATES,
  LEASE_MS,
  type Item,
  type ItemReport,
  type LedgerBatch,
  type Moved,
  type NewItem,
} from "../../../src/batch/ledger.js";
import {
  joinWorker,
  keysOf,
  newItem,
  openStore,
  type CreateLedger,
} from "./temporary-batch.js";

const DEFINITION = JSON.stringify({ model: "echo" });

/** Tests that a ledger keeps what the interface promises. */
export function testLedger(createLedger: CreateLedger): void {
  async function openLedger(name = "test") {
    const ledger = openStore(createLedger());
    onTestFinished(() => ledger.close());
    const batch = await ledger.open(name, DEFINITION);
    return { ledger, batch };
  }

  /** A batch with these items, and a worker. */
  async function openJoined(...items: readonly NewItem[]) {
    const opened = await openLedger();
    await opened.batch.add(items);
    const { id, claim } = await joinWorker(opened.batch);
    const claimOne = async () => {
      const [item] = (await claim()).items;
      if (!item) throw new Error("no item is queued");
      return item;
    };
    return { ...opened, worker: id, claim, claimOne };
  }

  const read = async (batch: LedgerBatch) => {
    const query = {
      states: ALL_STATES,
      by: "id",
      after: 0,
      limit: 100,
    } as const;
    return (await batch.read(query)).items;
  };

  const complete = (item: Item): ItemReport => ({
    ...item,
    state: "completed",
    worker: null,
    output: '{"a":1}',
    outputBytes: 7,
    cost: 5,
    reserved: 0,
    finishedAt: 9,
  });

  describe("open", () => {
    it("keeps the batches of one ledger apart", async () => {
      const { ledger, batch } = await openLedger();
      const other = await ledger.open("other", DEFINITION);
      await batch.add([newItem("a")]);
      await other.add([newItem("a"), newItem("b")]);
      expect((await batch.totals()).counts.queued).toBe(1);
      expect((await other.totals()).counts.queued).toBe(2);
    });
  });

  describe("claim", () => {
    it("claims by priority, and then in the order of adding", async () => {
      const { claim, worker } = await openJoined(
        newItem("a"),
        newItem("b", { priority: 2 }),
        newItem("c"),
        newItem("d", { priority: 2 }),
      );
      const claimed = await claim({ limit: 3 });
      const { items, held } = claimed;
      expect(keysOf(claimed).sort()).toEqual(["a", "b", "d"]);
      expect(held).toBeUndefined();
      expect(items[0]).toMatchObject({
        state: "submitting",
        worker,
        attempt: 1,
        claim: `${worker}/1`,
        claimedAt: 7,
        input: expect.stringContaining('"n"') as string,
      });
    });

    it("gives the same items when it is repeated with the same sequence, and claims no others", async () => {
      const { batch, claim } = await openJoined(newItem("a"), newItem("b"));
      const first = await claim({ limit: 1 });
      const again = await claim({ limit: 1, sequence: 1 });
      expect(again.items).toEqual(first.items);
      expect((await batch.totals()).counts).toMatchObject({
        queued: 1,
        submitting: 1,
      });
    });

    it("refuses a worker whose last claim the store does not know", async () => {
      const { claim } = await openJoined(newItem("a"));
      await expect(claim({ sequence: 3 })).rejects.toMatchObject({
        code: "ledger_went_back",
      });
      await expect(claim({ worker: "unknown" })).rejects.toMatchObject({
        code: "ledger_went_back",
      });
    });

    it("reserves the estimate of each item, or the least reservation, and stops at the limit of the cost", async () => {
      const { batch, claim } = await openJoined(
        newItem("a", { estimate: 3 }),
        newItem("b", { estimate: 9 }),
        newItem("c", { estimate: 9 }),
      );
      await batch.set({ maxCost: 20 });
      const { items, held, needed } = await claim({ minReserved: 5 });
      expect(items.map(({ reserved }) => reserved)).toEqual([5, 9]);
      expect([held, needed]).toEqual(["cost", 9]);
      expect(await batch.totals()).toMatchObject({ cost: 0, reserved: 14 });
    });

    it("takes a token for each item, and claims no more than the bucket holds", async () => {
      const { batch, claim } = await openJoined(newItem("a"), newItem("b"));
      const { endpoint } = await batch.totals();
      // A refill of one token in 1000 seconds.
      await batch.limit({ ...endpoint, burst: 1, perSecond: 0.001 });
      const first = await claim({ limit: 1 });
      expect(first.items).toHaveLength(1);
      expect(await claim()).toMatchObject({ items: [], held: "limits" });
    });

    it("claims no more than the allowance, which all batches of the endpoint share", async () => {
      const { ledger, batch, claim } = await openJoined(
        newItem("a"),
        newItem("b"),
      );
      const other = await ledger.open("other", DEFINITION);
      const { endpoint } = await other.totals();
      await other.limit({ ...endpoint, allowance: 1 });
      const { items, held, endpoint: after } = await claim();
      expect([items.length, held, after.allowance]).toEqual([1, "limits", 0]);
      await batch.limit({ ...after, allowance: null });
      expect((await claim()).items).toHaveLength(1);
    });
  });

  describe("limit", () => {
    it("changes nothing if the limits have changed since", async () => {
      const { batch } = await openLedger();
      const { endpoint } = await batch.totals();
      expect(endpoint).toEqual(DEFAULT_ENDPOINT);
      const first = await batch.limit({ ...endpoint, breaker: "first" });
      const second = await batch.limit({ ...endpoint, breaker: "second" });
      expect(second).toEqual(first);
      expect(first.version).toBe(endpoint.version + 1);
    });
  });

  describe("report", () => {
    it("refuses a running row whose job another item of the batch has, also in the same call", async () => {
      const { batch, claim } = await openJoined(
        newItem("a"),
        newItem("b"),
        newItem("c"),
      );
      const { items } = await claim();
      const [a, b, c] = items.map(
        (item) => ({ ...item, state: "running", jobId: "j" }) as const,
      );
      if (!a || !b || !c) throw new Error("three items are claimed");
      const [first, second] = await batch.report([a, b]);
      expect(first).toMatchObject({ key: "a", jobId: "j" });
      expect(second).toBeUndefined();
      expect(await batch.report([c])).toEqual([undefined]);
      const [other] = await batch.report([{ ...c, jobId: "k" }]);
      expect(other).toMatchObject({ key: "c", jobId: "k" });
    });

    it("keeps output and order when the state stays, and takes both from an item that runs again", async () => {
      const { batch, claimOne } = await openJoined(newItem("a"));
      const item = await claimOne();
      const [completed] = await batch.report([complete(item)]);
      if (!completed) throw new Error("the item is completed");
      const [paid] = await batch.report([{ ...completed, cost: 6 }]);
      if (!paid) throw new Error("the cost is stored");
      expect(paid).toMatchObject({ order: 1, cost: 6 });
      expect((await read(batch))[0]).toMatchObject({ output: '{"a":1}' });
      const [again] = await batch.report([
        { ...paid, state: "queued", output: null },
      ]);
      expect(again).toMatchObject({ order: null });
      expect((await read(batch))[0]).toMatchObject({ output: null });
    });

    it("leaves an item to others whose worker has ended before the report", async () => {
      const { batch, claimOne, worker } = await openJoined(newItem("a"));
      await claimOne();
      await batch.leave(worker);
      const released = await batch.find("a");
      if (!released) throw new Error("the item is there");
      const running = { ...released, state: "running", worker } as const;
      const [stored] = await batch.report([{ ...running, jobId: "j" }]);
      expect(stored).toMatchObject({ state: "running", worker: null });
      const other = await batch.join();
      const heartbeat = await batch.heartbeat({ id: other, sequence: 0 }, 5);
      expect(heartbeat.taken).toMatchObject([{ key: "a", worker: other }]);
    });

    it("keeps a text from outside in a form that every database takes", async () => {
      const { batch, claimOne } = await openJoined(newItem("a"));
      const item = await claimOne();
      const errorMessage = "no\0 \ud83d, and \ud83d\ude00";
      const [stored] = await batch.report([
        { ...item, state: "failed", errorMessage },
      ]);
      expect(stored?.errorMessage).toBe("no\ufffd \ufffd, and \ud83d\ude00");
    });

    it("lets a queued item wait by the clock of the ledger", async () => {
      const { batch, claim } = await openJoined(newItem("a"), newItem("b"));
      const [a, b] = (await claim()).items;
      if (!a || !b) throw new Error("two items are claimed");
      const queued = { state: "queued", worker: null, claim: null } as const;
      await batch.report([
        { ...a, ...queued, waitMs: 0 },
        { ...b, ...queued, waitMs: 3_600_000 },
      ]);
      expect((await batch.totals()).counts).toMatchObject({ queued: 2 });
      expect((await claim()).items).toEqual([]);
      await batch.heartbeat(undefined, 0);
      expect(keysOf(await claim())).toEqual(["a"]);
    });
  });

  describe("heartbeat", () => {
    it("makes the submits of a worker doubtful whose lease is over, and gives its running items to others", async () => {
      const { batch, claimOne, worker } = await openJoined(
        newItem("a"),
        newItem("b"),
      );
      const a = await claimOne();
      await batch.report([{ ...a, state: "running", jobId: "j" }]);
      await batch.leave(worker);
      expect((await batch.totals()).counts).toMatchObject({
        running: 1,
        inDoubt: 1,
      });
      const other = await batch.join();
      const { taken, isAlive } = await batch.heartbeat(
        { id: other, sequence: 0 },
        5,
      );
      expect(isAlive).toBe(true);
      expect(taken).toMatchObject([{ key: "a", worker: other, jobId: "j" }]);
      const ended = await batch.heartbeat({ id: worker, sequence: 1 }, 5);
      expect(ended).toMatchObject({ isAlive: false, taken: [] });
    });

    it("keeps when the last worker was alive that has left running items", async () => {
      const { batch, claim, worker } = await openJoined(newItem("a"));
      const before = Date.now();
      const { items } = await claim();
      const first = items.map((item) => ({
        ...item,
        state: "running" as const,
        jobId: "job",
      }));
      await batch.report(first);
      expect((await batch.totals()).lastAliveAt).toBeUndefined();
      await batch.leave(worker);
      const { lastAliveAt } = await batch.totals();
      // The clock of a server shows parts of milliseconds.
      expect(lastAliveAt).toBeGreaterThan(before - 1);
      expect(lastAliveAt).toBeLessThan(Date.now() + 1);
      await batch.heartbeat(undefined, 0);
      expect((await batch.totals()).lastAliveAt).toBe(lastAliveAt);
      await batch.join();
      expect((await batch.totals()).lastAliveAt).toBeUndefined();
    });

    it("refuses a worker that the store does not know", async () => {
      const { batch, worker } = await openJoined();
      for (const unknown of [
        { id: "unknown", sequence: 0 },
        { id: worker, sequence: 1 },
      ])
        await expect(batch.heartbeat(unknown, 0)).rejects.toMatchObject({
          code: "ledger_went_back",
        });
    });
  });

  describe("move", () => {
    it("makes its change step by step, and says where the next step begins", async () => {
      const keys = Array.from({ length: 250 }, (_, n) => `key ${n}`);
      const { batch } = await openJoined(...keys.map((key) => newItem(key)));
      const cancelled = {
        to: "cancelled",
        errorCode: "cancelled",
        errorMessage: "no",
        finishedAt: 9,
      } as const;
      const filter = { states: ["queued"] } as const;
      let after: number | undefined = 0;
      const counts: number[] = [];
      while (after !== undefined) {
        const moved: Moved = await batch.move(filter, cancelled, after);
        counts.push(moved.count);
        after = moved.next;
      }
      expect(counts).toEqual([100, 100, 50, 0]);
      const removed = {
        states: ["cancelled"],
        keys: ["key 0", "key 7"],
      } as const;
      expect(await batch.move(removed, { to: "removed" }, 0)).toEqual({
        count: 2,
        next: undefined,
      });
      expect(await batch.find("key 8")).toMatchObject({
        state: "cancelled",
        errorCode: "cancelled",
        order: 9,
      });
      expect((await batch.totals()).counts).toMatchObject({ cancelled: 248 });
    });

    it("keeps the cost of removed items", async () => {
      const { batch, claimOne } = await openJoined(newItem("a"));
      const item = await claimOne();
      await batch.report([complete(item)]);
      await batch.move({ states: ["completed"] }, { to: "removed" }, 0);
      expect(await batch.totals()).toMatchObject({
        cost: 5,
        counts: { completed: 0 },
      });
    });
  });

  describe("adopt", () => {
    it("takes the number of missing submits by the names of the batches, and refuses wrong ones", async () => {
      const { ledger, batch } = await openJoined(newItem("a"));
      await expect(ledger.adopt({ tset: 5 })).rejects.toMatchObject({
        name: "InputError",
        message: expect.stringContaining("did you mean test?") as string,
      });
      await expect(ledger.adopt(-1)).rejects.toMatchObject({
        name: "InputError",
      });
      expect((await batch.totals()).counts.queued).toBe(1);
      expect(await ledger.adopt({ test: 5 })).toBe(1);
    });
  });

  it("webhookStore replaces a value only if the present one is the expected one, and forgets it at its expiry", async () => {
    const { ledger } = await openLedger();
    const store = ledger.webhookStore();
    const never = Date.now() + LEASE_MS * 1000;
    expect(await store.replace("k", undefined, "one", never)).toBe(true);
    expect(await store.replace("k", undefined, "two", never)).toBe(false);
    expect(await store.replace("k", "one", "two", never)).toBe(true);
    expect(await store.get("k")).toBe("two");
    expect(await store.replace("old", undefined, "x", 1)).toBe(true);
    expect(await store.get("old")).toBeUndefined();
  });
}
