import { expect, test } from "vitest";
import { buildSchema } from "graphql";
import { renderGraphqlFunctions } from "../../src/generate/render/graphql.js";

const schema = buildSchema(`
type Query { find(by: By!): String save(input: Save!): String }
input By @oneOf { id: ID name: String parts: [String!] }
input Save {
  id: String
  name: String
  """How work comes, such as \`QB\` through a queue or \`LB\` without."""
  type: String
}
`);

test.each([
  [
    "sets one member of an input of which only one may be set",
    "query find($by: By!) { find(by: $by) }",
    'find({ by: { name: "name" } })',
  ],
  [
    "sets no id that may be left out, and shows the value that a description names",
    "query save($input: Save!) { save(input: $input) }",
    'save({ input: { name: "name", type: "QB" } })',
  ],
])("the example of a GraphQL document %s", (_, text, call) => {
  const [name = ""] = call.split("(");
  const document = { name, kind: "query", text, description: "Acts." } as const;
  const functions = renderGraphqlFunctions(
    [{ ...document, hasVariables: true, requiresVariables: true }],
    schema,
  );
  expect(functions).toContain(`await cloud.graphql.${call};`);
});
