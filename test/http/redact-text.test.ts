import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  MIN_PIECE_LENGTH,
  piecesOf,
  redactText,
} from "../../src/http/redact-text.js";
import { proofRuns } from "../support/runs.js";

const KEY = "rpa_0123456789ABCDEFGHJK-xyz";
const ODD_KEY = `q'u"o\\te<s>|^{}\`%41&amp;\\u0041`;

const percent = (text: string) =>
  text.replace(/[^]/g, (each) => `%${hexOf(each, 2)}`);
const unicode = (text: string) =>
  text.replace(/[^]/g, (each) => `\\u${hexOf(each, 4)}`);
const decimal = (text: string) =>
  text.replace(/[^]/g, (each) => `&#${each.charCodeAt(0)};`);
const hexEntity = (text: string) =>
  text.replace(/[^]/g, (each) => `&#x${hexOf(each, 1)};`);
const hexOf = (each: string, digits: number) =>
  each.charCodeAt(0).toString(16).padStart(digits, "0");
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inHtml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const ESCAPES: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "in capitals": (text) => text.toUpperCase(),
  "for a URL": encodeURIComponent,
  "for a form": (text) => new URLSearchParams({ k: text }).toString().slice(2),
  "as JSON": inJson,
  "as JSON in JSON": (text) => inJson(inJson(text)),
  "as JSON in a URL": (text) => encodeURIComponent(inJson(text)),
  "for HTML": inHtml,
  "with percent signs": percent,
  "with percent signs twice": (text) => percent(percent(text)),
  "with unicode escapes": unicode,
  "with decimal entities": decimal,
  "with hexadecimal entities": hexEntity,
};

describe.each(Object.entries(ESCAPES))(
  "redactText, of a key %s",
  (_, escape) => {
    test.each([KEY, ODD_KEY])("replaces all of %s", (key) => {
      const text = `before ${escape(key)} after`;
      expect(redactText(text, piecesOf([key]), "[key]")).toBe(
        "before [key] after",
      );
    });

    test("replaces a piece of 8 characters, wherever the text is cut", () => {
      const pieces = piecesOf([KEY]);
      for (let start = 0; start < KEY.length; start++)
        for (let end = start + MIN_PIECE_LENGTH; end <= KEY.length; end++) {
          const text = escape(KEY.slice(start, end));
          expect(redactText(text, pieces, "[key]")).toBe("[key]");
        }
    });
  },
);

