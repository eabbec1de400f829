import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConnectionError } from "../../src/index.js";
import { safeCause } from "../../src/http/cause.js";
import { failure, scripted } from "../support/scripted-fetch.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const redact = (text: string) => text.replaceAll("secret", "[hidden]");
const hide = { redact, redactForCause: redact };

describe("safeCause", () => {
  test("keeps name and message of a DOMException", () => {
    const copy = safeCause(new DOMException("a secret", "DataError"), hide);
    expect(copy).toBeInstanceOf(Error);
    expect(copy).toMatchObject({ name: "DataError", message: "a [hidden]" });
    expect(inspect(copy)).not.toContain("secret");
  });

  test("shows nothing that an accessor of a class could show", () => {
    class Refusal extends Error {
      readonly #request = "secret";
      get request(): string {
        return this.#request;
      }
    }
    const copy = safeCause(new Refusal("no"), hide) as Error;
    expect(copy).toMatchObject({ message: "no" });
    expect(inspect(copy, { showHidden: true, getters: true })).not.toContain(
      "secret",
    );
    expect("request" in copy).toBe(false);
  });

  test.each<[string, (original: Error) => object]>([
    ["an error", (original) => original],
    [
      "a prototype with an object",
      (original) =>
        Object.create(Error.prototype, {
          config: { value: { original } },
        }) as object,
    ],
    [
      "a prototype with a text",
      () =>
        Object.create(Error.prototype, {
          url: { value: "a secret" },
        }) as object,
    ],
    [
      "a prototype with an accessor whose name is a symbol",
      (original) =>
        Object.create(Error.prototype, {
          [Symbol("original")]: { get: () => original },
        }) as object,
    ],
  ])("shows nothing of %s that an error inherits from", (_, inherit) => {
    const original = Object.assign(new Error("a secret"), { url: "secret" });
    const error: unknown = Object.create(inherit(original), {
      message: { value: "failed" },
    });
    const copy = safeCause(error, hide) as Error;
    expect(copy.message).toBe("failed");
    expect(Object.getPrototypeOf(copy)).toBe(Error.prototype);
    expect(inspect(copy, { showHidden: true, getters: true })).not.toContain(
      "secret",
    );
  });

  test("keeps the class of an error that has no accessors", () => {
    class Plain extends TypeError {}
    const copy = safeCause(new Plain("a"), hide);
    expect(copy).toBeInstanceOf(Plain);
    expect((copy as Error).stack).toContain("a");
  });

  test("keeps codes, numbers and nested causes", () => {
    const cause = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:9"), {
      code: "ECONNREFUSED",
      port: 9,
      errors: [new Error("a secret")],
    });
    expect(
      safeCause(new TypeError("fetch failed", { cause }), hide),
    ).toMatchObject({
      message: "fetch failed",
      cause: {
        message: cause.message,
        code: "ECONNREFUSED",
        port: 9,
        errors: [{ message: "a [hidden]" }],
      },
    });
  });

  test("reads at most 200 members and 8 KiB of text, however large the error is", () => {
    let length = 0;
    const count = (text: string) => {
      length += text.length;
      return text;
    };
    let names = 0;
    const countName = (name: string) => {
      names += name.length;
      return name;
    };
    const list = Array.from({ length: 100_000 }, () => "x".repeat(500));
    const copy = safeCause(Object.assign(new Error("a"), { list }), {
      redact: countName,
      redactForCause: count,
    });
    expect(length).toBeLessThanOrEqual(2 ** 13);
    expect(names).toBeLessThanOrEqual(200 * 100);
    expect(Object.keys((copy as { list: object }).list).length).toBeLessThan(
      201,
    );
  });
});

test.each<[string, () => Error]>([
  ["of a member", () => Object.assign(new Error("a"), { [WORD_KEY]: 1 })],
  ["of a long member", () => Object.assign(new Error("a"), { [LONG]: 1 })],
  [
    "of a symbol",
    () => Object.assign(new Error("a"), { [Symbol(WORD_KEY)]: 1 }),
  ],
  ["of a class", () => new NamedByKey("a")],
])(
  "the cause of a ConnectionError shows no key in the name %s",
  async (_, make) => {
    const error = make();
    const throwing = () => Promise.reject(error);
    const { cloud } = scripted([], {
      apiKey: WORD_KEY,
      fetch: throwing,
      retries: 0,
    });
    const failed = (await failure(cloud.pods.list())) as Error;
    expect(failed.cause).toMatchObject({ message: "a" });
    expect(inspect(failed, { showHidden: true, depth: 9 })).not.toContain(
      WORD_KEY,
    );
  },
);

/** A key that could be the name of a member. */
const WORD_KEY = "rpa_0123456789ABCDEFGH";
const LONG = `${"x".repeat(2 ** 14)}${WORD_KEY}`;

class NamedByKey extends Error {
  static override readonly name = WORD_KEY;
}

test("the cause of a ConnectionError keeps its codes when the request is too long to compare", async () => {
  const cause = Object.assign(new Error("read ECONNRESET"), {
    code: "ECONNRESET",
    note: "x".repeat(20),
  });
  const lost = new TypeError("fetch failed", { cause });
  const { cloud } = scripted([lost]);
  const input = { image: "x".repeat(20_000) };
  const error = await failure(cloud.model("m").run(input));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    cause: {
      message: "fetch failed",
      cause: { message: "read ECONNRESET", code: "ECONNRESET" },
    },
  });
  expect(inspect(error)).not.toContain("xxxxxxxx");
});
