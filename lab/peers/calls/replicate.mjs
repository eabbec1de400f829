import Replicate from "replicate";
import { INPUT } from "./inputs.mjs";

const MODEL = "demo/model";

export function createCalls(service) {
  const { predictions } = connect(service);
  return {
    get: () => predictions.get("p1"),
    submit: () => predictions.create({ model: MODEL, input: INPUT }),
  };
}

/** Submits a job and waits for it until it ends. */
export function createWait(service) {
  const replicate = connect(service);
  const { predictions } = replicate;
  return async () =>
    replicate.wait(await predictions.create({ model: MODEL, input: INPUT }));
}

export function createWaits(service) {
  return { "`wait`": createWait(service) };
}

/** Waits for a job that somebody else has submitted. */
export function createResume(service) {
  const replicate = connect(service);
  return (id) => replicate.wait({ id, status: "starting" });
}

function connect({ url, key, fetch }) {
  return new Replicate({ auth: key, baseUrl: url, fetch });
}
