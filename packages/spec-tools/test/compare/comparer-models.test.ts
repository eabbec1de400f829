import { describe, expect, test } from "vitest";
import { DocumentError } from "../../src/document/error.js";
import { compareModels, describeModels } from "../../src/compare/models.js";

/** One model with a parameter of every form. */
function exampleModel() {
  return {
    title: "Raft 1",
    kind: "image",
    description: "Draws rafts.",
    price: {
      unit: "image",
      by: "size",
      perUnit: { small: 1, large: 2 },
    } as object,
    input: {
      prompt: { type: "string", required: true, description: "What to draw." },
      width: {
        type: "integer",
        minimum: 256,
        maximum: 1024,
        multipleOf: 64,
        default: 512,
      },
      size: { type: "string", values: ["small", "large"] },
      voice: { type: "string", known: ["lucy", "gavin"] },
      images: { type: "array", items: { type: "string" } },
      sampling: {
        type: "object",
        properties: { steps: { type: "integer", default: 4 } },
      },
    } as Record<string, Record<string, unknown>>,
    output: {
      image_url: { type: "string", required: true },
      cost: { type: "number", required: true },
    } as Record<string, object>,
  };
}

type Model = ReturnType<typeof exampleModel>;

/** The lines of the report after an edit of the model. */
function linesAfter(edit: (model: Model) => unknown): string[] {
  const model = exampleModel();
  edit(model);
  return compare(exampleModel(), model).map(
    ({ verdict, line }) => `${verdict}: ${line}`,
  );
}

function compare(before: object, after: object) {
  return compareModels(
    describeModels({ models: { "raft-1": before } }),
    describeModels({ models: { "raft-1": after } }),
  );
}

describe("the comparer of public models", () => {
  test.each<[line: string, edit: (model: Model) => unknown]>([
    [
      "breaking: Models: `raft-1` now requires `width`",
      ({ input }) => Object.assign(input["width"] ?? {}, { required: true }),
    ],
    [
      "breaking: Models: `raft-1` no longer accepts `voice`",
      ({ input }) => delete input["voice"],
    ],
    [
      "new: Models: `raft-1` now accepts `seed`",
      ({ input }) => (input["seed"] = { type: "integer" }),
    ],
    [
      "breaking: Models: `images` of `raft-1` is now a string",
      ({ input }) => (input["images"] = { type: "string" }),
    ],
    [
      "breaking: Models: `size` of `raft-1` no longer accepts `large`",
      ({ input }) => Object.assign(input["size"] ?? {}, { values: ["small"] }),
    ],
    [
      "new: Models: `voice` of `raft-1` now lists `ivan`",
      ({ input }) =>
        Object.assign(input["voice"] ?? {}, {
          known: ["lucy", "gavin", "ivan"],
        }),
    ],
    [
      "breaking: Models: `maximum` of `width` of `raft-1` is now `512`, was `1024`",
      ({ input }) => Object.assign(input["width"] ?? {}, { maximum: 512 }),
    ],
    [
      "compatible: Models: the default of `width` of `raft-1` is now `768`, was `512`",
      ({ input }) => Object.assign(input["width"] ?? {}, { default: 768 }),
    ],
    [
      "compatible: Models: the default of `sampling.steps` of `raft-1` is no longer set, was `4`",
      ({ input }) =>
        (input["sampling"] = {
          type: "object",
          properties: { steps: { type: "integer" } },
        }),
    ],
    [
      "breaking: Models: `raft-1().cost` was removed",
      ({ output }) => delete output["cost"],
    ],
    [
      "breaking: Models: `raft-1().image_url` may now be missing",
      ({ output }) => (output["image_url"] = { type: "string" }),
    ],
    [
      "compatible: Models: the kind of `raft-1` is now `video`, was `image`",
      (model) => (model.kind = "video"),
    ],
    [
      "compatible: Models: the price of `raft-1` is now `3 for each image`, was `1 with size small, 2 with size large for each image`",
      (model) => (model.price = { unit: "image", perUnit: 3 }),
    ],
  ])("reports %s", (line, edit) => {
    expect(linesAfter(edit)).toEqual([line]);
  });

  test("reports nothing for other words, another note of a price and another order", () => {
    const noted = (note: string): Model => ({
      ...exampleModel(),
      price: { unit: "unknown", note },
    });
    expect(compare(noted("It depends."), noted("It varies."))).toEqual([]);
    const lines = linesAfter((model) => {
      model.title = "Raft";
      model.description = "Draws boats.";
      Object.assign(model.input["prompt"] ?? {}, { description: "A text." });
      model.input = Object.fromEntries(Object.entries(model.input).reverse());
      model.price = {
        unit: "image",
        perUnit: { large: 2, small: 1 },
        by: "size",
      };
    });
    expect(lines).toEqual([]);
  });

  test("says what each limit was and is, on which route", () => {
    const model = exampleModel();
    Object.assign(model.input["width"] ?? {}, { maximum: 512 });
    expect(compare(exampleModel(), model)).toMatchObject([
      {
        line: "Models: `maximum` of `width` of `raft-1` is now `512`, was `1024`",
        routes: ["POST /v2/raft-1/run"],
      },
    ]);
  });

  test.each([
    ["nothing", undefined, "needs a property models"],
    [
      "an OpenAPI document",
      { openapi: "3.0.3", paths: {} },
      "needs a property",
    ],
    ["a model without an input", { models: { a: {} } }, "a has no input"],
  ])("rejects %s", (_, document, message) => {
    const act = () => describeModels(document);
    expect(act).toThrow(DocumentError);
    expect(act).toThrow(message);
  });
});
