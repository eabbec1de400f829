import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/index.js";
import {
  checkInput,
  models,
  type ModelInfo,
  type ModelParameter,
} from "../../src/models/index.js";

const flux = models["black-forest-labs-flux-1-schnell"];
const granite = models["granite-4-0-h-small"];
const loras = models["qwen-image-t2i-lora"];

type Row = readonly [
  why: string,
  model: ModelInfo,
  input: unknown,
  parameter: string,
  message: string,
];

const REFUSED: readonly Row[] = [
  [
    "a misspelt parameter",
    flux,
    { promt: "x" },
    "promt",
    "promt is not a parameter of black-forest-labs-flux-1-schnell (did you mean prompt?), which takes prompt, negative_prompt, ",
  ],
  [
    "no prompt",
    flux,
    {},
    "prompt",
    "prompt is required by black-forest-labs-flux-1-schnell",
  ],
  [
    "an undefined prompt",
    flux,
    { prompt: undefined },
    "prompt",
    "prompt is required",
  ],
  [
    "a prompt that is null",
    flux,
    { prompt: null },
    "prompt",
    "prompt must be a string",
  ],
  [
    "a width that is text",
    flux,
    { prompt: "x", width: "512" },
    "width",
    "width must be a whole number from 256 to 1536 in steps of 64",
  ],
  [
    "a width that is NaN",
    flux,
    { prompt: "x", width: NaN },
    "width",
    "width must be a whole number from 256 to 1536 in steps of 64",
  ],
  [
    "a width below the range",
    flux,
    { prompt: "x", width: 192 },
    "width",
    "from 256 to 1536",
  ],
  [
    "a height above the range",
    flux,
    { prompt: "x", height: 1600 },
    "height",
    "from 256 to 1536",
  ],
  [
    "a width between two steps",
    flux,
    { prompt: "x", width: 500 },
    "width",
    "in steps of 64",
  ],
  [
    "a guidance above the range",
    flux,
    { prompt: "x", guidance: 10.1 },
    "guidance",
    "guidance must be a number from 0 to 10",
  ],
  [
    "a seed that is not whole",
    flux,
    { prompt: "x", seed: 0.5 },
    "seed",
    "seed must be a whole number for",
  ],
  [
    "an image format that is none",
    flux,
    { prompt: "x", image_format: "gif" },
    "image_format",
    'image_format must be one of "png", "jpeg"',
  ],
  [
    "an inherited name",
    flux,
    { prompt: "x", toString: 1 },
    "toString",
    "toString is not a parameter",
  ],
  [
    "a flag that is text",
    models["z-image-turbo"],
    { prompt: "x", enable_safety_checker: "true" },
    "enable_safety_checker",
    "enable_safety_checker must be true or false",
  ],
  [
    "a duration that is none of three",
    models["wan-2-6-i2v"],
    { prompt: "x", image: "u", duration: 6 },
    "duration",
    "duration must be one of 5, 10, 15",
  ],
  [
    "messages that are text",
    granite,
    { messages: "hello" },
    "messages",
    "messages must be an array",
  ],
  [
    "a message that is text",
    granite,
    { messages: ["hello"] },
    "messages[0]",
    "messages[0] must be an object",
  ],
  [
    "a message without content",
    granite,
    { messages: [{ role: "user" }] },
    "messages[0].content",
    "messages[0].content is required",
  ],
  [
    "a role that is none",
    granite,
    { messages: [{ role: "me", content: "x" }] },
    "messages[0].role",
    'one of "system", "user", "assistant"',
  ],
  [
    "a misspelt nested parameter",
    granite,
    { messages: [], sampling_params: { topk: 1 } },
    "sampling_params.topk",
    "which takes max_tokens, temperature",
  ],
  [
    "a nested number beyond its range",
    granite,
    { messages: [], sampling_params: { top_p: 2 } },
    "sampling_params.top_p",
    "a number from 0 to 1",
  ],
  [
    "a second weight without scale",
    loras,
    { prompt: "x", loras: [{ path: "a", scale: 1 }, { path: "b" }] },
    "loras[1].scale",
    "loras[1].scale is required",
  ],
  [
    "an array with a hole",
    models["nano-banana-edit"],
    { prompt: "x", images: ["a", undefined] },
    "images[1]",
    "images[1] is required",
  ],
];

const NO_INPUTS = {
  null: null,
  undefined: undefined,
  "a string": "x",
  "an array": [],
  "a number": 1,
  "a date": new Date(0),
  "a map": new Map(),
  "a bigint": 1n,
};

