import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/index.js";
import { findInputProblems } from "../../src/models/check-input.js";
import {
  checkInput,
  models,
  type ModelInfo,
  type ModelParameter,
  type ModelSlug,
} from "../../src/models/index.js";

const flux = models["black-forest-labs-flux-1-schnell"];
const granite = models["granite-4-0-h-small"];
const banana = models["google-nano-banana-2-edit"];
const whisper = models["whisper-v3-large"];

/** Inputs that are refused, the parameter that is named, and what the message says. */
const REFUSED: readonly (readonly [object, string, string, ModelInfo])[] = [
  [
    { promt: "x" },
    "promt",
    "(did you mean prompt?), which takes prompt, ",
    flux,
  ],
  [{}, "prompt", "prompt is required by", flux],
  [
    { prompt: "x", width: "512" },
    "width",
    "a whole number from 256 to 1536 for",
    flux,
  ],
  [{ prompt: "x", guidance: 10.1 }, "guidance", "a number from 0 to 10", flux],
  [
    { prompt: "x", image_format: "gif" },
    "image_format",
    'one of "png", "jpeg"',
    flux,
  ],
  [
    { prompt: "x", toString: 1 },
    "toString",
    "toString is not a parameter",
    flux,
  ],
  [
    { messages: [{ role: "user" }] },
    "messages[0].content",
    "is required",
    granite,
  ],
  [
    { messages: [], sampling_params: { topk: 1 } },
    "sampling_params.topk",
    "which takes max_tokens, temperature",
    granite,
  ],
  [{ language: "en" }, "audio or audio_base64", "is required by", whisper],
  [
    { audio_base46: "UklGRg==" },
    "audio or audio_base64",
    "is required by",
    whisper,
  ],
  [
    { prompt: "x", images: ["a", undefined] },
    "images[1]",
    "is required",
    banana,
  ],
];

