import ky from "ky";

export function createCall({ url, key, fetch }) {
  const headers = { authorization: `Bearer ${key}` };
  const client = ky.create({ prefixUrl: url, headers, fetch });
  return () => client.get("pods").json();
}
