import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DocumentError } from "../../src/document/error.js";
import { parseModels } from "../../src/generate/parse/models.js";
import { renderModelTypes } from "../../src/generate/render/models.js";

const GOOD = await readFile(
  join(import.meta.dirname, "fixtures/specs/models.yaml"),
  "utf8",
);

/** What is refused: the message, the text that is replaced, and what replaces it. */
const REFUSED: readonly (readonly [
  message: string,
  from: string,
  to: string,
])[] = [
  [
    "models › painter-1 › needs_one_of › 1: is no parameter of the model",
    "    input:\n      prompt:",
    "    needs_one_of: [prompt, promt]\n    input:\n      prompt:",
  ],
  ["as a name must match pattern", "painter-1:", "Painter/1:"],
  [
    "10: models › painter-1 › kind: must be one of image, video, audio, text",
    "kind: image",
    "kind: picture",
  ],
  [
    "25: models › painter-1 › input › width › mimimum: is not a known member",
    "minimum: 64",
    "mimimum: 64",
  ],
  [
    "20: models › painter-1 › input › size › default: must be one of the values",
    "default: small",
    "default: huge",
  ],
  [
    "25: models › painter-1 › input › width › default: must be within minimum and maximum",
    "minimum: 64",
    "default: 32\n        minimum: 64",
  ],
  [
    "models › painter-1 › input › width › minimum: is more than the maximum",
    "maximum: 512",
    "maximum: 32",
  ],
  [
    "models › painter-1 › input › style › known › 1: must be of the type string",
    "known: [oil, ink]",
    "known: [oil, 3]",
  ],
  [
    "models › writer › price: must have the members of one form",
    "{ unit: 1M tokens, perUnit: 10 }",
    "{ unit: 1M tokens }",
  ],
  [
    "models › writer › price: has a note if, and only if, its unit is unknown",
    "unit: 1M tokens, perUnit: 10",
    "unit: unknown, perUnit: 10",
  ],
  [
    "models › writer › price › min: is more than max",
    "unit: 1M tokens, perUnit: 10",
    "unit: 1M tokens, min: 2, max: 1",
  ],
  [
    "models › painter-1 › price › by: must name a parameter with values, not style",
    "by: size",
    "by: style",
  ],
  [
    "models › painter-1 › price › perUnit › huge: is not a value of size",
    "small: 0.1, large",
    "small: 0.1, huge: 1, large",
  ],
  [
    "models › painter-1 › price › perUnit: has no price for small",
    "small: 0.1, ",
    "",
  ],
  [
    "models › writer › price: is for each megapixel: the input needs width",
    "unit: 1M tokens",
    "unit: megapixel",
  ],
];

describe("parseModels", () => {
  test("reads the models in their order, with aliases in place", () => {
    const models = parseModels("models.yaml", GOOD);
    expect(models.map(({ slug }) => slug)).toEqual(["painter-1", "writer"]);
    expect(models[0]?.input["seed"]).toEqual({
      type: "integer",
      default: -1,
      description: "Start of the random choices.",
    });
  });

  test.each(REFUSED)(
    "refuses a faulty model by line and parameter: %s",
    (message, from, to) => {
      expect(GOOD).toContain(from);
      const parse = () => parseModels("models.yaml", GOOD.replace(from, to));
      expect(parse).toThrow(DocumentError);
      expect(parse).toThrow(/^models\.yaml:\d+: /);
      expect(parse).toThrow(message);
    },
  );

  test("names every problem, each on a line of its own", () => {
    const text = GOOD.replace("default: small", "default: huge").replace(
      "maximum: 512",
      "maximum: 32",
    );
    expect(() => parseModels("models.yaml", text)).toThrow(
      /^models\.yaml:20: .*: must be one of the values\nmodels\.yaml:25: .*: is more than the maximum$/,
    );
  });
});

describe("renderModelTypes", () => {
  const types = renderModelTypes(parseModels("models.yaml", GOOD));

  test("writes a comment with range and default for each parameter", () => {
    expect(types).toContain(`export interface Painter1Input {
  /** What to paint. */
  prompt: string;
  /**
   * How large.
   *
   * @default "small"
   */
  size?: "small" | "large" | undefined;
  /** Width in pixels. 64 to 512, in steps of 64. */
  width?: number | undefined;
  /** The style of the picture. */
  style?: "oil" | "ink" | (string & {}) | undefined;
  /** What lies on top. */
  layers?: readonly {
    /** URL of the layer. */
    path: string;
  }[] | undefined;
`);
  });

  test("requires one of the parameters of which the model needs at least one", () => {
    const text = GOOD.replace(
      "    input:\n      options:",
      "    needs_one_of: [text, file]\n    input:\n      text: { type: string, description: A text. }\n      file: { type: string, description: A file. }\n      options:",
    );
    expect(renderModelTypes(parseModels("models.yaml", text))).toContain(
      "} & ({ text: string } | { file: string });",
    );
  });

  test("lets no description end its comment early", () => {
    expect(types).toContain("A comment ends with *\\/ here.");
  });
});
