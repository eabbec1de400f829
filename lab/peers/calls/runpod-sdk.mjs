import createSdk from "runpod-sdk";

export function createCall({ url, key }) {
  const endpoint = createSdk(key, { baseUrl: url }).endpoint("flux-dev");
  return () => endpoint?.run({ input: { prompt: "a lighthouse" } });
}

/** Waits for a job until it ends. */
export function createWait({ url, key }) {
  const endpoint = createSdk(key, { baseUrl: url }).endpoint("flux-dev");
  return () => endpoint?.runSync({ input: { prompt: "a lighthouse" } });
}
