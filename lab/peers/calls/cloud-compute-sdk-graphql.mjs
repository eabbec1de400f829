import { createClient } from "cloud-compute-sdk";

export function createCall({ url, key, fetch }) {
  const graphqlUrl = `${url}/graphql`;
  const cloud = createClient({ apiKey: key, graphqlUrl, fetch });
  return () => cloud.graphql.request("query { pods { id name } }");
}
