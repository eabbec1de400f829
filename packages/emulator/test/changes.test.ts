import { expect, test } from "vitest";
import { createEmulator } from "../src/index.js";
import { mergeChanges } from "../src/snapshot-changes.js";
import { createAccount, createOneOfEach, IMAGE } from "./support/account.js";
import { jobsAt, MINUTE } from "./support/job-calls.js";

/** A snapshot with its collections in a fixed order: a changed item may stand elsewhere. */
function sorted(snapshot: object): object {
  const entries = Object.entries(snapshot).map(([name, value]) => [
    name,
    Array.isArray(value) && name !== "jobQueues"
      ? value.map((item) => JSON.stringify(item)).sort()
      : (value as unknown),
  ]);
  return Object.fromEntries(entries) as object;
}

test("the changes of an emulator, added to an earlier snapshot, give the present one", async () => {
  const account = createAccount({ balance: 1000, stock: { "NVIDIA L4": 2 } });
  const { emulator, call, callOk, advance } = account;
  const ids = await createOneOfEach(account);
  const takeChanges = emulator.trackChanges();
  let merged = emulator.snapshot();
  const endpoint = jobsAt(ids.endpointId, account);
  const picture = jobsAt("flux-dev", account);
  const { id: podId } = await callOk("POST", "/v1/pods", {
    imageName: IMAGE,
    gpuTypeIds: ["NVIDIA L4"],
  });
  const query = `mutation { secretCreate(input: { name: "s" }) { id } }`;
  const steps: readonly (() => Promise<unknown>)[] = [
    () => call("POST", `/v1/pods/${podId}/stop`),
    () => call("PATCH", `/v1/pods/${podId}`, { name: "renamed" }),
    () => call("POST", `/v1/pods/${podId}/start`),
    () => call("DELETE", `/v1/pods/${ids.podId}`),
    () => picture.run({ prompt: "a" }),
    () => picture.run({ prompt: "fail" }),
    () => advance(2000),
    () => endpoint.run(),
    () => endpoint.run(),
    () => endpoint.run(),
    () => advance(300),
    () => advance(400),
    () => endpoint.post("purge-queue"),
    () => advance(MINUTE),
    () => call("PATCH", `/v1/endpoints/${ids.endpointId}`, { workersMin: 1 }),
    () => advance(40 * MINUTE),
    () => call("DELETE", `/v1/endpoints/${ids.endpointId}`),
    () => call("DELETE", `/v1/networkvolumes/${ids.networkVolumeId}`),
    () => call("POST", "/graphql", { query }),
    async () => {
      emulator.account.setBalance(3);
      await advance(0);
    },
    async () => {
      emulator.reset();
      await advance(0);
    },
    () => call("POST", "/v1/pods", { imageName: IMAGE }),
  ];
  for (const [index, step] of steps.entries()) {
    await step();
    const changes = JSON.parse(JSON.stringify(takeChanges())) as ReturnType<
      typeof takeChanges
    >;
    merged = mergeChanges(merged, [changes]);
    expect(sorted(merged), `step ${index}`).toEqual(
      sorted(emulator.snapshot()),
    );
  }
  const copy = createEmulator({ clock: "manual" });
  copy.restore(merged);
  expect(sorted(copy.snapshot())).toEqual(sorted(emulator.snapshot()));
});
