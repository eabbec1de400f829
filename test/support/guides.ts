/** What the code of a guide prints where the test of the pages runs it. */
export const EXPECTED_OUTPUT: Readonly<Record<string, RegExp>> = {
  "guides/emulator.md": /^http\S+\/v1 \nHELLO$/m,
  "guides/emulator-workers.md": /served \/hello\n1$/m,
  "guides/endpoints.md": /COMPLETED ended[^]*USD/,
  "guides/errors.md": /v2\.pods\.get: GET \/v2\/pods\/\{id\} answered 404/,
  "guides/from-python.md": /^http\S+\.jpeg 0\.\d+$/m,
  "guides/from-runpod-sdk.md": /http\S+\.jpeg/,
  "guides/graphql.md": /@[^]*there is no such Pod[^]*Cannot query field/,
  "guides/jobs.md": /\d+ bytes; image http/,
  "guides/machines.md": /released[^]*ssh root@[^]*0 to delete, 0 still rented/,
  "guides/models.md": /width must be[^]*USD/,
  "guides/production.md": /image_url|\[object Object\]/,
  "guides/quick-start.md": /@/,
  "guides/regenerating.md": /^\d+ Pods/m,
  "guides/resources.md": /NVIDIA L4 24 GB[^]*^100$[^]*^200 \d+ Pods$/m,
  "guides/spend.md": /^spend_limit \d/m,
  "guides/testing.md":
    /ssh root@127[^]*1 Pod swept[^]*ended as FAILED: out of memory/,
  "guides/version-2.md": /create container[^]*[12] Pods in both versions/,
};

/**
 * What each program prints, in order, of the guides whose code needs packages of its own in new projects:
 * `npm --prefix lab run integrations` follows them.
 */
export const INTEGRATION_OUTPUT: Readonly<Record<string, readonly RegExp[]>> = {
  "guides/language-models.md": [
    /lighthouse/,
    /lighthouse[^]* 0\.\d+$/m,
    /lighthouse/,
    /^$/,
  ],
  "guides/observability.md": [
    /answered 200[^]*\[\]/,
    /^user_\w+\n$/,
    /^$/,
    /^0 200 /,
    /GET \/v2\/pods[^]*name: 'job'/,
    /^$/,
  ],
  "guides/web-frameworks.md": [
    /"handle"[^]*"status":"IN_[^]*"progress":\{"percent":\d+\}[^]*^data: \{"status":"COMPLETED"[^]*^event: end[^]*(PNG|JPEG) image[^]*\{"status":"COMPLETED"\}[^]*prompt is not valid[^]* 400$/m,
  ],
  "guides/webhooks.md": [
    /^submitted order-7\norder-7 \{[^]*image_url/,
    /^$/,
    /^$/,
  ],
};

/** The guides without TypeScript. */
export const SHELL_GUIDES = [
  "guides/emulator-docker.md",
  "guides/batches-queue.md",
  "guides/batches-restore.md",
  "guides/evidence.md",
  "guides/stability.md",
  "guides/try-the-real-service.md",
] as const;

/** The guides that a test of their own follows. */
export const PROJECT_GUIDES = ["guides/files.md", "guides/workers.md"] as const;

/** The guides whose code needs the SQLite of Node 22: `npm run test:all -- batch` runs it. */
export const SQLITE_GUIDES = ["guides/batches.md"] as const;
