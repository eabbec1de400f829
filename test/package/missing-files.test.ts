import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The outcome of each call in a process that cannot load the file `refused` of the package. */
async function outcomesWithout(refused: string): Promise<object> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--import",
      "tsx",
      "--import",
      path("libraries/refuse.ts"),
      path("missing-files/calls.ts"),
    ],
    { env: { ...process.env, REFUSED: refused } },
  );
  return JSON.parse(stdout) as object;
}

const RESOLVED = { name: "resolved", sent: 1 };
const NOT_LOADED = {
  name: "ConnectionError",
  message: expect.stringContaining(
    "a file of cloud-compute-sdk could not be loaded",
  ) as string,
  maybeSent: false,
  sent: 0,
};

describe("a client, when a file that is loaded at first use is missing,", () => {
  test("fails with the same errors, which say less, without what explains a failure", async () => {
    expect(await outcomesWithout("./failure.js")).toMatchObject({
      refused: {
        name: "ResponseError",
        message:
          "pods.get: GET /pods/{podId} answered 404: see `error.body` for the reason",
        maybeSent: false,
        status: 404,
        body: { error: "no Pod p1 for [key]" },
        sent: 1,
      },
      unreadable: {
        name: "ResponseError",
        message:
          "pods.get: GET /pods/{podId} answered 200 with another type instead of JSON: see `error.body` for the reason",
        maybeSent: true,
        sent: 1,
      },
      lost: {
        name: "ConnectionError",
        message:
          "pods.create: POST /pods: the connection was lost before a response came",
        maybeSent: true,
        hasCause: false,
        sent: 1,
      },
      submitted: RESOLVED,
      cancelled: RESOLVED,
      fetched: RESOLVED,
      raw: RESOLVED,
    });
  });

  test("shows nothing that may hold the key without what redacts", async () => {
    expect(await outcomesWithout("./redaction.js")).toMatchObject({
      refused: {
        name: "ResponseError",
        message: "pods.get: GET /pods/{podId} answered 404: [hidden]",
        maybeSent: false,
        status: 404,
        body: "[hidden]",
        sent: 1,
      },
      lost: { name: "ConnectionError", maybeSent: true, sent: 1 },
      submitted: RESOLVED,
      cancelled: RESOLVED,
      fetched: RESOLVED,
      raw: RESOLVED,
    });
  });

  test("redacts the key in its first response, and loads what redacts for that", async () => {
    expect(await outcomesWithout("./no-file.js")).toMatchObject({
      refused: {
        message:
          "pods.get: GET /pods/{podId} answered 404: no Pod p1 for [key]",
        body: { error: "no Pod p1 for [key]" },
      },
      lost: { hasCause: true },
    });
  });

  test("sends nothing of a job without what submits and cancels", async () => {
    expect(await outcomesWithout("./lazy-parts.js")).toMatchObject({
      submitted: NOT_LOADED,
      cancelled: NOT_LOADED,
      fetched: RESOLVED,
      raw: RESOLVED,
    });
  });

  test("sends nothing of a call that a hook observes without what reports calls", async () => {
    expect(await outcomesWithout("./events.js")).toMatchObject({
      observed: NOT_LOADED,
      submitted: RESOLVED,
      fetched: RESOLVED,
    });
  });

  test.each([
    ["cloud.fetch", "./platform.js", { fetched: NOT_LOADED, raw: RESOLVED }],
    ["cloud.rest", "./raw-call.js", { fetched: RESOLVED, raw: NOT_LOADED }],
  ])("sends nothing by %s without %s", async (_name, file, outcomes) => {
    expect(await outcomesWithout(file)).toMatchObject({
      submitted: RESOLVED,
      cancelled: RESOLVED,
      ...outcomes,
    });
  });
});