describe("checkInput", () => {
  test.each(REFUSED)(
    "refuses %j, naming %s",
    (input, parameter, message, model) => {
      const error = errorOf(model, input);
      expect(error).toMatchObject({ parameter });
      expect(error?.message).toContain(message);
      expect(error?.message).toContain(model.slug);
    },
  );

  test.each([null, "x", [], new Map()])(
    "refuses %o in place of an input",
    (input) => {
      expect(errorOf(flux, input)).toMatchObject({ parameter: "input" });
    },
  );

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
    test(`accepts any input of ${model.slug} that its parameters allow, and every default`, () => {
      fc.assert(
        fc.property(inputsOf(model), (input) => {
          checkInput(model, input);
          checkInput(model, { ...input, ...defaultsOf(model.parameters) });
        }),
        { numRuns: 30 },
      );
    });

    test(`names the parameter of ${model.slug} whose value it refuses`, () => {
      const names = fc.constantFrom(...Object.keys(model.parameters));
      fc.assert(
        fc.property(inputsOf(model), names, (input, name) => {
          for (const wrong of wrongValues(model.parameters[name])) {
            const error = errorOf(model, { ...input, [name]: wrong });
            expect(error).toMatchObject({ parameter: name });
          }
        }),
        { numRuns: 30 },
      );
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

/** Any input that a model takes. */
function inputsOf({ parameters, needsOneOf }: ModelInfo) {
  return membersOf(parameters).filter(
    (input) => needsOneOf?.some((name) => name in input) ?? true,
  );
}

/** Any members that the parameters allow. */
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
  const { type, values, format, items, properties } = parameter;
  if (values) return fc.constantFrom(...values);
  if (format) return fc.stringMatching(/^\d{1,4}\*\d{1,4}$/);
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
  const { type, values, format, minimum, maximum } = parameter ?? {};
  const wrong: unknown[] = [null, () => 1, 5n, new Date(0)];
  if (type !== "string" || values || format) wrong.push("nonesuch", "");
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

const URL_OF_IMAGE = "https://f.test/a.png";
const SHORT = { prompt: "a", seed: -1, enable_safety_checker: true };
const STANDARD = { ...SHORT, negative_prompt: "", size: "1328*1328" };
const OUTPUT_SWITCHES = {
  enable_base64_output: false,
  enable_sync_mode: false,
};
const WITH_BASE64 = {
  prompt: "a",
  size: "1328*1328",
  seed: -1,
  output_format: "jpeg",
  ...OUTPUT_SWITCHES,
  images: [URL_OF_IMAGE],
};
const FLUX = {
  prompt: "a",
  negative_prompt: "",
  seed: -1,
  guidance: 7,
  width: 1328,
  height: 1328,
  image_format: "png",
};
const BANANA = {
  prompt: "a",
  resolution: "1k",
  output_format: "jpeg",
  images: [URL_OF_IMAGE],
};

/** What the operator's AI SDK provider sends for an image where its user sets only the prompt, or the ratio and a file. */
const PROVIDER_INPUTS: readonly (readonly [ModelSlug, object])[] = [
  ["qwen-image-t2i", STANDARD],
  ["seedream-3-0-t2i", STANDARD],
  ["seedream-v4-t2i", STANDARD],
  ["seedream-v4-edit", STANDARD],
  ["qwen-image-edit", { ...STANDARD, image: URL_OF_IMAGE }],
  ["seedream-v4-t2i", { ...STANDARD, size: "1140*1472" }],
  ["qwen-image-edit-2511", WITH_BASE64],
  ["qwen-image-edit-2511-lora", WITH_BASE64],
  [
    "black-forest-labs-flux-1-kontext-dev",
    {
      ...STANDARD,
      num_inference_steps: 28,
      guidance: 2,
      output_format: "png",
      image: URL_OF_IMAGE,
    },
  ],
  ["black-forest-labs-flux-1-schnell", { ...FLUX, num_inference_steps: 4 }],
  ["black-forest-labs-flux-1-dev", { ...FLUX, width: 1472, height: 1140 }],
  ["wan-2-6-t2i", { ...SHORT, size: "1280*960" }],
  ["z-image-turbo", { ...SHORT, size: "1140*1472", output_format: "png" }],
  [
    "google-nano-banana-2-edit",
    { ...BANANA, aspect_ratio: "3:4", enable_safety_checker: true },
  ],
  [
    "nano-banana-pro-edit",
    { ...BANANA, aspect_ratio: "3:4", ...OUTPUT_SWITCHES },
  ],
  [
    "nano-banana-edit",
    { prompt: "a", enable_safety_checker: true, images: [URL_OF_IMAGE] },
  ],
  [
    "p-image-t2i",
    { prompt: "a", aspect_ratio: "4:3", disable_safety_checker: false },
  ],
  ["chatterbox-turbo", { prompt: "a" }],
  ["whisper-v3-large", { audio_base64: "AQI=" }],
  ["wan-2-5", { prompt: "a", image: URL_OF_IMAGE }],
];

test.each(PROVIDER_INPUTS)(
  "checkInput and findInputProblems take what the operator's AI SDK provider sends to %s",
  (slug, input) => {
    expect(() => checkInput(models[slug], input)).not.toThrow();
    expect(findInputProblems(models[slug], { ...input })).toEqual([]);
  },
);

test.each(["huge", "1024x1024", "1024 * 1024", ""])(
  "checkInput and findInputProblems refuse %j as a size, of which the known ones are not all",
  (size) => {
    const input = { prompt: "a", size };
    const message =
      'size must be a width and a height such as "1024*1024" for z-image-turbo';
    expect(() => checkInput(models["z-image-turbo"], input)).toThrow(message);
    const problems = findInputProblems(models["z-image-turbo"], input);
    expect(problems).toMatchObject([{ kind: "value", message }]);
  },
);

describe("findInputProblems", () => {
  test("marks what the service was seen to refuse as captured", () => {
    const size = { type: "string", values: ["1328*1328"] } as const;
    const input = { seen: "1024*1024", told: "1024*1024" };
    const parameters = {
      seen: { ...size, captured: true },
      told: size,
    } as const;
    const problems = findInputProblems({ slug: "m", parameters }, input);
    expect(problems).toEqual([
      {
        path: "seen",
        kind: "value",
        certainty: "captured",
        message: 'seen must be one of "1328*1328" for m',
      },
      expect.objectContaining({ path: "told", certainty: "stated" }),
    ]);
  });

  test("finds every problem, and marks what only a page states as stated", () => {
    const input = { promt: "a", width: 99, height: "9", guidance: 5 };
    const model = models["black-forest-labs-flux-1-dev"];
    const found = findInputProblems(model, input);
    expect(
      found.map(({ path, kind, certainty }) => [path, kind, certainty]),
    ).toEqual([
      ["promt", "unknown", "stated"],
      ["prompt", "missing", "stated"],
      ["width", "value", "stated"],
      ["height", "type", "stated"],
    ]);
  });

  test("takes any further parameter of a model of which not all are known", () => {
    const model = models["wan-2-7"];
    expect(findInputProblems(model, { prompt: "a", fps: 24 })).toEqual([]);
    expect(findInputProblems(model, { prompt: 7 })).toMatchObject([
      { path: "prompt", kind: "type" },
    ]);
  });
});
