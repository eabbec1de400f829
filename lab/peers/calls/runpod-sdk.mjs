import createSdk from "runpod-sdk";
import { INPUT } from "./inputs.mjs";

const AN_HOUR_MS = 3_600_000;
const ENDED = ["COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"];

export function createCalls(service) {
  const endpoint = connect(service);
  return {
    submit: () => endpoint.run({ input: INPUT }),
    runSync: () => endpoint.runSync({ input: INPUT }),
  };
}

/** Submits a job and waits for it until it ends. */
export function createWait(service) {
  return () => connect(service).runSync({ input: INPUT }, AN_HOUR_MS);
}

export function createWaits(service) {
  return {
    "`runSync`": createWait(service),
    "a loop of 2 s": async () => {
      const endpoint = connect(service);
      const { id } = await endpoint.run({ input: INPUT });
      for (;;) {
        const { status } = await endpoint.status(id);
        if (ENDED.includes(status)) return;
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
    },
  };
}

function connect({ url, key }) {
  return createSdk(key, { baseUrl: `${url}/v2` }).endpoint("flux-dev");
}
