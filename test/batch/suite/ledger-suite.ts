import { describe, expect, it, onTestFinished } from "vitest";
import {
  DEFAULT_ENDPOINT,
  ALL_STATES,
  LEASE_MS,
  type ClaimRequest,
  type Item,
  type ItemReport,
  type LedgerBatch,
  type Moved,
  type NewItem,
} from "../../../src/batch/ledger.js";
import { openStore, type CreateLedger } from "./temporary-batch.js";

const DEFINITION = JSON.stringify({ model: "echo" });

function newItem(key: string, more: Partial<NewItem> = {}): NewItem {
  return {
    key,
    input: `{"n":"${key}"}`,
    policy: null,
    priority: 0,
    metadata: null,
    estimate: null,
    ...more,
  };
}

function keysOf(items: readonly Item[]): string[] {
  return items.map(({ key }) => key);
}

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
    const worker = await opened.batch.join();
    let sequence = 0;
    const claim = (more: Partial<ClaimRequest> = {}) =>
      opened.batch.claim({
        worker,
        sequence: ++sequence,
        limit: 10,
        claimedAt: 7,
        minReserved: 0,
        ...more,
      });
    return { ...opened, worker, claim };
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
    it("gives the definition that the batch was created with", async () => {
      const { ledger } = await openLedger();
      const again = await ledger.open("test", '{"model":"other"}');
      expect(again.definition).toBe(DEFINITION);
    });

    it("creates nothing without a definition", async () => {
      const { ledger } = await openLedger();
      expect(await ledger.open("none", undefined)).toBeUndefined();
      expect((await ledger.list()).map(({ name }) => name)).toEqual(["test"]);
    });

    it("keeps the batches of one ledger apart", async () => {
      const { ledger, batch } = await openLedger();
      const other = await ledger.open("other", DEFINITION);
      await batch.add([newItem("a")]);
      await other.add([newItem("a"), newItem("b")]);
      expect((await batch.totals()).counts.queued).toBe(1);
      expect((await other.totals()).counts.queued).toBe(2);
    });
  });

  describe("add", () => {
    it("says for each item whether its key is new, present or has another input", async () => {
      const { batch } = await openLedger();
      expect(await batch.add([newItem("a")])).toEqual(["added"]);
      const again = await batch.add([
        newItem("a"),
        newItem("a", { input: "{}" }),
        newItem("b"),
        newItem("b"),
      ]);
      expect(again).toEqual(["present", "different", "added", "present"]);
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
      const { items, held } = await claim({ limit: 3 });
      expect(keysOf(items).sort()).toEqual(["a", "b", "d"]);
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

    it("says that nothing is queued any more", async () => {
      const { claim } = await openJoined(newItem("a"));
      expect(await claim()).toMatchObject({ held: "empty" });
      expect(await claim()).toMatchObject({ items: [], held: "empty" });
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

    it("refuses a worker that has ended", async () => {
      const { batch, claim, worker } = await openJoined(newItem("a"));
      await batch.leave(worker);
      await expect(claim()).rejects.toMatchObject({ code: "lease_ended" });
    });

    it("claims only the keys that are asked for", async () => {
      const { claim } = await openJoined(newItem("a"), newItem("b"));
      const { items } = await claim({ keys: ["b", "c"] });
      expect(keysOf(items)).toEqual(["b"]);
    });

    it("claims nothing of a batch that is paused", async () => {
      const { batch, claim } = await openJoined(newItem("a"));
      await batch.set({ paused: true });
      expect(await claim()).toMatchObject({ items: [], held: "paused" });
      await batch.set({ paused: false });
      expect((await claim()).items).toHaveLength(1);
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

    it("claims nothing while the endpoint is blocked", async () => {
      const { batch, claim } = await openJoined(newItem("a"));
      const { endpoint, now } = await batch.totals();
      const blocked = { ...endpoint, blockedUntil: now + 60_000 };
      const stored = await batch.limit(blocked);
      expect(await claim()).toMatchObject({ items: [], held: "limits" });
      await batch.limit({ ...stored, blockedUntil: 0 });
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
    it("stores a row, counts its state, and gives the next version and order", async () => {
      const { batch, claim } = await openJoined(newItem("a"), newItem("b"));
      const [a, b] = (await claim()).items;
      if (!a || !b) throw new Error("two items are claimed");
      const [second] = await batch.report([complete(b)]);
      const [first] = await batch.report([complete(a)]);
      expect([second?.order, first?.order]).toEqual([1, 2]);
      expect(first?.version).toBe(a.version + 1);
      expect(await batch.totals()).toMatchObject({
        counts: { completed: 2, submitting: 0 },
        cost: 10,
        reserved: 0,
      });
      expect((await read(batch))[0]).toMatchObject({
        key: "a",
        output: '{"a":1}',
        input: '{"n":"a"}',
      });
    });

    it("refuses a row that was changed since", async () => {
      const { batch, claim } = await openJoined(newItem("a"));
      const [item] = (await claim()).items;
      if (!item) throw new Error("an item is claimed");
      const running = { ...item, state: "running", jobId: "j" } as const;
      const [stored] = await batch.report([running]);
      expect(stored).toMatchObject({ state: "running", jobId: "j" });
      expect(await batch.report([complete(item)])).toEqual([undefined]);
    });

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
      const { batch, claim } = await openJoined(newItem("a"));
      const [item] = (await claim()).items;
      if (!item) throw new Error("an item is claimed");
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
      const { batch, claim, worker } = await openJoined(newItem("a"));
      const [item] = (await claim()).items;
      if (!item) throw new Error("an item is claimed");
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
      const { batch, claim } = await openJoined(newItem("a"));
      const [item] = (await claim()).items;
      if (!item) throw new Error("an item is claimed");
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
      expect(keysOf((await claim()).items)).toEqual(["a"]);
    });
  });

  describe("heartbeat", () => {
    it("makes the submits of a worker doubtful whose lease is over, and gives its running items to others", async () => {
      const { batch, claim, worker } = await openJoined(
        newItem("a"),
        newItem("b"),
      );
      const [a] = (await claim()).items;
      if (!a) throw new Error("an item is claimed");
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
    it("queues the failed items of a filter anew, and counts what was reserved as cost", async () => {
      const { batch, claim } = await openJoined(
        newItem("a", { metadata: '{"page":1}', estimate: 4 }),
        newItem("b", { metadata: '{"page":2}' }),
      );
      const { items } = await claim();
      await batch.report(
        items.map((item) => ({
          ...item,
          state: "failed",
          worker: null,
          errorCode: "in_doubt",
          finishedAt: 9,
        })),
      );
      const filter = { states: ["failed"], metadata: { page: 1 } } as const;
      expect(await batch.move(filter, { to: "queued" }, 0)).toMatchObject({
        count: 1,
      });
      const [a, b] = await read(batch);
      expect(a).toMatchObject({
        state: "queued",
        cost: 4,
        reserved: 0,
        claim: null,
        errorCode: null,
        order: null,
      });
      expect(b).toMatchObject({ state: "failed", order: 2 });
    });

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
      const { batch, claim } = await openJoined(newItem("a"));
      const [item] = (await claim()).items;
      if (!item) throw new Error("an item is claimed");
      await batch.report([complete(item)]);
      await batch.move({ states: ["completed"] }, { to: "removed" }, 0);
      expect(await batch.totals()).toMatchObject({
        cost: 5,
        counts: { completed: 0 },
      });
    });
  });

  describe("read", () => {
    it("reads behind a cursor, by states, keys, metadata, code and job", async () => {
      const { batch, claim } = await openJoined(
        newItem("a", { metadata: '{"page":1,"draft":true}' }),
        newItem("b", { metadata: '{"page":"1"}' }),
        newItem("c"),
      );
      const { items } = await claim();
      for (const item of items)
        await batch.report([
          { ...complete(item), jobId: item.key, errorCode: item.key },
        ]);
      const find = async (filter: object, after = 0) =>
        keysOf(
          (
            await batch.read({
              states: ["completed"],
              by: "order",
              after,
              limit: 2,
              ...filter,
            })
          ).items,
        );
      expect(await find({})).toEqual(["a", "b"]);
      expect(await find({}, 2)).toEqual(["c"]);
      expect(await find({ keys: ["c", "a"] })).toEqual(["a", "c"]);
      expect(await find({ metadata: { page: 1 } })).toEqual(["a"]);
      expect(await find({ metadata: { page: "1" } })).toEqual(["b"]);
      expect(await find({ metadata: { draft: true, page: 1 } })).toEqual(["a"]);
      expect(await find({ metadata: { draft: 1 } })).toEqual([]);
      expect(await find({ errorCode: "b" })).toEqual(["b"]);
      expect(await find({ exceptErrorCode: "a" })).toEqual(["b", "c"]);
      expect(await find({ jobId: "c" })).toEqual(["c"]);
      expect(await find({ states: ["failed"] })).toEqual([]);
    });
  });

  describe("set", () => {
    it("changes the settings that are given, and keeps the others", async () => {
      const { batch } = await openLedger();
      await batch.set({ maxCost: 7, maxFailures: 0.5 });
      await batch.set({ concurrency: 3 });
      expect((await batch.totals()).settings).toEqual({
        paused: false,
        maxCost: 7,
        maxFailures: 0.5,
        concurrency: 3,
      });
    });
  });

  describe("delete", () => {
    it("refuses while a worker has its lease, or jobs may run", async () => {
      const { batch, claim, worker } = await openJoined(newItem("a"));
      expect(await batch.delete(true)).toEqual({ workers: 1, jobs: 0 });
      await claim();
      await batch.leave(worker);
      expect(await batch.delete(false)).toEqual({ workers: 0, jobs: 1 });
      expect((await batch.totals()).counts.inDoubt).toBe(1);
    });

    it("frees the name, and lets nobody join the deleted batch", async () => {
      const { ledger, batch } = await openLedger();
      await batch.add([newItem("a")]);
      expect(await batch.delete(false)).toEqual({ workers: 0, jobs: 0 });
      await expect(batch.join()).rejects.toMatchObject({
        code: "batch_deleted",
      });
      await expect(batch.add([newItem("b")])).rejects.toMatchObject({
        code: "batch_deleted",
      });
      const fresh = await ledger.open("test", DEFINITION);
      expect((await fresh.totals()).counts.queued).toBe(0);
    });
  });

  describe("adopt", () => {
    it("makes the next items doubtful in the order of claiming, and ends all workers", async () => {
      const { ledger, batch, worker } = await openJoined(
        newItem("a"),
        newItem("b", { priority: 1 }),
        newItem("c"),
      );
      expect(await ledger.adopt(2)).toBe(2);
      const states = (await read(batch)).map(({ state }) => state);
      expect(states).toEqual(["inDoubt", "inDoubt", "queued"]);
      expect(
        await batch.heartbeat({ id: worker, sequence: 0 }, 0),
      ).toMatchObject({
        isAlive: false,
      });
    });

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