describe("redactText", () => {
  test("leaves a text without a piece of a key as it is", () => {
    const text = 'the field "imageName" is 100% wrong: \\u0041 &amp; \\n';
    expect(redactText(text, piecesOf([KEY, ODD_KEY]), "[key]")).toBe(text);
  });

  test.each(["dev1", "abc1234", "a+b=c", "%41x"])(
    "replaces the whole of the short secret %s, and no piece of it",
    (secret) => {
      const pieces = piecesOf([secret]);
      for (const [name, escape] of Object.entries(ESCAPES)) {
        const text = `is(${escape(secret)})!`;
        expect(redactText(text, pieces, "[key]"), name).toBe("is([key])!");
      }
      const piece = `is ${secret.slice(1)} ${secret.slice(0, -1)}`;
      expect(redactText(piece, pieces, "[key]")).toBe(piece);
    },
  );

  test.each(["a", "7", "own", "k+1", "$&"])(
    "replaces a secret of fewer than 4 characters as a word of its own: %s",
    (secret) => {
      const pieces = piecesOf([secret]);
      const text = `is "${secret}", ${secret.toUpperCase()} not x${secret}x`;
      const redacted = redactText(text, pieces, "[key]");
      expect(redacted).toMatch(/^is "\[key\]", \[key\] not /);
      expect(redactText(redacted, pieces, "[key]")).toBe(redacted);
      expect(redactText("banana 77 owner", pieces, "[key]")).toBe(
        "banana 77 owner",
      );
    },
  );

  test("replaces several keys, and joins pieces that touch", () => {
    const other = "another-key-000";
    const pieces = piecesOf([KEY, other]);
    expect(redactText(`${KEY}${other} ${KEY}`, pieces, "[key]")).toBe(
      "[key] [key]",
    );
  });

  const keys = fc.string({
    unit: fc.constantFrom(
      "a",
      "b",
      "\\",
      "%",
      "u",
      "0",
      "4",
      "1",
      "&",
      "#",
      ";",
      "x",
    ),
    minLength: MIN_PIECE_LENGTH,
    maxLength: 24,
  });
  const layers = fc.array(fc.constantFrom(...Object.values(ESCAPES)), {
    maxLength: 2,
  });

  test("shows no piece of any key, under any two escapes and cut at any place", () => {
    fc.assert(
      fc.property(keys, layers, fc.nat(), (key, escapes, cut) => {
        const written = escapes.reduce((text, escape) => escape(text), key);
        const text = `[${written}`.slice(0, 2 + (cut % written.length));
        const shown = redactText(text, piecesOf([key]), "");
        // What the text shows without any escape is compared without this module.
        for (let at = 0; at + MIN_PIECE_LENGTH <= key.length; at++)
          expect(shown.toLowerCase()).not.toContain(
            key.slice(at, at + MIN_PIECE_LENGTH).toLowerCase(),
          );
      }),
    );
  });

  test("shows no piece of any key whose characters are each escaped in another way", () => {
    const printable = fc.integer({ min: 0x21, max: 0x7e });
    const anyKey = fc.string({
      unit: printable.map((code) => String.fromCharCode(code)),
      minLength: MIN_PIECE_LENGTH,
      maxLength: 40,
    });
    // The letters that JSON escapes name, and what looks like an escape when a backslash stands before it.
    const unlucky = fc.string({
      unit: fc.constantFrom(...Array.from("bfnrtuxu0041a9U")),
      minLength: MIN_PIECE_LENGTH,
      maxLength: 40,
    });
    const escapes = fc.infiniteStream(
      fc.constantFrom(
        (each: string) => each,
        (each: string) => `\\${each}`,
        (each: string) => `\\\\${each}`,
        percent,
        unicode,
        decimal,
        hexEntity,
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(anyKey, unlucky),
        escapes,
        fc.nat(),
        (key, escapes, cut) => {
          const all = Array.from(key, (each) =>
            (escapes.next().value as (each: string) => string)(each),
          );
          const written = all.slice(cut % (key.length - MIN_PIECE_LENGTH + 1));
          const shown = redactText(
            `before ${written.join("")} after`,
            piecesOf([key]),
            "[key]",
          );
          for (let at = 0; at + MIN_PIECE_LENGTH <= written.length; at++)
            expect(shown).not.toContain(
              written.slice(at, at + MIN_PIECE_LENGTH).join(""),
            );
        },
      ),
      { numRuns: proofRuns(1000) },
    );
  });

  test.each([
    ["backslashes", "\\"],
    ["the beginning of the key", KEY.slice(0, MIN_PIECE_LENGTH - 1)],
    ["the key", KEY],
    ["nested percent signs", "%25"],
    ["nested ampersands", "&amp;"],
    ["nested backslashes", "\\u005c"],
    ["letters like escapes", "u0041"],
  ])("takes twice the steps for twice as many %s", (_, unit) => {
    const small = stepsFor(unit.repeat(2000));
    const large = stepsFor(unit.repeat(4000));
    expect(large).toBeLessThanOrEqual(2 * small + 100);
  });
});

/** How often `redactText` searches for a run or a character. */
function stepsFor(text: string): number {
  let steps = 0;
  class CountingSet<T> extends Set<T> {
    override has(value: T): boolean {
      steps++;
      return super.has(value);
    }
  }
  const secrets = [KEY, "\\".repeat(20), "a".repeat(20), "u0041".repeat(4)];
  const pieces = piecesOf(secrets);
  const { runs, quads } = pieces;
  redactText(
    text,
    {
      ...pieces,
      runs: new CountingSet(runs),
      quads: new CountingSet(quads),
    },
    "[key]",
  );
  return steps;
}
