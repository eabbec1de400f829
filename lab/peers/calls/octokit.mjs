import { Octokit } from "octokit";

export function createCall({ url, key, fetch }) {
  const octokit = new Octokit({
    auth: key,
    baseUrl: url,
    request: { fetch },
    // The plugin waits between calls, which costs no CPU.
    throttle: { enabled: false },
  });
  return () => octokit.rest.repos.listForAuthenticatedUser();
}
