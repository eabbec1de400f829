import { createClient } from "cloud-compute-sdk";

/** The submit of a job, as the clients that only run jobs make it. */
export function createCall({ url, key, fetch }) {
  const cloud = createClient({ apiKey: key, publicBaseUrl: url, fetch });
  const model = cloud.model("flux-dev");
  return () => model.run({ prompt: "a lighthouse" });
}
