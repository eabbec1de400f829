import createClient from "openapi-fetch";

export function createCall({ url, key, fetch }) {
  const headers = { authorization: `Bearer ${key}` };
  const client = createClient({ baseUrl: url, headers, fetch });
  return () => client.GET("/pods");
}
