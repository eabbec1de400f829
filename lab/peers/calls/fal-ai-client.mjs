import { createFalClient } from "@fal-ai/client";
import { INPUT } from "./inputs.mjs";

const MODEL = "demo/model";

export function createCalls(service) {
  const fal = connect(service);
  return { submit: () => fal.queue.submit(MODEL, { input: INPUT }) };
}

/** Submits a job and waits for it until it ends. */
export function createWait(service) {
  const fal = connect(service);
  return () => fal.subscribe(MODEL, { input: INPUT });
}

export function createWaits(service) {
  return { "`subscribe`": createWait(service) };
}

/** Waits for a job that somebody else has submitted. */
export function createResume(service) {
  const fal = connect(service);
  return (requestId) => fal.queue.subscribeToStatus(MODEL, { requestId });
}

// The client has no base URL: a middleware leads to another host.
function connect({ url, key, fetch }) {
  return createFalClient({
    credentials: key,
    fetch,
    requestMiddleware: (request) => {
      const { pathname, search } = new URL(request.url);
      return Promise.resolve({ ...request, url: url + pathname + search });
    },
  });
}
