/** What the code of a guide prints where the test of the pages runs it. */
export const EXPECTED_OUTPUT: Readonly<Record<string, RegExp>> = {
  "guides/errors.md": /pods\.get: GET \/pods\/\{podId\} answered 404/,
  "guides/from-runpod-sdk.md": /http\S+\.png/,
  "guides/jobs.md": /bytes, kept until/,
  "guides/machines.md":
    /released[^]*ssh root@[^]*0 to delete, 0 still rented[^]*spend_limit/,
  "guides/quick-start.md": /@/,
  "guides/regenerating.md": /^\d+ Pods/,
  "guides/testing.md": /ended as FAILED: out of memory/,
  "guides/updates.md": /^200$/m,
  "guides/version-2.md": /pulling image[^]*[12] Pods in both versions/,
};

/** The guides whose code needs packages of its own, in new projects: `npm --prefix lab run integrations` follows them. */
export const INTEGRATION_GUIDES = [
  "guides/language-models.md",
  "guides/tracing.md",
  "guides/web-frameworks.md",
  "guides/webhooks.md",
] as const;

/** The guides whose code needs the SQLite of Node 22: `npm run test:batch` runs it. */
export const SQLITE_GUIDES = ["guides/batches.md"] as const;
