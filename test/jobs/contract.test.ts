import { type as arktype } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { defineModel, InputError, JobError } from "../../src/index.js";
import { collect } from "../support/collect.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import { rejectionOf } from "../support/rejection.js";

/** The same contract, written with three libraries. The client receives `madeAt` as a number. */
const withZod = defineModel({
  input: z.object({
    url: z.url(),
    width: z.number().int().max(4096).default(512),
  }),
  output: z.object({
    bytes: z.number(),
    madeAt: z.iso.datetime().transform((text) => Date.parse(text)),
  }),
});
const withValibot = defineModel({
  input: v.object({
    url: v.pipe(v.string(), v.url()),
    width: v.optional(
      v.pipe(v.number(), v.integer(), v.maxValue(4096)),
      () => 512,
    ),
  }),
  output: v.object({
    bytes: v.number(),
    madeAt: v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.transform((text) => Date.parse(text)),
    ),
  }),
});
const withArkType = defineModel({
  input: arktype({ url: "string.url", width: "number.integer <= 4096 = 512" }),
  output: arktype({
    bytes: "number",
    madeAt: arktype("string.date.iso").pipe((text) => Date.parse(text)),
  }),
});

const CONTRACTS: readonly [string, typeof withZod][] = [
  ["zod", withZod],
  ["valibot", withValibot as unknown as typeof withZod],
  ["ArkType", withArkType as unknown as typeof withZod],
];

const URL = "https://pictures.test/pier.png";
const MADE_AT = "2026-01-02T03:04:05.000Z";

/** A client of an endpoint that answers with `output`, and the inputs that the endpoint has received. */
function createResizer(output: unknown = { bytes: 7, madeAt: MADE_AT }) {
  const { cloud, emulator } = createEmulatedClient();
  const inputs: unknown[] = [];
  emulator.model("resizer", (input) => {
    inputs.push(input);
    return output;
  });
  return { cloud, inputs };
}

describe("a model with a contract", () => {
  test.each(CONTRACTS)(
    "of %s sends the input as it is, and transforms the output once",
    async (_library, contract) => {
      const { cloud, inputs } = createResizer();
      const model = cloud.model(contract, "resizer");
      const received = { bytes: 7, madeAt: Date.parse(MADE_AT) };
      const { output } = await model.runSync({ url: URL });
      expect(output).toEqual(received);
      const job = await model.run({ url: URL });
      expect((await job.wait()).output).toEqual(received);
      expect(await model.job(job.id).status()).toMatchObject({
        output: received,
      });
      expect(await job.cancel()).toMatchObject({ output: received });
      const results = await collect(model.map([{ url: URL }]));
      expect(results[0]?.job?.output).toEqual(received);
      expect(inputs).toEqual([{ url: URL }, { url: URL }, { url: URL }]);
    },
  );

  test.each(CONTRACTS)(
    "of %s refuses a wrong input before it is sent, and names the path",
    async (_library, contract) => {
      const { cloud, inputs } = createResizer();
      const model = cloud.model(contract, "resizer");
      const wrong = { url: URL, width: 5000 };
      const calls = [() => model.run(wrong), () => model.runSync(wrong)];
      for (const call of calls) {
        const error = await rejectionOf(call());
        expect(error).toBeInstanceOf(InputError);
        expect(error).toMatchObject({
          parameter: "input.width",
          maybeSent: false,
          message: expect.stringMatching(
            /^model\.run(Sync)?: input\.width: .*4096/,
          ) as string,
        });
      }
      const results = await collect(
        model.map([wrong, { url: URL }], { concurrency: 1 }),
      );
      expect(results[0]?.error).toBeInstanceOf(InputError);
      expect(results[1]?.job?.status).toBe("COMPLETED");
      expect(inputs).toEqual([{ url: URL }]);
    },
  );

  test.each(CONTRACTS)(
    "of %s refuses a wrong output, and keeps it in the error",
    async (_library, contract) => {
      const output = { bytes: "seven", madeAt: MADE_AT };
      const { cloud } = createResizer(output);
      const model = cloud.model(contract, "resizer");
      const job = await model.run({ url: URL });
      const calls = {
        "job.wait": () => job.wait(),
        "job.status": () => job.status(),
        "model.runSync": () => model.runSync({ url: URL }),
      };
      for (const [operation, call] of Object.entries(calls)) {
        const error = await rejectionOf(call());
        expect(error).toBeInstanceOf(JobError);
        expect(error).toMatchObject({
          code: "job_output_refused",
          operation,
          maybeSent: true,
          job: { slug: "resizer", status: "COMPLETED", output },
          message: expect.stringContaining(
            "does not fit the contract: output.bytes: ",
          ) as string,
        });
      }
    },
  );

  test("names each wrong member of an input, with the index of a list", async () => {
    const contract = defineModel({
      input: z.object({ sizes: z.array(z.number()), name: z.string() }),
      output: z.null(),
    });
    const { cloud } = createResizer();
    const input = { sizes: [1, "2"], name: 3 } as unknown as {
      sizes: number[];
      name: string;
    };
    const error = await rejectionOf(
      cloud.model(contract, "resizer").run(input),
    );
    expect(error).toMatchObject({ parameter: "input.sizes[1]" });
    expect(String(error)).toContain("; input.name: ");
  });

  test("waits for a schema that checks asynchronously, and reports one that fails", async () => {
    const isFree = (name: string) => Promise.resolve(name !== "taken");
    const contract = defineModel({
      input: z.object({ name: z.string().refine(isFree, "is taken") }),
      output: z.unknown(),
    });
    const { cloud } = createResizer();
    const model = cloud.model(contract, "resizer");
    expect((await model.runSync({ name: "free" })).status).toBe("COMPLETED");
    await expect(model.run({ name: "taken" })).rejects.toThrow(
      "input.name: is taken",
    );
    const reason = new Error("no connection to the database");
    const failing = () => {
      throw reason;
    };
    const broken = defineModel({
      input: z.object({ name: z.string().refine(failing) }),
      output: z.unknown(),
    });
    const error = await rejectionOf(
      cloud.model(broken, "resizer").run({ name: "a" }),
    );
    expect(error).toMatchObject({ code: "invalid_input", cause: reason });
  });

  test("is refused without schemas, and without the id of an endpoint", () => {
    const { cloud } = createResizer();
    const define = defineModel as (contract: unknown) => unknown;
    expect(() => define({ input: {}, output: z.null() })).toThrow(
      "defineModel: input must be a schema of zod, valibot, ArkType",
    );
    const half = { input: withZod.input } as unknown as typeof withZod;
    expect(() => cloud.model(half, "id")).toThrow(
      "cloud.model: output must be a schema",
    );
    expect(() => cloud.model(withZod, "")).toThrow("slug");
  });
});
