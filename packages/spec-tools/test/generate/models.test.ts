import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  identifierOf,
  parseModels,
  readModels,
} from "../../src/generate/parse/models.js";
import { SpecError } from "../../src/generate/parse/spec-error.js";
import {
  renderModelData,
  renderModelPrices,
  renderModelTypes,
} from "../../src/generate/render/models.js";

/** A small document, which changes only when a test needs it. */
const GOOD = await readFile(
  join(import.meta.dirname, "fixtures/specs/models.yaml"),
  "utf8",
);

/** What is refused: the text that is replaced, what replaces it, and the message. */
const REFUSED: readonly (readonly [
  what: string,
  from: string,
  to: string,
  message: string,
])[] = [
  [
    "YAML that is not well-formed",
    "title: Painter",
    "title: a: b",
    "9: Nested mappings",
  ],
  [
    "a key that stands twice",
    "title: Writer",
    "kind: text",
    "54: Map keys must be unique",
  ],
  ["an alias of nothing", "*seed", "*sead", "Unresolved alias"],
  [
    "a document without its source",
    "x-source: public-reference\n",
    "",
    "1: must have required property 'x-source'",
  ],
  [
    "another source",
    "public-reference",
    "hearsay",
    "1: x-source: must be public-reference",
  ],
  [
    "an unknown member of the document",
    "shared:",
    "sharde:",
    "3: sharde: is not a known member",
  ],
  [
    "a slug that no path can hold",
    "painter-1:",
    "Painter/1:",
    "as a name must match pattern",
  ],
  [
    "an unknown kind",
    "kind: image",
    "kind: picture",
    "10: models › painter-1 › kind: must be one of image, video, audio, text",
  ],
  [
    "a model without a price",
    "    price: { unit: 1M tokens, perUnit: 10 }\n",
    "",
    "53: models › writer: must have required property 'price'",
  ],
  [
    "an unknown member of a parameter",
    "minimum: 64",
    "mimimum: 64",
    "25: models › painter-1 › input › width › mimimum: is not a known member",
  ],
  [
    "a type that is none",
    "type: integer\n        minimum",
    "type: int\n        minimum",
    "24: models › painter-1 › input › width › type: must be one of string, integer",
  ],
  [
    "a parameter without a description",
    "        description: How large.\n",
    "",
    "models › painter-1 › input › size: must have required property 'description'",
  ],
  [
    "a description with a tag in it",
    "What to paint.",
    "What to paint @ts-ignore",
    "models › painter-1 › input › prompt › description: must match pattern",
  ],
  [
    "a name of a parameter that is none",
    "      style:",
    "      Style:",
    "models › painter-1 › input › Style: as a name must match pattern",
  ],
  [
    "a default that is required",
    "        default: small",
    "        default: small\n        required: true",
    "input › size › default: does not go with required",
  ],
  [
    "a default of another type",
    "default: 512",
    "default: many",
    "models › writer › input › options › properties › max_tokens › default: must be of the type integer",
  ],
  [
    "a default that is none of the values",
    "default: small",
    "default: huge",
    "20: models › painter-1 › input › size › default: must be one of the values",
  ],
  [
    "a default beyond the range",
    "minimum: 64",
    "default: 32\n        minimum: 64",
    "25: models › painter-1 › input › width › default: must be within minimum and maximum",
  ],
  [
    "a range that is empty",
    "maximum: 512",
    "maximum: 32",
    "models › painter-1 › input › width › minimum: is more than the maximum",
  ],
  [
    "a range of text",
    "known: [oil, ink]",
    "maximum: 3",
    "models › painter-1 › input › style › maximum: does not go with the type string",
  ],
  [
    "a step of zero",
    "multipleOf: 64",
    "multipleOf: 0",
    "models › painter-1 › input › width › multipleOf: must be > 0",
  ],
  [
    "a value of another type",
    "known: [oil, ink]",
    "known: [oil, 3]",
    "models › painter-1 › input › style › known › 1: must be of the type string",
  ],
  [
    "a value that stands twice",
    "known: [oil, ink]",
    "known: [oil, oil]",
    "must NOT have duplicate items",
  ],
  [
    "no values",
    "known: [oil, ink]",
    "known: []",
    "must NOT have fewer than 1 items",
  ],
  [
    "values that are all and some",
    "known: [oil, ink]",
    "known: [oil]\n        values: [oil]",
    "style › known: does not go with values",
  ],
  [
    "items of what is no array",
    "type: array\n        description: What lies",
    "type: object\n        description: What lies",
    "layers › items: does not go with the type object",
  ],
  [
    "properties of what is no object",
    "        type: object\n        description: How to write.",
    "        type: array\n        description: How to write.",
    "options › properties: does not go with the type array",
  ],
  [
    "a unit that is none",
    "unit: image",
    "unit: picture",
    "12: models › painter-1 › price › unit: must be one of image, video",
  ],
  [
    "a price that lacks its amount",
    "{ unit: 1M tokens, perUnit: 10 }",
    "{ unit: 1M tokens }",
    "models › writer › price: must have the members of one form",
  ],
  [
    "a price of two forms",
    "perUnit: 10 }",
    "perUnit: 10, min: 1 }",
    "models › writer › price: must have the members of one form",
  ],
  [
    "a negative price",
    "perUnit: 10 }",
    "perUnit: -1 }",
    "models › writer › price › perUnit: must be a number, 0 or more",
  ],
  [
    "an unknown price without a note",
    "unit: 1M tokens, perUnit: 10",
    "unit: unknown, perUnit: 10",
    "models › writer › price: has a note if, and only if, its unit is unknown",
  ],
  [
    "a note on a known price",
    "unit: 1M tokens, perUnit: 10",
    "unit: 1M tokens, note: much",
    "models › writer › price: has a note if, and only if, its unit is unknown",
  ],
  [
    "a range of prices that is empty",
    "unit: 1M tokens, perUnit: 10",
    "unit: 1M tokens, min: 2, max: 1",
    "models › writer › price › min: is more than max",
  ],
  [
    "a price by a parameter without values",
    "by: size",
    "by: style",
    "models › painter-1 › price › by: must name a parameter with values, not style",
  ],
  [
    "a price by a parameter that is inherited",
    "by: size",
    "by: constructor",
    "models › painter-1 › price › by: must name a parameter with values, not constructor",
  ],
  [
    "a price for a value that is none",
    "small: 0.1, large",
    "small: 0.1, huge: 1, large",
    "models › painter-1 › price › perUnit › huge: is not a value of size",
  ],
  [
    "a value without a price",
    "small: 0.1, ",
    "",
    "models › painter-1 › price › perUnit: has no price for small",
  ],
  [
    "a price for pixels that no parameter sets",
    "unit: 1M tokens",
    "unit: megapixel",
    "models › writer › price: is for each megapixel: the input needs width",
  ],
  [
    "a price for tokens that no parameter sets",
    "max_tokens",
    "most_tokens",
    "models › writer › price: is for each 1M tokens: the input needs max_tokens",
  ],
  [
    "two slugs of one name in code",
    "  writer:",
    "  painter1:",
    "models › painter1: has the same name in code as painter-1",
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

  for (const [what, from, to, message] of REFUSED)
    test(`refuses ${what}, naming the line and the parameter`, () => {
      expect(GOOD).toContain(from);
      const error = errorOf(GOOD.replace(from, to));
      expect(error).toBeInstanceOf(SpecError);
      expect(error?.message).toMatch(/^models\.yaml:\d+: /);
      expect(error?.message).toContain(message);
    });

  test("names every problem, each on a line of its own", () => {
    const text = GOOD.replace("default: small", "default: huge").replace(
      "maximum: 512",
      "maximum: 32",
    );
    expect(errorOf(text)?.message.split("\n")).toEqual([
      "models.yaml:20: models › painter-1 › input › size › default: must be one of the values",
      "models.yaml:25: models › painter-1 › input › width › minimum: is more than the maximum",
    ]);
  });

  for (const text of ["", "[]", "a", "models: []", "models: {}"])
    test(`refuses the document ${JSON.stringify(text)}`, () => {
      expect(errorOf(text)).toBeInstanceOf(SpecError);
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

  test("writes what an output always has as required, and the rest as optional", () => {
    expect(types).toContain(`export interface Painter1Output {
  /** URL of the image. */
  image_url: string;
  /** What it is made of. */
  parts?: readonly unknown[];
}`);
  });

  test("lets no description end its comment early", () => {
    expect(types).toContain("A comment ends with *\\/ here.");
  });
});

describe("The generated files of the models", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "models-"));
    await mkdir(join(folder, "specs"));
    await cp("specs/models.yaml", join(folder, "specs/models.yaml"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("have the same bytes wherever the document lies, and are those of generated/", async () => {
    const models = await readModels(join(folder, "specs"));
    for (const [name, render] of [
      ["types", renderModelTypes],
      ["data", renderModelData],
      ["prices", renderModelPrices],
    ] as const) {
      const text = await readFile(`generated/models/${name}.ts`, "utf8");
      expect(text).toMatch(/^\/\/ Generated .* from specs\/models\.yaml\./);
      expect(text.endsWith(`\n\n${render(models)}\n`)).toBe(true);
    }
  });

  test("name the file of the specs in an error, wherever it lies", async () => {
    const file = join(folder, "specs/models.yaml");
    await writeFile(file, "models: 1\n");
    await expect(readModels(join(folder, "specs"))).rejects.toThrow(
      /^specs\/models\.yaml:1: /,
    );
  });
});

test("identifierOf writes a slug in camel case", () => {
  expect(identifierOf("black-forest-labs-flux-1-dev")).toBe(
    "blackForestLabsFlux1Dev",
  );
});

function errorOf(text: string): Error | undefined {
  try {
    parseModels("models.yaml", text);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
