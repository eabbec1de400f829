import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineModel } from "../../../src/index.js";
import { numbered, openEchoBatch } from "../suite/temporary-batch.js";

const FLUX = "black-forest-labs-flux-1-schnell";

describe("openBatch", () => {
  it("refuses another model or policy for an existing batch, and names both", async () => {
    const { open } = await openEchoBatch();
    await expect(open({ model: "other" })).rejects.toMatchObject({
      code: "batch_definition_differs",
      message: expect.stringContaining('model "echo", not "other"') as string,
    });
    await expect(open({ policy: { ttl: 60_000 } })).rejects.toThrow(
      'policy not set, not {"ttl":60000}',
    );
  });

  it("warns where it replaces a limit that somebody has set", async () => {
    const limits = { maxCost: 5, maxFailures: 0.5, estimate: 1 };
    const { batch, open, warnings } = await openEchoBatch(limits);
    await open();
    expect(warnings).toEqual([]);
    await batch.set({ maxCost: 0.2, maxFailures: 3 });
    const other = await open({ maxFailures: undefined });
    expect(warnings).toEqual([
      "batch test: maxCost was 0.2 in the ledger, and is 5 now",
    ]);
    expect(await other.settings()).toMatchObject({
      maxCost: 5,
      maxFailures: 3,
    });
  });

  it("refuses an asynchronous estimate, and does not end the process", async () => {
    const estimate = () => Promise.reject(new Error("no price"));
    const { batch } = await openEchoBatch({
      maxCost: 1,
      estimate: estimate as never,
    });
    await expect(batch.add(numbered(1))).rejects.toMatchObject({
      name: "InputError",
      parameter: "estimate",
    });
  });
});

describe("batch.add", () => {
  it("reads an async iterable, and items with a key, a policy and a priority", async () => {
    const { batch, emulator } = await openEchoBatch();
    async function* source() {
      yield { key: "low", input: { n: 1 } };
      await Promise.resolve();
      const policy = { ttl: 60_000 };
      yield { key: "high", input: { n: 2 }, priority: 5, policy };
    }
    await batch.add(source());
    await batch.work({ concurrency: 1 });
    expect(emulator.jobs().map(({ input }) => input)).toEqual([
      { n: 2 },
      { n: 1 },
    ]);
    const [submit] = emulator.requests.filter(
      ({ method }) => method === "POST",
    );
    expect(submit?.body).toMatchObject({ policy: { ttl: 60_000 } });
  });

  it("keeps what an iterable gave before it failed", async () => {
    const { batch } = await openEchoBatch();
    function* source() {
      yield* numbered(3);
      throw new Error("the file ends here");
    }
    await expect(batch.add(source())).rejects.toThrow("the file ends here");
    expect(await batch.progress()).toMatchObject({ queued: 3 });
  });

  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const input = { n: 1 };

  it.each([
    ["item", "text"],
    ["n", { n: 1 }],
    ["id", { id: "a", input }],
    ["input", { key: "a" }],
    ["input", { input: ["a pier"] }],
    ["input", { input: { toJSON: () => "text" } }],
    ["input", { input: circular }],
    ["input.a[1].b", { input: { a: [1, { b: Infinity }] } }],
    ["input.n", { input: { n: 1n } }],
    ["key", { key: 1, input }],
    ["key", { key: "a\nb", input }],
    ["key", { key: "\ud800", input }],
    ["priority", { priority: NaN, input }],
    ["policy", { input, policy: "fast" }],
    ["policy.ttll", { input, policy: { ttll: 60_000 } }],
    ["policy.attempts", { input, policy: { attempts: 2 } }],
    ["attempts", { input, attempts: 0 }],
    ["metadata", { input, metadata: "page 3" }],
    ["metadata.at", { input, metadata: { at: new Date() } }],
    ['metadata."page"', { input, metadata: { page: "\udc00\ud800" } }],
    ['metadata."a\\u0000b"', { input, metadata: { "a\0b": 1 } }],
  ])("names %s of a wrong item by its index", async (parameter, item) => {
    const { batch } = await openEchoBatch();
    const adding = batch.add([{ input }, item as never]);
    await expect(adding).rejects.toMatchObject({
      name: "InputError",
      parameter,
      message: expect.stringContaining("the item at index 1") as string,
    });
    expect(await batch.progress()).toMatchObject({ queued: 1 });
  });

  it("says that the service takes no text and no list for an input", async () => {
    const { batch } = await openEchoBatch();
    const adding = batch.add([{ input: ["a pier"] as never }]);
    await expect(adding).rejects.toThrow(/takes no text and no list/);
  });

  it("ends at a key that the batch has with another input, and adds none twice when all items are added again", async () => {
    const { batch } = await openEchoBatch();
    await batch.add([{ key: "two", input: { n: 2 } }]);
    const itemsWith = (key: string) => [
      { key: "one", input: { n: 1 } },
      { key, input: { n: 22 } },
      { input: { n: 3 } },
    ];
    await expect(batch.add(itemsWith("two"))).rejects.toMatchObject({
      code: "batch_key_conflict",
      message: expect.stringMatching(
        /^the item at index 1: .* may be added already: add all of them again/,
      ) as string,
    });
    await batch.add(itemsWith("two, renewed"));
    expect(await batch.progress()).toMatchObject({ queued: 4 });
  });

  it("with skipInvalid leaves out wrong items and conflicts, and reports each with its index and the key that it was given", async () => {
    const { batch } = await openEchoBatch();
    await batch.add([{ key: "it's 2", input: { n: 2 } }]);
    const items = [
      { key: "one", input: { n: 1 } },
      { key: "it's 2", input: { n: 22 } },
      { key: "wrong", n: 3 },
      { id: "a", input: { n: 2 } },
      { input: { n: 4 } },
    ];
    const summary = await batch.add(items as never[], { skipInvalid: true });
    expect(summary).toMatchObject({
      added: 2,
      present: 0,
      invalid: [
        { index: 1, key: "it's 2", error: { code: "batch_key_conflict" } },
        { index: 2, key: "wrong", error: { parameter: "n" } },
        { index: 3, key: undefined, error: { parameter: "id" } },
      ],
    });
    const [conflict, wrong] = summary.invalid;
    expect(conflict?.error.message).toMatch(
      /: batch remove test --key='it'\\''s 2'$/,
    );
    expect(wrong?.error.message).toContain("{ input: { n: … } }");
    expect(wrong?.error.message).not.toContain("items before");
  });
});