describe("checkInput", () => {
  for (const [why, model, input, parameter, message] of REFUSED)
    test(`refuses ${why}, naming ${parameter}`, () => {
      const error = errorOf(model, input);
      expect(error).toMatchObject({ parameter });
      expect(error?.message).toContain(message);
      expect(error?.message).toContain(model.slug);
    });

  for (const [shown, input] of Object.entries(NO_INPUTS))
    test(`refuses ${shown} in place of an input`, () => {
      expect(errorOf(flux, input)).toMatchObject({ parameter: "input" });
    });

  test("accepts a value that is not known of a list that may grow", () => {
    const input = { prompt: "x", voice: "a new voice" };
    expect(errorOf(models["chatterbox-turbo"], input)).toBeUndefined();
  });

  test("accepts a fraction that is a multiple of the step but for the error of binary fractions", () => {
    const parameters = { x: { type: "number", multipleOf: 0.1 } } as const;
    const model = { ...flux, parameters } as unknown as ModelInfo;
    expect(errorOf(model, { x: 0.3 })).toBeUndefined();
    expect(errorOf(model, { x: 0.35 })).toMatchObject({ parameter: "x" });
  });

  test("never shows a value of the input in its message", () => {
    const secret = "s3cret";
    for (const input of [
      { prompt: "x", width: secret },
      { prompt: "x", image_format: secret },
      { prompt: [secret] },
    ])
      expect(errorOf(flux, input)?.message).not.toContain(secret);
  });

  for (const model of Object.values<ModelInfo>(models)) {
    test(`accepts any input of ${model.slug} that its parameters allow`, () => {
      fc.assert(
        fc.property(membersOf(model.parameters), (input) => {
          checkInput(model, input);
        }),
      );
    });

    test(`names the parameter of ${model.slug} whose value it refuses`, () => {
      const names = fc.constantFrom(...Object.keys(model.parameters));
      fc.assert(
        fc.property(membersOf(model.parameters), names, (input, name) => {
          for (const wrong of wrongValues(model.parameters[name])) {
            const error = errorOf(model, { ...input, [name]: wrong });
            expect(error).toMatchObject({ parameter: name });
          }
        }),
      );
    });

    test(`accepts every default of ${model.slug}`, () => {
      const defaults = defaultsOf(model.parameters);
      const required = fc.sample(membersOf(model.parameters), 1)[0];
      checkInput(model, { ...required, ...defaults });
    });
  }
});

function errorOf(model: ModelInfo, input: unknown): Error | undefined {
  try {
    checkInput(model, input);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return error as Error;
  }
}

type Parameters = Readonly<Record<string, ModelParameter>>;

/** Any input that the parameters allow. */
function membersOf(
  parameters: Parameters,
): fc.Arbitrary<Record<string, unknown>> {
  const required = Object.keys(parameters).filter(
    (name) => parameters[name]?.required,
  );
  const values = Object.entries(parameters).map(
    ([name, parameter]) => [name, valueOf(parameter)] as const,
  );
  return fc.record(Object.fromEntries(values), { requiredKeys: required });
}

function valueOf(parameter: ModelParameter): fc.Arbitrary<unknown> {
  const { type, values, items, properties } = parameter;
  if (values) return fc.constantFrom(...values);
  switch (type) {
    case "string":
      return fc.string();
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(items ? valueOf(items) : fc.jsonValue(), {
        maxLength: 3,
      });
    case "object":
      return properties
        ? membersOf(properties)
        : fc.dictionary(fc.string(), fc.jsonValue());
    default:
      return numberOf(parameter);
  }
}

function numberOf({
  type,
  minimum = -1000,
  maximum = 1000,
  multipleOf = 1,
}: ModelParameter): fc.Arbitrary<number> {
  if (type === "number")
    return fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc
    .integer({ min: minimum / multipleOf, max: maximum / multipleOf })
    .map((steps) => steps * multipleOf);
}

/** Values that a parameter does not take. */
function wrongValues(parameter?: ModelParameter): unknown[] {
  const { type, values, minimum, maximum } = parameter ?? {};
  const wrong: unknown[] = [null, () => 1, 5n, new Date(0)];
  if (type !== "string" || values) wrong.push("nonesuch", "");
  if (type !== "boolean") wrong.push(true);
  if (type !== "array") wrong.push([]);
  if (type !== "object") wrong.push({});
  if (type !== "integer" && type !== "number") wrong.push(1, 0);
  else wrong.push(NaN, Infinity, "1");
  if (type === "integer") wrong.push(1.5);
  if (minimum !== undefined) wrong.push(minimum - 1);
  if (maximum !== undefined) wrong.push(maximum + 1);
  return wrong;
}

function defaultsOf(parameters: Parameters): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([, parameter]) => parameter.default !== undefined)
      .map(([name, parameter]) => [name, parameter.default]),
  );
}
