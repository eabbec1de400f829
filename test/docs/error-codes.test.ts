import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type {
  CallbackError,
  ConnectionError,
  FileError,
  GraphQLError,
  InputError,
  JobError,
  ResponseError,
  TimeoutError,
} from "../../src/index.js";
import type { InDoubtError } from "../../src/batch/index.js";
import type { PodError, RentError } from "../../src/machines/index.js";
import type { SpendError } from "../../src/spend/index.js";

type Code = (
  | CallbackError
  | ConnectionError
  | FileError
  | GraphQLError
  | InDoubtError
  | InputError
  | JobError
  | PodError
  | RentError
  | ResponseError
  | SpendError
  | TimeoutError
)["code"];

/** The codes of the classes, which the compiler completes. */
const CODES: Readonly<Record<Code, true>> = {
  aborted: true,
  callback_failed: true,
  connection_failed: true,
  create_lost: true,
  create_refused: true,
  file_changed: true,
  file_not_found: true,
  file_not_read: true,
  file_not_written: true,
  files_not_saved: true,
  graphql_error: true,
  in_doubt: true,
  insufficient_balance: true,
  invalid_input: true,
  invalid_response: true,
  job_cancelled: true,
  job_expired: true,
  job_failed: true,
  job_not_found: true,
  job_output_refused: true,
  job_timed_out: true,
  limit_not_set: true,
  limit_reached: true,
  no_capacity: true,
  no_output: true,
  not_ready: true,
  output_expired: true,
  output_not_found: true,
  pod_exited: true,
  pod_not_found: true,
  pod_terminated: true,
  pod_unreachable: true,
  price_unknown: true,
  quota_exceeded: true,
  release_failed: true,
  released: true,
  response_error: true,
  spend_limit: true,
  spend_store: true,
  spend_unknown: true,
  timeout: true,
  too_expensive: true,
  volume_full: true,
};

/** The codes of errors that have no class of their own. */
function codesOfTheBaseClass(): string[] {
  const paths = readdirSync("src", { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [
      ...readFileSync(join("src", path), "utf8").matchAll(
        /new CloudComputeError\(\s*"(\w+)"/g,
      ),
    ])
    .flatMap(([, code]) => code ?? []);
}

it("guides/errors.md names every code of an error, but those of BatchErrorCode", () => {
  const own = codesOfTheBaseClass();
  expect(own).toContain("clocks_differ");
  const guide = readFileSync("guides/errors.md", "utf8");
  const missing = [...Object.keys(CODES), ...own].filter(
    (code) => !guide.includes(`\`${code}\``),
  );
  expect(missing).toEqual([]);
});
