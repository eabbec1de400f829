import { GraphQLClient } from "graphql-request";

export function createCalls({ url, key, fetch }) {
  const headers = { authorization: `Bearer ${key}` };
  const client = new GraphQLClient(`${url}/graphql`, { headers, fetch });
  return { query: () => client.request("query { pods { id name } }") };
}
