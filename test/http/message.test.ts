import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toMessageText } from "../../src/errors.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  failure,
  RUNNING,
  scripted,
  silent,
} from "../support/scripted-fetch.js";

useFakeTime();

const ESCAPES = "a\r\nb\u001b[31mc\u202ed\u2028e\u0000f\ud800g\u200bh";
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

describe("toMessageText", () => {
  test("writes one printable line", () => {
    expect(toMessageText(ESCAPES)).toBe("a b [31mc d e f g h");
  });

  test("cuts a long text between two characters", () => {
    expect(toMessageText("ab😀cd", 4)).toBe("ab…");
    expect(toMessageText("ab😀cd", 6)).toBe("ab😀cd");
    expect(toMessageText("x".repeat(9000)).length).toBe(2000);
    expect(toMessageText(`a${" ".repeat(9000)}b`)).toBe("a…");
  });

  test("is printable and short, whatever the text holds", () => {
    const unit = fc.oneof(
      fc.string(),
      fc.nat(ESCAPES.length).map((at) => ESCAPES.charAt(at)),
    );
    fc.assert(
      fc.property(fc.array(unit), fc.nat(50), (parts, length) => {
        const line = toMessageText(parts.join(""), length + 1);
        expect(line).not.toMatch(UNPRINTABLE);
        expect(line.length).toBeLessThanOrEqual(length + 1);
      }),
    );
  });
});

test.each([
  [{ "retry-after": "86400" }, "; the response asks to wait 24 hours"],
  [{ "retry-after": "90" }, "; the response asks to wait 90 seconds"],
  [
    { ratelimit: '"minute";r=9;t=3, "hour";r=0;t=2701' },
    "; the response asks to wait 46 minutes",
  ],
])(
  "the message of a refusal with %j says for how long the service asks to wait",
  async (headers: Record<string, string>, text) => {
    const json = { error: "too many requests" };
    const { cloud } = scripted([{ status: 429, json, headers }]);
    const error = (await failure(cloud.model("m").run({}))) as Error;
    expect(error.message).toContain(`answered 429: too many requests${text}`);
  },
);

test.each([0.4, 0.0625, 1, 1500])(
  "the message of a TimeoutError names the timeout of %d ms that was given",
  async (timeout) => {
    const { cloud } = scripted([silent]);
    const job = scripted([RUNNING]).cloud.model("m").job("j1");
    for (const call of [
      () => cloud.pods.list({}, { timeout }),
      () => job.wait({ timeout }),
    ]) {
      const { message } = (await failure(call())) as Error;
      expect(message).toContain(`(timeout: ${timeout} ms`);
    }
  },
);
