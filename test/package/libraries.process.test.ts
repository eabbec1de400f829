import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const path = (name: string) =>
  fileURLToPath(new URL(`libraries/${name}`, import.meta.url));

/** The outcome of each call in a process that cannot load `refused`. */
async function outcomesWithout(refused: string): Promise<object> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "--import", path("refuse.ts"), path("calls.ts")],
    { env: { ...process.env, REFUSED: refused } },
  );
  return JSON.parse(stdout) as object;
}

const MISSING = "the package is missing";
const WELL = "resolved";

describe("the package, when a library that it stands on is missing,", () => {
  test("works when the missing package is one that it does not use", async () => {
    expect(await outcomesWithout("no-such-package")).toEqual({
      "pods.get": WELL,
      "model.run": WELL,
      "rest.GET": WELL,
      "graphql.myself": WELL,
      "graphql.request": WELL,
    });
  });

  test("cannot be imported without openapi-fetch, which writes every REST and job call", async () => {
    expect(await outcomesWithout("openapi-fetch")).toEqual({ import: MISSING });
  });

  test.each(["graphql-request", "graphql"])(
    "fails at the first GraphQL call without %s, and nowhere else",
    async (library) => {
      expect(await outcomesWithout(library)).toEqual({
        "pods.get": WELL,
        "model.run": WELL,
        "rest.GET": WELL,
        "graphql.myself": MISSING,
        "graphql.request": MISSING,
      });
    },
  );
});
