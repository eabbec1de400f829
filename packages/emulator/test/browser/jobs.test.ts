import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  fillAccount,
  keepPicture,
  readClipboard,
  startInspector,
  type Inspector,
} from "./support/browser.js";

let inspector: Inspector;

beforeAll(async () => {
  inspector = await startInspector();
});

afterAll(() => inspector.close());

const rowsOf = (page: Page) =>
  page.getByRole("table", { name: "Jobs" }).locator("tbody tr");

async function run(slug: string, prompt: string): Promise<string> {
  const body = { input: { prompt } };
  const { id } = await inspector.send("POST", `/v2/${slug}/run`, body);
  return id;
}

test("the page of a new emulator shows how to begin, and copies the variables with the key", async () => {
  const page = await inspector.open();
  const variables = page.getByRole("region", { name: "Variables" });
  expect(await variables.textContent()).toContain(
    `export CLOUD_COMPUTE_BASE_URL=${inspector.origin}/v1`,
  );
  await keepPicture(page, "first-run");
  await page
    .getByRole("button", { name: "Copy the lines with the key" })
    .click();
  await page.getByText("Copied.").waitFor();
  const copied = await readClipboard(page);
  expect(copied).toContain(
    `export CLOUD_COMPUTE_API_KEY=${inspector.emulator.apiKey}\n`,
  );
  expect(await page.content()).not.toContain(inspector.emulator.apiKey);
  await page.getByText(inspector.origin, { exact: true }).waitFor();
  await page.getByText("manual: the clock moves only").waitFor();
});

describe("the list of jobs", () => {
  beforeAll(() => fillAccount(inspector));

  test("counts 2,000 jobs, shows the newest first and more on demand", async () => {
    const page = await inspector.open();
    await page.getByRole("button", { name: "All 2,000" }).waitFor();
    await page.getByRole("button", { name: "completed 1,500" }).waitFor();
    await page.getByRole("button", { name: "failed 500" }).waitFor();
    const rows = rowsOf(page);
    expect(await rows.count()).toBe(100);
    expect(await rows.first().textContent()).toContain("a fox 1999");
    await page.getByRole("button", { name: "Show 100 more" }).click();
    expect(await rows.count()).toBe(200);
    await keepPicture(page, "jobs");
  });

  test("is filtered by status, model and text", async () => {
    const page = await inspector.open();
    await page.getByRole("button", { name: "failed 500" }).click();
    await page.getByText("500 of 2,000 jobs").waitFor();
    await page
      .getByRole("combobox", { name: "Model" })
      .last()
      .selectOption("flux-dev");
    await page.getByText("125 of 2,000 jobs").waitFor();
    await page.getByRole("searchbox").fill("fail 1988");
    await page.getByText("1 of 2,000 jobs").waitFor();
    expect(await rowsOf(page).textContent()).toContain("please fail 1988");
    await page.getByRole("searchbox").fill("fail 19880000");
    await page.getByText("No job matches the filters.").waitFor();
  });

  test("shows a job wait, run and finish as the clock is advanced, before all that have ended", async () => {
    const page = await inspector.open();
    const id = await run("video-demo", "waves");
    const first = rowsOf(page).first();
    await first.getByText("in queue").waitFor();
    expect(await first.textContent()).toContain(id);
    await inspector.emulator.clock.advance(1000);
    await first.getByText("in progress").waitFor();
    expect(await first.textContent()).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
    await inspector.emulator.clock.advance(60_000);
    await first.getByText("completed").waitFor();
    await first.getByText("$0.50").waitFor();
  });

  test("runs, cancels and retries jobs by keyboard alone, and keeps the focus while the list changes", async () => {
    const page = await inspector.open();
    await page.getByRole("combobox", { name: "Model" }).first().focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText(/Job [\w-]+ was submitted/).waitFor();
    const cancel = page.getByRole("button", { name: /Cancel job/ }).first();
    await cancel.focus();
    await run("flux-dev", "another");
    await page.getByText("another", { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "cancelled 1" }).waitFor();
    await page.getByRole("button", { name: "failed 500" }).click();
    await page
      .getByRole("button", { name: /Retry job/ })
      .first()
      .click();
    await page.getByText("is back in its queue").waitFor();
    await inspector.emulator.clock.advance(60_000);
  });
});

