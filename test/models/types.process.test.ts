import { join, resolve } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import {
  readModels,
  type DescribedParameter,
  type Members,
  type ModelSpec,
} from "../../packages/spec-tools/src/generate/parse/models.js";

const ROOT = resolve(import.meta.dirname, "../..");
const models = await readModels(join(ROOT, "specs"));

/** One line of the file that is compiled, and what the compiler must say of it; nothing where it compiles. */
interface Line {
  readonly code: string;
  readonly error?: RegExp;
}

const PROLOGUE = [
  'import type { Client } from "../../src/index.js";',
  "declare const cloud: Client;",
];

/** The types that outputs have in TypeScript. */
const TYPES = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  array: "readonly unknown[]",
  object: "{ readonly [name: string]: unknown }",
};

/** The lines by the name of their test. */
const cases = new Map<string, readonly Line[]>(
  models.flatMap((model) => [
    [`takes the good inputs of ${model.slug}`, goodLines(model)],
    [
      `refuses a wrong type of each parameter of ${model.slug}`,
      typeLines(model),
    ],
    [
      `refuses a value that is none of those of a parameter of ${model.slug}`,
      valueLines(model),
    ],
    [
      `refuses an input of ${model.slug} without a required parameter`,
      missingLines(model),
    ],
    // Of a model that takes further parameters, any name may be right.
    ...(model.open
      ? []
      : [
          [
            `refuses a misspelt parameter of ${model.slug}`,
            misspeltLines(model),
          ] as const,
        ]),
    [`gives the output of ${model.slug} its types`, outputLines(model)],
  ]),
);

/** What the compiler says, by line of the file, counted from 0. */
const messages = new Map<number, string>();

beforeAll(() => {
  const lines = [...cases.values()].flat().map(({ code }) => code);
  for (const { file, start = 0, messageText } of diagnosticsOf(
    [...PROLOGUE, ...lines].join("\n"),
  ))
    messages.set(
      file?.getLineAndCharacterOfPosition(start).line ?? -1,
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    );
});

describe("cloud.model", () => {
  let line = PROLOGUE.length;
  for (const [name, lines] of cases) {
    const first = line;
    line += lines.length;
    // A model without such a parameter has no such line.
    if (lines.length > 0)
      test(name, () => {
        const wrong = lines.filter(({ error }, index) => {
          const message = messages.get(first + index);
          return error === undefined
            ? message !== undefined
            : message === undefined || !error.test(message);
        });
        expect(wrong).toEqual([]);
      });
  }
});

test("The compiler reports nothing outside of the lines of the cases", () => {
  const last = PROLOGUE.length + [...cases.values()].flat().length;
  const outside = [...messages].filter(
    ([line]) => line < PROLOGUE.length || line >= last,
  );
  expect(outside).toEqual([]);
});

test("The cases hold an input for each of the 304 parameters of the 48 models", () => {
  const parameters = models.flatMap(({ input }) => parametersOf(input));
  // The reference counts what two models group under `sampling_params`, but not the group.
  const groups = parameters.filter(({ path }) => path === "sampling_params");
  expect(models).toHaveLength(48);
  expect(parameters.length - groups.length).toBe(304);
});

function goodLines({ slug, input }: ModelSpec): Line[] {
  const required = Object.entries(input).filter(([, { required }]) => required);
  const open = parametersOf(input).filter(({ parameter }) => parameter.known);
  return [
    run(slug, exampleOf(Object.fromEntries(required))),
    run(slug, exampleOf(input)),
    call(slug, "runSync", exampleOf(input)),
    { code: `void cloud.model("${slug}").map([${exampleOf(input)}]);` },
    ...open.map(({ path }) => run(slug, exampleOf(input, path, '"another"'))),
  ];
}

function typeLines({ slug, input }: ModelSpec): Line[] {
  return parametersOf(input).map(({ path, parameter }) => ({
    ...run(slug, exampleOf(input, path, wrongTypeOf(parameter))),
    error: /is not assignable to type|has no properties in common/,
  }));
}

function valueLines({ slug, input }: ModelSpec): Line[] {
  return parametersOf(input)
    .filter(({ parameter }) => parameter.values)
    .map(({ path, parameter }) => {
      const wrong = parameter.type === "string" ? '"nonesuch"' : "12345";
      return {
        ...run(slug, exampleOf(input, path, wrong)),
        error: /^Type '("nonesuch"|12345)' is not assignable to type/,
      };
    });
}

