import { expect, it } from "vitest";
import type { ClientOptions } from "../../src/index.js";
import { KEY, scripted } from "../support/scripted-fetch.js";

/** Where a GraphQL request carries the key. */
async function placesOf(options: ClientOptions) {
  const { cloud, requests } = scripted([{ json: { data: { a: 1 } } }], options);
  await cloud.graphql.request("{ a }");
  return requests.map(({ url, headers }) => ({
    url,
    header: headers.get("authorization"),
  }));
}

it("a GraphQL request carries the key in its query by default", async () => {
  const url = `https://graph.test/graphql?api_key=${KEY}`;
  expect(await placesOf({})).toEqual([{ url, header: null }]);
});

it('a GraphQL request carries the key in a header with graphqlKey: "header", and its address does not', async () => {
  const url = "https://graph.test/graphql";
  expect(await placesOf({ graphqlKey: "header" })).toEqual([
    { url, header: `Bearer ${KEY}` },
  ]);
});

it("createClient refuses another place for the key of GraphQL", () => {
  const options: object = { graphqlKey: "body" };
  expect(() => scripted([], options)).toThrow(
    'graphqlKey must be one of "query", "header"',
  );
});
