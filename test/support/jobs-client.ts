import { createClient, type Client } from "../../src/index.js";

/** Answers a request for an address of the job API. */
type Answer = (url: string, init: RequestInit) => Response | Promise<Response>;

/** A client of the job API, whose waits poll unless `longPolling` is true. The function `answer` answers its requests. */
export function createJobsClient(answer: Answer, longPolling = false): Client {
  const fetch = async (input: unknown, init: RequestInit = {}) =>
    answer(String(input), init);
  return createClient({
    apiKey: "a-key-of-some-length",
    publicBaseUrl: "https://jobs.test",
    longPolling,
    fetch,
  });
}

/** The parts of the address of a job call: `/v2/{slug}/{route}/{id}`. */
export function parseJobUrl(url: string): {
  slug: string;
  route: string;
  id: string;
} {
  const { pathname } = new URL(url);
  const [, , slug = "", route = "", id = ""] = pathname.split("/");
  return { slug, route, id };
}