function missingLines({ slug, input }: ModelSpec): Line[] {
  return parametersOf(input)
    .filter(({ parameter }) => parameter.required)
    .map(({ path, name }) => ({
      ...run(slug, exampleOf(input, path, undefined)),
      error: new RegExp(`Property '${name}' is missing|not assignable`),
    }));
}

function misspeltLines({ slug, input }: ModelSpec): Line[] {
  const [first = ""] = Object.keys(input);
  const misspelt = `${first}x`;
  const wrong = exampleOf(input).replace("{ ", `{ ${misspelt}: 1, `);
  const error = new RegExp(`'${misspelt}' does not exist in type`);
  return [
    { ...run(slug, wrong), error },
    { ...call(slug, "runSync", wrong), error },
    { code: `void cloud.model("${slug}").map([${wrong}]);`, error },
  ];
}

function outputLines({ slug, output }: ModelSpec): Line[] {
  const value = `(await cloud.model("${slug}").job("id").wait()).output`;
  return Object.entries(output).flatMap(([name, { type, required }]) => {
    const expected = TYPES[type] + (required ? "" : " | undefined");
    return [
      { code: `(${value}.${name} satisfies ${expected});` },
      // A type that is wider than expected would pass the line above only if it were `any`.
      {
        code: `(${value}.${name} satisfies symbol);`,
        error: /does not satisfy/,
      },
      { code: `${value}.${name}x;`, error: /does not exist on type/ },
    ];
  });
}

function run(slug: string, input: string): Line {
  return call(slug, "run", input);
}

function call(slug: string, method: string, input: string): Line {
  return { code: `void cloud.model("${slug}").${method}(${input});` };
}

interface Parameter {
  readonly path: string;
  readonly name: string;
  readonly parameter: DescribedParameter;
}

/** The parameters with those that their arrays and objects hold; the path of such a one is `messages.role`. */
function parametersOf(members: Members, prefix = ""): Parameter[] {
  return Object.entries(members).flatMap(([name, parameter]) => {
    const path = prefix + name;
    const inner = parameter.properties ?? parameter.items?.properties ?? {};
    return [{ path, name, parameter }, ...parametersOf(inner, `${path}.`)];
  });
}

/**
 * The source of an input with every parameter. The parameter at the path `changed` has the value `replacement`, or is
 * left out where that is undefined.
 */
function exampleOf(
  members: Members,
  changed?: string,
  replacement?: string,
  prefix = "",
): string {
  const parts = Object.entries(members).map(([name, parameter]) => {
    const path = prefix + name;
    const value =
      path === changed
        ? replacement
        : valueOf(parameter, `${path}.`, changed, replacement);
    return value === undefined ? "" : `${name}: ${value}`;
  });
  return `{ ${parts.filter((part) => part !== "").join(", ")} }`;
}

function valueOf(
  parameter: DescribedParameter,
  prefix: string,
  changed?: string,
  replacement?: string,
): string {
  const { type, values, known, items, properties, minimum = 1 } = parameter;
  const nested = (inner: Members) =>
    exampleOf(inner, changed, replacement, prefix);
  if (items?.properties) return `[${nested(items.properties)}]`;
  if (items) return `[${valueOf(items, prefix)}]`;
  if (properties) return nested(properties);
  const value = values?.[0] ?? known?.[0] ?? parameter.default;
  if (value !== undefined) return JSON.stringify(value);
  if (type === "string") return '"a"';
  return type === "boolean" ? "true" : String(minimum);
}

function wrongTypeOf({ type }: DescribedParameter): string {
  return type === "string" || type === "array" ? "7" : '"seven"';
}

/** What the compiler says of a file of this project. */
function diagnosticsOf(text: string): readonly ts.Diagnostic[] {
  const name = join(ROOT, "test/models/cases.ts");
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), (file) =>
    ts.sys.readFile(file),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(
    config.compilerOptions,
    ROOT,
  );
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (file, version) =>
    file === name
      ? ts.createSourceFile(file, text, version)
      : readSource(file, version);
  const program = ts.createProgram([name], options, host);
  const source = program.getSourceFile(name);
  return [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ];
}
