import { onTestFinished, test, expect } from "vitest";
import type { Client } from "../../src/index.js";
import { scripted, URLS } from "../support/scripted-fetch.js";
import { version2At, version2Of } from "../support/version-2.js";

const V2 = "https://v2.test/api/v2";
const OURS = [...Object.values(URLS), V2];

test.each<[string, (cloud: Client) => Promise<unknown>]>([
  ["a submit", (cloud) => cloud.model("m").run({})],
  ["a status request", (cloud) => cloud.model("m").job("j1").status()],
  ["a call of REST", (cloud) => cloud.pods.create({ imageName: "a" })],
  ["a call of version 2", (cloud) => version2Of(cloud).pods.list()],
  ["cloud.rest", (cloud) => cloud.rest.GET("/pods")],
  ["cloud.graphql", (cloud) => cloud.graphql.myself()],
  ["cloud.fetch", (cloud) => cloud.fetch(`${URLS.baseUrl}/pods`)],
])(
  "%s goes to no other host for a baseUrl of Object.prototype",
  async (_, call) => {
    const { cloud, requests } = scripted(
      [{ json: { id: "j1" } }],
      version2At(V2),
    );
    Object.defineProperty(Object.prototype, "baseUrl", {
      value: "https://evil.test",
      configurable: true,
    });
    onTestFinished(() => {
      Reflect.deleteProperty(Object.prototype, "baseUrl");
    });
    await call(cloud).catch(() => undefined);
    const others = requests.filter(
      ({ url }) => !OURS.some((base) => url.startsWith(base)),
    );
    expect(others).toEqual([]);
  },
);
