import { createClient } from "cloud-compute-sdk";
import { runSuite } from "../suite.js";

const platform = globalThis.fetch;
const headers = new Set<string>();

// A browser silently drops a header that a page must not set, so the headers are recorded as `fetch` receives them.
globalThis.fetch = (input, init) => {
  for (const [name] of new Headers(init?.headers)) headers.add(name);
  return platform(input, init);
};

/** What the driver of the browser calls in the page. */
Object.assign(globalThis, {
  runSuite,
  createClient,
  headersSet: () => [...headers],
});
