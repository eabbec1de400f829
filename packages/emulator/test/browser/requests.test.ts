import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  keepPicture,
  readClipboard,
  startInspector,
  type Inspector,
} from "./support/browser.js";

let inspector: Inspector;

beforeAll(async () => {
  inspector = await startInspector();
  const { send } = inspector;
  for (let index = 0; index < 150; index += 1) await send("GET", "/v1/pods");
  await send("POST", "/v1/pods", { imageName: 7 });
  await send("GET", "/v1/nothing");
  await send("POST", "/graphql", { query: "query mine { myself { id } }" });
  await send("GET", "/v1/pods?desiredStatus=RUNNING&includeMachine=true");
});

afterAll(() => inspector.close());

const rowsOf = (page: Page) =>
  page.getByRole("table", { name: "Requests" }).locator("tbody tr");

test("the list of requests shows the newest first, with date, status and duration, and counts all", async () => {
  const page = await inspector.open("/#requests");
  await page.getByRole("button", { name: "All 154" }).waitFor();
  await page.getByRole("button", { name: "4xx 2" }).waitFor();
  const rows = rowsOf(page);
  expect(await rows.count()).toBe(100);
  expect(await rows.nth(1).textContent()).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dPOST\/graphql mine200[\d.]+ m?s$/,
  );
  await inspector.send("GET", "/v1/templates");
  await rows.first().getByText("/v1/templates").waitFor();
  await keepPicture(page, "requests");
});

test("the list of requests is filtered by status, route and text", async () => {
  const page = await inspector.open("/#requests");
  const rows = rowsOf(page);
  await page.getByRole("button", { name: "4xx 2" }).click();
  await page.getByText(/^2 of \d+ requests$/).waitFor();
  await page.getByLabel("Route").selectOption("POST /pods");
  await page.getByText(/^1 of \d+ requests$/).waitFor();
  expect(await rows.textContent()).toContain("400");
  await page.getByLabel("Route").selectOption("");
  await page.getByRole("button", { name: /^All/ }).click();
  await page.getByRole("searchbox").fill("mine");
  await page.getByText(/^1 of \d+ requests$/).waitFor();
  expect(await rows.textContent()).toContain("/graphql");
});

test("an opened request shows query, headers, body and answer without the key, and can be copied", async () => {
  const page = await inspector.open("/#requests");
  await page.getByRole("searchbox").fill("/v1/pods 200");
  const row = rowsOf(page).first();
  expect(await row.textContent()).toContain(
    "/v1/pods?desiredStatus=RUNNING&includeMachine=true",
  );
  await row.click();
  const details = page.getByRole("complementary");
  await details.getByText("includeMachine").waitFor();
  expect(await details.textContent()).toContain("authorization[redacted]");
  await details.getByRole("region", { name: "Answer" }).waitFor();
  await keepPicture(page, "request");
  await details.getByRole("button", { name: "Copy as curl" }).click();
  await expect.poll(() => readClipboard(page)).toMatch(/^curl 'http:/);
  expect(await page.content()).not.toContain(inspector.emulator.apiKey);
});

test("an opened request shows its body and the answer of an error, and text is never parsed as HTML", async () => {
  const name = "<img src=x onerror=alert(1)>";
  await inspector.send("POST", "/v1/pods", { name, imageName: 7 });
  const page = await inspector.open("/#requests");
  await rowsOf(page).first().click();
  const details = page.getByRole("complementary");
  const body = details.getByRole("region", { name: "Body" });
  expect(await body.textContent()).toContain(name);
  const answer = details.getByRole("region", { name: "Answer" });
  expect(await answer.textContent()).toContain("imageName");
});
