import Replicate from "replicate";

export function createCall(service) {
  const replicate = createClient(service);
  return () => replicate.predictions.list();
}

/** Waits for a job until it ends. */
export function createWait(service) {
  const replicate = createClient(service);
  return async () => {
    const input = { prompt: "a lighthouse" };
    const model = "demo/model";
    return replicate.wait(await replicate.predictions.create({ model, input }));
  };
}

function createClient({ url, key, fetch }) {
  return new Replicate({ auth: key, baseUrl: url, fetch });
}
