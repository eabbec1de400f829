import { GraphQLClient } from "graphql-request";

export function createCall({ url, key, fetch }) {
  const headers = { authorization: `Bearer ${key}` };
  const client = new GraphQLClient(`${url}/graphql`, { headers, fetch });
  return () => client.request("query { pods { id name } }");
}
