import { expect, test } from "vitest";
import type { Quirks } from "../src/index.js";
import { createAccount, errorThrownBy, IMAGE } from "./support/account.js";

interface PodAnswer {
  readonly lastStartedAt: string;
  readonly imageName?: string;
}

const createPod = (quirks: Quirks) =>
  createAccount({ quirks }).callOk<PodAnswer>("POST", "/v1/pods", {
    imageName: IMAGE,
  });

test("the quirk goTimes shows the start of a Pod in the form of Go", async () => {
  const { lastStartedAt } = await createPod({ goTimes: true });
  expect(lastStartedAt).toBe("2026-01-01 00:00:00.000 +0000 UTC");
  const usual = await createPod({ goTimes: false });
  expect(usual.lastStartedAt).toBe("2026-01-01T00:00:00.000Z");
});

test("the quirk invisibleJobs hides a job for two seconds after its submit", async () => {
  const { call, callOk, advance } = createAccount({
    quirks: { invisibleJobs: true },
  });
  const input = { prompt: "a pier" };
  const { id } = await callOk("POST", "/v2/flux-dev/run", { input });
  const statusOf = async () =>
    (await call("GET", `/v2/flux-dev/status/${id}`)).status;
  await advance(1999);
  expect(await statusOf()).toBe(404);
  await advance(1);
  expect(await statusOf()).toBe(200);
});

test("the quirk noLongPolling answers 404 where the emulator otherwise holds the status of a job until its end", async () => {
  const statusOf = async (quirks: Quirks) => {
    const { call, callOk, advance } = createAccount({ quirks });
    const input = { prompt: "a pier" };
    const { id } = await callOk("POST", "/v2/flux-dev/run", { input });
    const held = call("GET", `/v2/flux-dev/status-sync/${id}?wait=60000`);
    await advance(60_000);
    return (await held).status;
  };
  expect(await statusOf({})).toBe(200);
  expect(await statusOf({ noLongPolling: true })).toBe(404);
});

test("createEmulator names an unknown quirk, and the nearest known one", () => {
  const quirks: object = { goTime: true };
  expect(errorThrownBy(() => createAccount({ quirks }))).toContain(
    'quirks: unknown property "goTime"; did you mean goTimes?',
  );
});