describe("batch.add of a public model", () => {
  const wrong = { prompt: "a pier", width: 12 };

  it("checks each input and names the wrong one, unless checkInput is false", async () => {
    const { batch } = await openEchoBatch({ model: FLUX });
    const inputs = [
      { input: { prompt: "a pier" } },
      { key: "b", input: wrong },
      { input: { prompt: "a reef" } },
    ] as never[];
    await expect(batch.add(inputs)).rejects.toMatchObject({
      name: "InputError",
      parameter: "width",
      message: expect.stringMatching(
        /^batch\.add: the item at index 1 \(key "b"\): width must be .*checkInput: false.* the items before it are added$/,
      ) as string,
    });
    expect(await batch.progress()).toMatchObject({ queued: 1 });
    expect(await batch.add(inputs, { checkInput: false })).toMatchObject({
      added: 2,
      present: 1,
    });
  });

  it("warns that the inputs are not checked where the slug is probably a misspelt one", async () => {
    const { batch, warnings } = await openEchoBatch({
      model: "black-forest-labs-flux-1-schnel",
    });
    await batch.add([{ input: wrong as never }]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /inputs are not checked, .* \(did you mean black-forest-labs-flux-1-schnell\?\)$/,
      ),
    ]);
  });

  it("refuses checkInput: true for a model that the package does not know", async () => {
    const { batch } = await openEchoBatch();
    const adding = batch.add(numbered(1), { checkInput: true });
    await expect(adding).rejects.toMatchObject({ parameter: "checkInput" });
  });
});

it("a contract checks the inputs of an endpoint when they are added", async () => {
  const contract = defineModel({
    input: z.object({ n: z.number() }),
    output: z.unknown(),
  });
  const { batch } = await openEchoBatch({ contract });
  const wrong = { n: "one" } as never;
  await expect(batch.add([{ input: wrong }])).rejects.toMatchObject({
    name: "InputError",
    parameter: "input.n",
  });
});
