import { createClient } from "cloud-compute-sdk";

export function createCall({ url, key, fetch }) {
  const cloud = createClient({ apiKey: key, baseUrl: url, fetch });
  return () => cloud.pods.list();
}

/** Waits for a job until it ends. */
export function createWait({ url, key, fetch }) {
  const cloud = createClient({ apiKey: key, publicBaseUrl: url, fetch });
  return async () => {
    const job = await cloud.model("flux-dev").run({ prompt: "a lighthouse" });
    return job.wait();
  };
}
