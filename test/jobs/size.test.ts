import { expect, test } from "vitest";
import { InputError } from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import { collect } from "../support/collect.js";
import { DONE, QUEUED, scripted } from "../support/scripted-fetch.js";

const MIB = 2 ** 20;
/** The body around a text: `{"input":{"text":"…"}}`. */
const FRAME = '{"input":{"text":""}}'.length;
const ofBytes = (bytes: number) => ({ text: "x".repeat(bytes - FRAME) });

test.each([
  ["run", 10],
  ["runSync", 20],
] as const)(
  "%s refuses a body above %d MiB before it is sent, with the size, the limit and what to do",
  async (way, mebibytes) => {
    const { cloud, requests } = scripted([QUEUED]);
    const input = ofBytes(mebibytes * MIB + 1);
    const model = cloud.model("m");
    const error = await rejectionOf(model[way](input));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ parameter: "input", maybeSent: false });
    const { message } = error as Error;
    expect(message).toContain(`${mebibytes}.1 MiB`);
    expect(message).toContain(`at most ${mebibytes} MiB`);
    expect(message).toContain("URLs");
    expect(requests).toHaveLength(0);
  },
);

test.each([
  ["run", 10, QUEUED],
  ["runSync", 20, DONE],
] as const)("%s sends a body of %d MiB", async (way, mebibytes, answer) => {
  const { cloud, requests } = scripted([answer]);
  await cloud.model("m")[way](ofBytes(mebibytes * MIB));
  expect(requests).toHaveLength(1);
});

test("the size of a body is counted in bytes, not in characters", async () => {
  const { cloud, requests } = scripted([QUEUED]);
  const input = { text: "€".repeat(4 * MIB) };
  await expect(cloud.model("m").run(input)).rejects.toThrow("12.1 MiB");
  expect(requests).toHaveLength(0);
});

test("map gives the refusal of a body that is too large as the error of its input, and goes on", async () => {
  const { cloud } = scripted([QUEUED, DONE]);
  const inputs = [ofBytes(11 * MIB), { text: "short" }];
  const results = await collect(
    cloud.model("m").map(inputs, { concurrency: 1, interval: 50 }),
  );
  expect(results.map(({ error, job }) => error?.name ?? job?.status)).toEqual([
    "InputError",
    "COMPLETED",
  ]);
});
