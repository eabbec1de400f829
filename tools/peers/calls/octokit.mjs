import { Octokit } from "octokit";

export function createCall({ url, key, fetch }) {
  const octokit = new Octokit({
    ...{ auth: key, baseUrl: url, request: { fetch } },
    // It waits between calls, which is no work of its own.
    throttle: { enabled: false },
  });
  return () => octokit.rest.repos.listForAuthenticatedUser();
}
