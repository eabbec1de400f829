import vm from "node:vm";
import { expect, test } from "vitest";
import { safeCause } from "../../src/http/cause.js";
import { neverSent } from "../../src/http/never-sent.js";

// Under Jest, the errors of the platform come from another realm than the code that catches them.
const foreign = vm.runInNewContext(`
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED", syscall: "connect" });
  new TypeError("fetch failed", { cause: refused });
`) as TypeError;

test("neverSent reads the errors of another realm", () => {
  expect(foreign).not.toBeInstanceOf(Error);
  expect(neverSent(foreign)).toBe(true);
});

test("safeCause keeps the errors of another realm, and redacts them", () => {
  const redact = (text: string) => text.replaceAll("127.0.0.1", "[key]");
  const cause = safeCause(foreign, {
    redact,
    redactForCause: redact,
  }) as TypeError;
  expect(cause.message).toBe("fetch failed");
  expect((cause.cause as Error).message).toBe("connect ECONNREFUSED [key]:1");
});
