import { Octokit } from "octokit";

export function createCalls({ url, key, fetch }) {
  const octokit = new Octokit({
    auth: key,
    baseUrl: url,
    request: { fetch },
    // The plugin waits between calls, which costs no CPU.
    throttle: { enabled: false },
  });
  const repository = { owner: "demo", repo: "demo" };
  return {
    get: () => octokit.rest.repos.get(repository),
    create: () => octokit.rest.issues.create({ ...repository, title: "bench" }),
  };
}
