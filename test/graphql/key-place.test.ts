import { expect, it } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient, type ClientOptions } from "../../src/index.js";

/** A call of GraphQL, and the request that it sends. */
async function callWith(options: ClientOptions) {
  const emulator = createEmulator();
  const { apiKey, urls } = emulator;
  const requests: Request[] = [];
  const cloud = createClient({
    apiKey,
    ...urls,
    ...options,
    fetch: (input, init) => {
      const request = new Request(input, init);
      requests.push(request);
      return emulator.fetch(request);
    },
  });
  const { myself } = await cloud.graphql.myself();
  expect(myself).toBeTruthy();
  const [{ url, headers } = new Request("https://none.test")] = requests;
  return { url, authorization: headers.get("authorization"), apiKey };
}

it("a GraphQL request carries the key in its query by default", async () => {
  const { url, authorization, apiKey } = await callWith({});
  expect(new URL(url).searchParams.get("api_key")).toBe(apiKey);
  expect(authorization).toBeNull();
});

it('a GraphQL request carries the key in a header with graphqlKey: "header", and its address does not', async () => {
  const { url, authorization, apiKey } = await callWith({
    graphqlKey: "header",
  });
  expect(authorization).toBe(`Bearer ${apiKey}`);
  expect(url).not.toContain(apiKey);
  expect(url).not.toContain("api_key");
});

it("createClient refuses another place for the key of GraphQL", () => {
  const options = { apiKey: "k-0123456789", graphqlKey: "body" };
  expect(() => createClient(options as unknown as ClientOptions)).toThrow(
    'graphqlKey must be one of "query", "header"',
  );
});