describe("an opened job", () => {
  test.each([
    ["flux-dev", "Picture", "img"],
    ["black-forest-labs-flux-1-schnell", "Picture", "img"],
    ["video-demo", "Film", "video"],
    ["speech-demo", "Sound", "audio"],
  ])("of %s shows its %s, loaded by Chromium", async (slug, title, tag) => {
    const id = await run(slug, "waves");
    await inspector.emulator.clock.advance(60_000);
    const recorded = inspector.emulator.requests.length;
    inspector.emulator.fail("GET /files/{name}", { status: 503 });
    const page = await inspector.open(`/#jobs/${id}`);
    await page.getByRole("heading", { name: title }).waitFor();
    const media = page.locator(`aside ${tag}`);
    await expect
      .poll(() =>
        media.evaluate((element) =>
          element instanceof HTMLImageElement
            ? element.naturalWidth > 0
            : (element as HTMLMediaElement).readyState > 0,
        ),
      )
      .toBe(true);
    await keepPicture(page, `job-${tag}`);
    // The page reads files beside the service: no request is recorded, and the fault waits for a client.
    expect(inspector.emulator.requests).toHaveLength(recorded);
  });

  test("shows input, output, times, cost, worker and the requests that were about the job", async () => {
    const id = await run("flux-dev", "a pier");
    await inspector.emulator.clock.advance(60_000);
    await inspector.send("GET", `/v2/flux-dev/status/${id}`);
    const page = await inspector.open();
    await rowsOf(page).first().getByText("a pier").click();
    const details = page.getByRole("complementary", { name: `Job ${id}` });
    const region = (name: string) => details.getByRole("region", { name });
    expect(await region("Input").textContent()).toContain('"a pier"');
    expect(await region("Output").textContent()).toContain(`${id}.png`);
    const text = await details.textContent();
    expect(text).toMatch(/Submitted\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/);
    expect(text).toContain("Ran1.2 s");
    expect(text).toContain("Cost$0.021, as its output says");
    expect(text).toMatch(/Worker\w{10,}/);
    const requests = details.getByRole("listitem");
    expect(await requests.allTextContents()).toEqual([
      "POST /v2/flux-dev/run200",
      `GET /v2/flux-dev/status/${id}200`,
    ]);
    await requests.first().getByRole("link").click();
    await page.getByRole("link", { name: id, exact: true }).click();
    await details.waitFor();
  });

  test("shows its error", async () => {
    const id = await run("flux-dev", "please fail");
    await inspector.emulator.clock.advance(60_000);
    const page = await inspector.open(`/#jobs/${id}`);
    await page.getByText('the prompt contains the word "fail"').waitFor();
  });

  test("of an endpoint costs the time of its worker", async () => {
    const id = await run("summarizer", "a text");
    await inspector.emulator.clock.advance(60_000);
    const page = await inspector.open(`/#jobs/${id}`);
    await page.getByText(/^\$0\.0+\d+, the time of its worker$/).waitFor();
    await page.getByText("NVIDIA L4").waitFor();
  });

  test("is opened by Enter and closed by Escape", async () => {
    const page = await inspector.open();
    await page.locator("tbody a.open").first().focus();
    await page.keyboard.press("Enter");
    const details = page.getByRole("complementary");
    await details.waitFor();
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });
  });

  test("that is gone says so", async () => {
    const page = await inspector.open("/#jobs/nothing", { isRefused: true });
    await page.getByText("This job is gone").waitFor();
  });
});
