import { createClient } from "cloud-compute-sdk";

export function createCall({ url, key, fetch }) {
  const cloud = createClient({ apiKey: key, baseUrl: url, fetch });
  return () => cloud.pods.get("p1");
}
