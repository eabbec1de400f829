import { describe, expect, onTestFinished, test } from "vitest";
import { openBatch } from "../../../src/batch/index.js";
import {
  createEchoService,
  numbered,
  type NumberedInput,
} from "../suite/temporary-batch.js";
import { createServer, openLedger, removeAfterTest } from "./ledgers.js";
import type { PostgresServer } from "./server.js";

const ITEMS = 30;
const SUBMITTED = 20;

/** A batch, and what the service gets of it. */
function openOn(
  server: PostgresServer,
  { cloud }: Pick<ReturnType<typeof createEchoService>, "cloud">,
) {
  const ledger = openLedger(server);
  const open = () =>
    openBatch<NumberedInput>(cloud, {
      name: "test",
      model: "echo",
      ledger,
      onWarning: () => undefined,
    });
  return { ledger, open };
}

describe("a batch in Postgres whose standby takes over", () => {
  test("submits nothing before the ledger is adopted, and then no input twice", async () => {
    const service = createEchoService();
    const { emulator } = service;
    const primary = await createServer();
    const { open } = openOn(primary, service);
    const batch = await open();
    onTestFinished(() => batch.close());
    await batch.add(numbered(ITEMS));
    const standby = removeAfterTest(await primary.replicate());
    await standby.detach();
    const stop = new AbortController();
    const end = batch.work({
      signal: stop.signal,
      onResult: () => {
        if (emulator.jobs().length >= SUBMITTED) stop.abort();
      },
    });
    await expect(end).rejects.toMatchObject({ name: "AbortError" });
    const submitted = emulator.jobs().length;
    await standby.promote();

    const adopted = openOn(standby, service);
    await expect(adopted.open()).rejects.toMatchObject({
      code: "ledger_went_back",
    });
    expect(emulator.jobs()).toHaveLength(submitted);

    await adopted.ledger.adopt(submitted);
    const again = await adopted.open();
    onTestFinished(() => again.close());
    expect(await again.work()).toMatchObject({ reason: "doubt" });
    const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
    expect(new Set(inputs).size).toBe(ITEMS);
    expect(inputs).toHaveLength(ITEMS);
  });
});
