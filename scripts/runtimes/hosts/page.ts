import { createClient } from "cloud-compute-sdk";
import { runSuite } from "../suite.js";

const platform = globalThis.fetch;
const headers = new Set<string>();

// A header that a page must not set is dropped without a word: only what is handed to `fetch` tells.
globalThis.fetch = (input, init) => {
  for (const [name] of new Headers(init?.headers)) headers.add(name);
  return platform(input, init);
};

/** What the page offers to who drives the browser. */
Object.assign(globalThis, {
  runSuite,
  createClient,
  headersSet: () => [...headers],
});
