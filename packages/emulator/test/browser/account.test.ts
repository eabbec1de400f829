import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import {
  fillAccount,
  keepPicture,
  startInspector,
  type Inspector,
} from "./support/browser.js";

const tableOf = (page: Page, title: string) =>
  page.getByRole("region", { name: title });

const rowOf = (page: Page, title: string, text: string) =>
  tableOf(page, title).getByRole("row").filter({ hasText: text });

describe.each([{ retired: false }, { retired: true }])(
  "with version 0.1.0 retired: $retired",
  (quirks) => {
    let inspector: Inspector;

    beforeAll(async () => {
      inspector = await startInspector({ quirks });
    });

    beforeEach(async () => {
      inspector.emulator.reset();
      await fillAccount(inspector);
    });

    afterAll(() => inspector.close());

    test("the resources show Pods with their spend, and stop, start and delete them", async () => {
      const page = await inspector.open("/#resources");
      const spend = page.getByLabel("Spend", { exact: true });
      expect(await spend.textContent()).toMatch(/Spend now\$0\.\d\d per hour/);
      const row = rowOf(page, "Pods", "trainer");
      await row.getByText("running").waitFor();
      expect(await row.textContent()).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
      await keepPicture(page, "resources");
      await row.getByRole("button", { name: "Stop the Pod trainer" }).click();
      await row.getByText("exited").waitFor();
      await row.getByRole("button", { name: "Start the Pod trainer" }).click();
      await row.getByText("running").waitFor();
      await row.getByRole("button", { name: "Delete the Pod trainer" }).click();
      await row.getByRole("button", { name: "Press again" }).click();
      await row.waitFor({ state: "detached" });
    });

    test("the resources show the workers and the queue of an endpoint, and purge the queue", async () => {
      const page = await inspector.open("/#resources");
      const body = { input: { prompt: "a text" } };
      for (let index = 0; index < 5; index += 1)
        await inspector.send("POST", "/v2/summarizer/run", body);
      const row = rowOf(page, "Endpoints and models", "summarizer").first();
      await row.getByText("1 initializing").waitFor();
      await inspector.emulator.clock.advance(500);
      await row.getByText("1 running").waitFor();
      expect(await row.getByRole("cell").nth(3).textContent()).toBe("4");
      await row.getByText("1 running").click();
      expect(await row.getByRole("link").count()).toBe(1);
      await row.getByRole("button", { name: /Purge/ }).click();
      await row.getByRole("button", { name: "Press again" }).click();
      await page.getByText("The queue of summarizer is empty.").waitFor();
    });

    test.each([
      ["Network volumes", "models", "the volume models"],
      ["Templates", "worker", "the template worker"],
    ])(
      "the resources show and delete items of %s",
      async (title, name, label) => {
        const page = await inspector.open("/#resources");
        const deleteItem = async (row: Locator, item: string) => {
          await row.getByRole("button", { name: `Delete ${item}` }).click();
          await row.getByRole("button", { name: "Press again" }).click();
          await row.waitFor({ state: "detached" });
        };
        if (title === "Templates")
          await deleteItem(
            rowOf(page, "Endpoints and models", "summarizer").first(),
            "the endpoint summarizer",
          );
        await deleteItem(rowOf(page, title, name), label);
      },
    );
  },
);

describe("on a manual clock", () => {
  let inspector: Inspector;

  beforeAll(async () => {
    inspector = await startInspector();
  });

  beforeEach(async () => {
    inspector.emulator.reset();
    await fillAccount(inspector);
  });

  afterAll(() => inspector.close());

  test("the controls list each armed fault, remove it and arm another", async () => {
    const { emulator, open, send } = inspector;
    emulator.fail("POST /pods", { status: 503, times: 2 });
    const page = await open("/#control");
    const faults = page.getByRole("region", { name: "Armed faults" });
    const listed = faults.getByRole("listitem");
    await listed
      .getByText('POST /pods {"status":503,"times":2}, 2 left')
      .waitFor();
    await send("POST", "/v1/pods", {});
    await listed.getByText("1 left").waitFor();
    await keepPicture(page, "control");
    await faults
      .getByRole("button", { name: "Remove the fault of POST /pods" })
      .click();
    await faults.getByText("No fault is armed").waitFor();
    await faults.getByLabel("Rule, JSON").fill('{ "delay": 1500, "after": 2 }');
    await faults.getByRole("button", { name: "Arm" }).click();
    await listed
      .getByText(
        'POST /v2/{slug}/run {"delay":1500,"after":2}, 1 left, after 2 requests',
      )
      .waitFor();
    await faults.getByRole("button", { name: "Remove all" }).click();
    await expect.poll(() => listed.count()).toBe(0);
  });

  test("the controls advance the clock, and the page shows the new moment", async () => {
    const page = await inspector.open("/#control");
    const before = inspector.emulator.clock.now();
    await page.getByRole("button", { name: "+1 day" }).click();
    await page.getByText("The clock was advanced by 24.0 h.").waitFor();
    expect(inspector.emulator.clock.now() - before).toBe(86_400_000);
    await page.getByText("2026-01-02", { exact: false }).waitFor();
  });

  test("the controls set balance and stock, and show the reason where the emulator refuses", async () => {
    const page = await inspector.open("/#control", { isRefused: true });
    await page.getByLabel("Balance, USD").fill("-1");
    await page.getByRole("button", { name: "Set balance" }).click();
    await page.getByText("The balance is −$1.00.", { exact: true }).waitFor();
    expect(inspector.emulator.account.balance()).toBeLessThan(0);
    await page.getByRole("button", { name: "Set stock" }).click();
    await page.getByText("The stock was set.").waitFor();
    expect(inspector.emulator.account.stock()).toEqual({ "NVIDIA L4": 0 });
    await page.getByLabel("Free GPUs, JSON").fill('{ "NVIDIA L4": "no" }');
    await page.getByRole("button", { name: "Set stock" }).click();
    await page
      .getByText(/setStock: the level of "NVIDIA L4" must be/)
      .waitFor();
  });

  test("the controls take a snapshot, reset the account after a second press, restore the snapshot and seed", async () => {
    const page = await inspector.open("/#control");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download a snapshot" }).click();
    const path = await (await download).path();
    const snapshot = JSON.parse(await readFile(path, "utf8")) as object;
    const reset = page.getByRole("button", { name: "Reset the account" });
    await reset.click();
    expect(inspector.emulator.jobs()).toHaveLength(2000);
    await page.getByRole("button", { name: "Press again" }).click();
    await page.getByText("The account is empty.").waitFor();
    expect(inspector.emulator.jobs()).toHaveLength(0);
    await page.getByRole("button", { name: "Add to the account" }).click();
    await page.getByText("5 items were added.").waitFor();
    expect(inspector.emulator.jobs()).toHaveLength(1);
    await page.getByLabel("Restore a snapshot").setInputFiles({
      name: "before.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(snapshot)),
    });
    await page.getByText("The account is that of before.json.").waitFor();
    expect(inspector.emulator.jobs()).toHaveLength(2000);
  });
});
