import { expect, test } from "vitest";
import { buildSchema } from "graphql";
import { renderGraphqlFunctions } from "../../src/generate/render/graphql.js";

const schema = buildSchema(`
type Query { find(by: By!): String }
input By @oneOf { id: ID name: String parts: [String!] }
`);

test("the example of a GraphQL document sets one member of an input of which only one may be set", () => {
  const text = "query find($by: By!) { find(by: $by) }";
  const functions = renderGraphqlFunctions(
    [
      {
        name: "find",
        kind: "query",
        text,
        description: "Finds a thing.",
        hasVariables: true,
        requiresVariables: true,
      },
    ],
    schema,
  );
  expect(functions).toContain(
    'const { find } = await cloud.graphql.find({ by: { id: "id" } });',
  );
});
