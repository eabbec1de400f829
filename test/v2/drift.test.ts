import { expect, test } from "vitest";
import { watchDrift } from "../../src/drift/index.js";
import { createClient } from "../../src/index.js";
import { KEY, scriptedFetch } from "../support/scripted-fetch.js";

const BASE_URL = "https://v2.test";

test("a drift watcher compares an error of version 2 with its default schema, names the status, and reports another success as undocumented", async () => {
  const drift = watchDrift({ onDrift: () => undefined });
  for (const status of [418, 203]) {
    const { fetch } = scriptedFetch({ status, json: { error: "x" } });
    const surfaces = { v2: { baseUrl: BASE_URL } };
    const cloud = createClient({ apiKey: KEY, fetch, surfaces, drift });
    await cloud.v2Rest.GET("/v2/pods");
  }
  const findings = drift.findings();
  const missing = { kind: "missing field", path: "title", status: 418 };
  expect(findings).toContainEqual(expect.objectContaining(missing));
  expect(findings.filter(({ status }) => status === 203)).toMatchObject([
    { kind: "undocumented status", found: "203" },
  ]);
  expect(findings.at(-1)?.expected).toMatch(/^200\b(?!.*DEFAULT)/);
});
