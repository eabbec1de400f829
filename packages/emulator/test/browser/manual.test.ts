import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reference } from "../../generated/reference.js";
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
  await fillAccount(inspector);
});

afterAll(() => inspector.close());

const operationsOf = (page: Page) =>
  page.getByRole("navigation", { name: "Operations" });

test("the reference lists every operation under human names, and finds them by text", async () => {
  const { page, problems } = await inspector.open("/#reference");
  const operations = operationsOf(page);
  await operations.getByRole("link").first().waitFor();
  expect(await operations.getByRole("link").count()).toBe(reference.length);
  expect(
    await operations.getByRole("heading", { level: 3 }).allTextContents(),
  ).toEqual([
    "Pods",
    "Endpoints",
    "Network volumes",
    "Templates",
    "Container registry auths",
    "Billing",
    "Jobs",
    "Account (v2)",
    "Pods (v2)",
    "Clusters (v2)",
    "Serverless (v2)",
    "Templates (v2)",
    "Network volumes (v2)",
    "Registries (v2)",
    "Catalog (v2)",
    "Billing (v2)",
  ]);
  await page.keyboard.press("/");
  await page.keyboard.type("auths create");
  await expect.poll(() => operations.getByRole("link").count()).toBe(1);
  await operations.getByRole("link").click();
  await page.waitForURL(/#reference\/containerRegistryAuths\.create$/);
  expect(problems).toEqual([]);
  await page.close();
});

test("the reference shows how sure the emulator is of each public model", async () => {
  const { page, problems } = await inspector.open("/#reference");
  await page
    .getByRole("heading", { name: "Evidence: Public models" })
    .waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("flux-1-schnell");
  const items = page.locator(".index > section li");
  await expect
    .poll(() => items.allTextContents())
    .toEqual(["black-forest-labs-flux-1-schnell captured (2026-07-29)"]);
  await keepPicture(page, "evidence");
  expect(problems).toEqual([]);
  await page.close();
});

test.each([
  ["pods.create", /^await cloud\.pods\.create\(\{ name: "from the page", /],
  [
    "v2.pods.create",
    /^await cloud\.v2\.pods\.create\(\{ name: "from the page", /,
  ],
])(
  "the operation %s has a link of its own, and sends its prefilled body",
  async (operation, call) => {
    const { page } = await inspector.open(`/#reference/${operation}`);
    const form = page.getByRole("form", { name: "Send a request" });
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("201", { exact: true }).waitFor();
    await form.getByText(/^[\d.]+ m?s$/).waitFor();
    const answer = form.getByRole("region", { name: "Answer" });
    expect(await answer.textContent()).toContain('"name": "from the page"');
    await keepPicture(page, `reference-${operation}`);
    await form.getByRole("button", { name: "Copy as SDK call" }).click();
    await expect.poll(() => readClipboard(page)).toMatch(call);
    await page.close();
  },
);

test("the path of an operation is filled in with the ids of the account", async () => {
  const { page } = await inspector.open("/#reference/endpoints.get");
  const form = page.getByRole("form", { name: "Send a request" });
  await form.getByRole("button", { name: "Send" }).click();
  await form.getByText("200", { exact: true }).waitFor();
  const path = await form.getByLabel("Path").inputValue();
  expect(path).toBe("/v1/endpoints/summarizer");
  await page.close();
});

test("the GraphQL explorer runs documents, and shows status and time", async () => {
  const { page, problems } = await inspector.open("/#graphql");
  await page.getByLabel("Document").selectOption("deployPod");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const reply = page.getByRole("region", { name: "Answer" }).first();
  await reply.getByText("podFindAndDeployOnDemand").waitFor();
  await reply.getByText("200", { exact: true }).waitFor();
  await reply.getByText(/^[\d.]+ (ms|s)$/).waitFor();
  await page.getByLabel("Document").selectOption("pods");
  await page.getByLabel("Query").press("Control+Enter");
  await reply.getByText("from the page").first().waitFor();
  await page.getByLabel("Query").fill("{ nothing }");
  await page.getByLabel("Query").press("Control+Enter");
  await reply.getByText("400", { exact: true }).waitFor();
  await keepPicture(page, "graphql");
  expect(problems).toEqual([]);
  await page.close();
});

test("the GraphQL explorer shows the schema, and leads from a field to its type", async () => {
  const { page } = await inspector.open("/#graphql");
  const schema = page.getByRole("region", { name: "Schema" });
  await schema.getByRole("button", { name: "User", exact: true }).click();
  await schema.getByText("clientBalance").waitFor();
  await schema.getByRole("searchbox").fill("saveEndpoint");
  await schema.getByText("Mutation").last().waitFor();
  await schema.getByText(/^saveEndpoint/).waitFor();
  await page.close();
});
