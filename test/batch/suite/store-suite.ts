import { expect, it, onTestFinished } from "vitest";
import type {
  ItemChange,
  ItemWithoutInput,
  NewItem,
  OpenStore,
} from "../../../src/batch/index.js";
import type { CreateStore } from "./temporary-batch.js";

const NAME = "suite";

const CLAIM: ItemChange = {
  state: "submitting",
  attempt: 1,
  claim: "the-claim",
  claimedAt: 5,
  reserved: 0.25,
};
const COMPLETED: ItemChange = {
  state: "completed",
  worker: null,
  output: '{"url":"é"}',
  outputBytes: 12,
  cost: 0.1,
  reserved: 0,
  finishedAt: 77,
  delivered: false,
};

/** Tests what every store does the same way. */
export function testStore(createStore: CreateStore): void {
  it("keeps the definition that the batch was created with", async () => {
    const store = createStore();
    expect(await store.readDefinition(NAME)).toBeUndefined();
    const first = await store.open(NAME, "one");
    const second = await store.open(NAME, "two");
    expect([first.definition, second.definition]).toEqual(["one", "one"]);
    expect(await store.readDefinition(NAME)).toBe("one");
    await first.close();
    await second.close();
  });

  it("adds each key once and stops at a key with another input", async () => {
    const store = await open(createStore);
    expect(await store.add([item("a"), item("b"), item("a")])).toEqual([
      "added",
      "added",
      "present",
    ]);
    const outcomes = await store.add([
      item("c"),
      { ...item("a"), input: '{"other":1}' },
      item("d"),
    ]);
    expect(outcomes).toEqual(["added", "different"]);
    expect((await store.totals()).counts.queued).toBe(3);
    expect(await store.read("d")).toBeUndefined();
  });

  it("reads an item as it was added", async () => {
    const store = await open(createStore);
    await store.add([
      { key: "ключ", input: '{"n":"ü"}', policy: '{"ttl":1}', priority: -1.5 },
    ]);
    expect(await store.read("ключ")).toEqual({
      key: "ключ",
      position: 1,
      input: '{"n":"ü"}',
      policy: '{"ttl":1}',
      priority: -1.5,
      state: "queued",
      version: 0,
      worker: null,
      attempt: 0,
      claim: null,
      claimedAt: null,
      jobId: null,
      submittedAt: null,
      otherJobs: null,
      output: null,
      outputBytes: null,
      error: null,
      cost: 0,
      reserved: 0,
      finishOrder: null,
      finishedAt: null,
      delivered: false,
    });
  });

  it("gives free items once: running ones first, then by priority and position", async () => {
    const store = await open(createStore);
    const member = await store.join();
    await store.add([
      item("low", -1),
      item("first"),
      item("high", 7),
      item("second"),
      item("running"),
    ]);
    const running = await store.read("running");
    if (!running) throw new Error("the item is missing");
    await change(store, running, { state: "running", jobId: "job" });
    const taken = await store.take(member.id, 3);
    expect(taken.map(({ key }) => key)).toEqual(["running", "high", "first"]);
    expect(new Set(taken.map(({ worker }) => worker))).toEqual(
      new Set([member.id]),
    );
    expect(await store.take(member.id, 10, true)).toEqual([]);
    const rest = await store.take(member.id, 10);
    expect(rest.map(({ key }) => key)).toEqual(["second", "low"]);
    expect(await store.take(member.id, 10)).toEqual([]);
    await member.leave();
  });

  it("gives large items in parts: up to 8 MB of inputs and one more item, and at least one item", async () => {
    const store = await open(createStore);
    const add = async (key: string, bytes: number) => {
      const input = JSON.stringify("x".repeat(bytes - 2));
      await store.add([{ ...item(key), input }]);
    };
    for (const key of ["a", "b", "c", "d"]) await add(key, 3_000_000);
    for (const key of ["e", "f"]) await add(key, 9_000_000);
    const member = await store.join();
    const taken: string[] = [];
    for (;;) {
      const items = await store.take(member.id, 10);
      if (items.length === 0) break;
      taken.push(items.map(({ key }) => key).join(""));
    }
    expect(taken).toEqual(["abc", "de", "f"]);
    await member.leave();
  });

  it("changes a record once for each version", async () => {
    const { store, taken, member } = await openTaken(createStore);
    const claimed = await change(store, taken, { ...CLAIM, worker: member.id });
    expect(claimed).toMatchObject({ ...CLAIM, version: taken.version + 1 });
    const other = await store.change(taken, { state: "failed" });
    expect(other).toEqual({ outcome: "conflict" });
    const { input } = taken;
    expect(await store.read(taken.key)).toEqual({ ...claimed, input });
    await member.leave();
  });

  it("counts states, costs, reservations and undelivered results", async () => {
    const { store, taken, member } = await openTaken(createStore);
    const claimed = await change(store, taken, { ...CLAIM, worker: member.id });
    expect(await store.totals()).toMatchObject({
      counts: { queued: 1, submitting: 1 },
      reserved: 0.25,
      cost: 0,
      undelivered: 0,
      oldestUndeliveredAt: null,
    });
    const completed = await change(store, claimed, COMPLETED);
    expect(completed).toMatchObject({ ...COMPLETED, finishOrder: 1 });
    expect(await store.totals()).toMatchObject({
      counts: { queued: 1, submitting: 0, completed: 1 },
      reserved: 0,
      cost: 0.1,
      undelivered: 1,
      oldestUndeliveredAt: 77,
    });
    await change(store, completed, { delivered: true });
    expect(await store.totals()).toMatchObject({
      undelivered: 0,
      oldestUndeliveredAt: null,
    });
    await member.leave();
  });

  it("refuses a change that would pass the limit of the cost", async () => {
    const { store, taken, member } = await openTaken(createStore);
    const claim = { ...CLAIM, worker: member.id };
    expect(await store.change(taken, claim, 0.24)).toEqual({
      outcome: "over limit",
    });
    expect((await store.change(taken, claim, 0.25)).outcome).toBe("changed");
    await member.leave();
  });

  it("gives items of one priority in the order of adding, and tells large priorities apart", async () => {
    const store = await open(createStore);
    const member = await store.join();
    const keys = Array.from({ length: 12 }, (_, n) => `item ${n}`);
    await store.add(keys.map((key) => item(key, 10)));
    const micros = 1_795_385_728_466_000;
    const later = [item("low", micros), item("high", micros + 1)];
    await store.add(later);
    const taken = await store.take(member.id, 20);
    expect(taken.map(({ key }) => key)).toEqual(["high", "low", ...keys]);
    await member.leave();
    const next = await store.join();
    expect(await store.take(next.id, 20)).toHaveLength(14);
    await next.leave();
  });

  it("counts money in whole billionths: ten times 0.1 is within a limit of 1", async () => {
    const store = await open(createStore);
    const member = await store.join();
    const keys = Array.from({ length: 11 }, (_, n) => `item ${n}`);
    await store.add(keys.map((key) => item(key)));
    const outcomes: string[] = [];
    for (const record of await store.take(member.id, 11)) {
      const claim = { ...CLAIM, worker: member.id, reserved: 0.1 };
      outcomes.push((await store.change(record, claim, 1)).outcome);
    }
    const within = Array.from({ length: 10 }, () => "changed");
    expect(outcomes).toEqual([...within, "over limit"]);
    expect((await store.totals()).reserved).toBe(1);
    await member.leave();
  });

  it.each([
    [1e10, 9_007_199.254740991],
    [Number.MAX_VALUE, 9_007_199.254740991],
    [NaN, 0],
    [-1, 0],
  ])("counts a cost of %d as %d", async (cost, counted) => {
    const { store, taken, member } = await openTaken(createStore);
    const claimed = await change(store, taken, { ...CLAIM, worker: member.id });
    const completed = await change(store, claimed, { ...COMPLETED, cost });
    expect(completed.cost).toBe(counted);
    expect(await store.totals()).toMatchObject({ cost: counted, reserved: 0 });
    const [next] = await store.take(member.id, 1);
    if (!next) throw new Error("no item was taken");
    const limited = { ...CLAIM, worker: member.id };
    const { outcome } = await store.change(next, limited, counted + 0.2);
    expect(outcome).toBe("over limit");
    await member.leave();
  });

  it("counts costs whose sum is beyond 64 bits", async () => {
    const store = await open(createStore);
    const keys = Array.from({ length: 1100 }, (_, n) => `item ${n}`);
    await store.add(keys.map((key) => item(key)));
    for (const [index, key] of keys.entries()) {
      await change(store, { key, version: 0 }, { ...COMPLETED, cost: 1e10 });
      const expected = (index + 1) * 9_007_199.25474;
      expect((await store.totals()).cost).toBeCloseTo(expected, -3);
    }
  });

  it("makes a change for one of two callers that want the same", async () => {
    const store = await open(createStore);
    await store.add([item("a")]);
    const [one, two] = [await store.read("a"), await store.read("a")];
    if (!one || !two) throw new Error("the item is missing");
    const failed = { ...COMPLETED, state: "failed" } as const;
    const results = await Promise.all([
      store.change(one, failed),
      store.change(two, failed),
    ]);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual([
      "changed",
      "conflict",
    ]);
  });

  it("lists nothing for a state that is none", async () => {
    const store = await open(createStore);
    await store.add([item("a")]);
    for (const state of ["done", "q", "') OR 1=1 --", "constructor"])
      for (const order of ["position", "finishOrder"] as const)
        expect(
          await store.list({
            states: [state as never],
            order,
            after: 0,
            limit: 5,
          }),
        ).toEqual([]);
    expect((await store.totals()).counts.queued).toBe(1);
  });

  it("lists by position, by order of completion and by delivery", async () => {
    const store = await open(createStore);
    const keys = Array.from({ length: 20 }, (_, n) => `item ${n}`);
    await store.add(keys.map((key) => item(key)));
    for (const key of keys.slice(0, 12).reverse()) {
      const record = await store.read(key);
      if (!record) throw new Error("the item is missing");
      const isOdd = record.position % 2 === 1;
      await change(store, record, {
        ...COMPLETED,
        state: isOdd ? "failed" : "completed",
        delivered: record.position > 6,
      });
    }
    const list = async (
      query: Partial<Parameters<OpenStore["list"]>[0]>,
    ): Promise<number[]> => {
      const items = await store.list({
        states: ["completed", "failed"],
        order: "position",
        after: 0,
        limit: 100,
        ...query,
      });
      return items.map(({ position }) => position);
    };
    const order = "finishOrder" as const;
    expect(await list({ states: ["queued"], limit: 2 })).toEqual([13, 14]);
    expect(await list({ states: ["failed"], after: 5 })).toEqual([7, 9, 11]);
    expect(await list({ order, limit: 3 })).toEqual([12, 11, 10]);
    expect(await list({ order, after: 9 })).toEqual([3, 2, 1]);
    expect(await list({ order, undelivered: true, limit: 2 })).toEqual([6, 5]);
    expect(await list({ order, undelivered: true, after: 8 })).toEqual([
      4, 3, 2, 1,
    ]);
  });

  it("lists large items in parts", async () => {
    const store = await open(createStore);
    const input = JSON.stringify({ text: "x".repeat(3_000_000) });
    for (const key of ["a", "b", "c", "d", "e", "f", "g"])
      await store.add([{ ...item(key), input }]);
    const query = { states: ["queued"], order: "position" } as const;
    const listed: string[] = [];
    for (let after = 0; ;) {
      const page = await store.list({ ...query, after, limit: 100 });
      expect(page.length).toBeLessThan(7);
      const last = page.at(-1);
      if (!last) break;
      listed.push(...page.map(({ key }) => key));
      after = last.position;
    }
    expect(listed.join("")).toBe("abcdefg");
  });

  it("gives a result another place in the order of completion after a retry", async () => {
    const { store, taken, member } = await openTaken(createStore);
    const failed = await change(store, taken, {
      ...COMPLETED,
      state: "failed",
      output: null,
    });
    const queued = await change(store, failed, {
      state: "queued",
      finishedAt: null,
    });
    expect(queued.finishOrder).toBeNull();
    expect((await store.totals()).undelivered).toBe(0);
    const completed = await change(store, queued, COMPLETED);
    const items = await store.list({
      states: ["completed", "failed"],
      order: "finishOrder",
      after: 0,
      limit: 5,
    });
    expect(items).toEqual([{ ...completed, input: taken.input }]);
    await member.leave();
  });

  it("gives back the items of a process that leaves; a claimed one is in doubt", async () => {
    const { store, taken, member } = await openTaken(createStore);
    await change(store, taken, { ...CLAIM, worker: member.id });
    await store.take(member.id, 1);
    expect(await store.countWorkers()).toBe(1);
    await member.leave();
    expect(await store.countWorkers()).toBe(0);
    expect((await store.totals()).counts).toMatchObject({
      inDoubt: 1,
      queued: 1,
    });
    expect(await store.read(taken.key)).toMatchObject({
      state: "inDoubt",
      worker: null,
      reserved: 0.25,
    });
    const next = await store.join();
    expect(await store.take(next.id, 5)).toHaveLength(1);
    await next.leave();
  });

  it("lets others wait for a job whose retry was claimed by a process that leaves", async () => {
    const { store, taken, member } = await openTaken(createStore);
    await change(store, taken, {
      ...CLAIM,
      worker: member.id,
      jobId: "the-job",
    });
    await member.leave();
    expect(await store.read(taken.key)).toMatchObject({
      state: "running",
      worker: null,
      jobId: "the-job",
    });
    const next = await store.join();
    const [running] = await store.take(next.id, 1);
    expect(running?.key).toBe(taken.key);
    await next.leave();
  });

  it("shares the pause with every process", async () => {
    const store = createStore();
    const one = await store.open(NAME, "{}");
    const two = await store.open(NAME, "{}");
    expect(await two.isPaused()).toBe(false);
    await one.setPaused(true);
    expect(await two.isPaused()).toBe(true);
    await one.setPaused(false);
    expect(await two.isPaused()).toBe(false);
    await one.close();
    await two.close();
  });

  it("deletes a batch with all its items", async () => {
    const store = createStore();
    const opened = await store.open(NAME, "{}");
    await opened.add([item("a")]);
    await opened.delete();
    expect(await store.readDefinition(NAME)).toBeUndefined();
    const fresh = await store.open(NAME, "{}");
    expect((await fresh.totals()).counts.queued).toBe(0);
    await fresh.close();
  });
}

function item(key: string, priority = 0): NewItem {
  return { key, input: '{"n":1}', policy: null, priority };
}

async function open(createStore: CreateStore): Promise<OpenStore> {
  const store = await createStore().open(NAME, "{}");
  onTestFinished(() => store.close());
  return store;
}

/** A store with two items, of which a process has taken one. */
async function openTaken(createStore: CreateStore) {
  const store = await open(createStore);
  await store.add([item("a"), item("b")]);
  const member = await store.join();
  const [taken] = await store.take(member.id, 1);
  if (!taken) throw new Error("no item was taken");
  return { store, member, taken };
}

async function change(
  store: OpenStore,
  record: Pick<ItemWithoutInput, "key" | "version">,
  change: ItemChange,
): Promise<ItemWithoutInput> {
  const result = await store.change(record, change);
  if (result.outcome !== "changed")
    throw new Error(`the outcome is ${result.outcome}`);
  return result.item;
}
