import { describe, expect, test } from "vitest";
import type { Logger } from "../../src/index.js";
import { QUEUED, scripted } from "../support/scripted-fetch.js";
import { counted, unhandledDuring } from "../support/unhandled.js";

/** The two ways in which a function of the user fails. */
const FAILURES: readonly [string, () => void][] = [
  [
    "throws",
    () => {
      throw new Error("the log is down");
    },
  ],
  ["rejects", () => Promise.reject(new Error("the log is down"))],
];

describe.each(FAILURES)("a logger that %s", (_, fail) => {
  test("changes neither a submit nor its retry, and does not end the process", async () => {
    const log = counted(fail);
    const logger: Logger = { debug: log.call, info: log.call, warn: log.call };
    const retried = { status: 429, headers: { "retry-after": "0" } };
    const { cloud } = scripted([retried, QUEUED], {
      logger,
      logLevel: "debug",
    });
    const unhandled = await unhandledDuring(async () => {
      const job = await cloud.model("m").run({ prompt: "a pier" });
      expect(job.id).toBe("j1");
    });
    expect(unhandled).toEqual([]);
    // Two requests, one retry and the end of the call.
    expect(log.count).toBe(4);
  });

  test("does not fail createClient, which warns of a timeout in seconds", async () => {
    const warn = counted(fail);
    const logger: Logger = { debug: fail, info: fail, warn: warn.call };
    const unhandled = await unhandledDuring(() => {
      scripted([], { logger, timeout: 30 });
      return Promise.resolve();
    });
    expect(unhandled).toEqual([]);
    expect(warn.count).toBe(1);
  });
});
