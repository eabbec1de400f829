import { createFalClient } from "@fal-ai/client";

export function createCall(service) {
  const fal = createClient(service);
  return () => fal.queue.submit("demo/model", { input: INPUT });
}

/** Waits for a job until it ends. */
export function createWait(service) {
  const fal = createClient(service);
  return () => fal.subscribe("demo/model", { input: INPUT });
}

const INPUT = { prompt: "a lighthouse" };

// The client has no base URL: a middleware leads to another host.
function createClient({ url, key, fetch }) {
  return createFalClient({
    credentials: key,
    fetch,
    requestMiddleware: (request) => {
      const { pathname, search } = new URL(request.url);
      return Promise.resolve({ ...request, url: url + pathname + search });
    },
  });
}
