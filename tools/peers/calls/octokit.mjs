import { Octokit } from "octokit";

export function createCall({ url, key, fetch }) {
  const octokit = new Octokit({ auth: key, baseUrl: url, request: { fetch } });
  return () => octokit.rest.repos.listForAuthenticatedUser();
}
