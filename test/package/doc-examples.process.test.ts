import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compilerErrors } from "../support/compile.js";
import {
  ENTRY_POINTS,
  importNameOf,
  sourceOf,
  type EntryPoint,
} from "../../scripts/build/entry-points.js";

/** The folders whose doc comments the site shows. */
const FOLDERS = [
  "src",
  "packages/emulator/src",
  "generated/rest",
  "generated/graphql",
  "generated/v2",
];

/** Packages that the repository does not install. An example with one of these names is not compiled. */
const FOREIGN_NAMES = /\b(?:OpenAI|Redis)\b/;

/** What an example takes for granted, by name. */
const KNOWN: Readonly<Record<string, string>> = {
  batch: `import("cloud-compute-sdk/batch").Batch<{ prompt: string }>`,
  ledger: `import("cloud-compute-sdk/batch").Ledger`,
  orderId: "string",
  cloud: `import("cloud-compute-sdk").Client`,
  emulator: `import("cloud-compute-emulator").Emulator`,
  endpointId: "string",
  handle: "string",
  handler: `import("cloud-compute-sdk/worker").Handler`,
  handles: `import("cloud-compute-sdk/webhooks").JobHandles`,
  id: "string",
  job: `import("cloud-compute-sdk").Job`,
  model: `import("cloud-compute-sdk").Model<{ prompt: string }>`,
  onEvent: `import("cloud-compute-sdk/webhooks").OnEvent<unknown>`,
  output: `import("cloud-compute-sdk").OutputFile`,
  pod: `import("cloud-compute-sdk/machines").RentedPod`,
  podId: "string",
  prompts: "string[]",
  resize: `import("cloud-compute-sdk").ModelContract`,
  spend: `import("cloud-compute-sdk/spend").SpendGuard`,
  tracing: `import("cloud-compute-sdk/otel").OpenTelemetryTracing`,
  train: "(ssh: unknown) => Promise<void>",
  url: "string",
  visitor: "string",
  volume: `import("cloud-compute-sdk/files").Volume`,
  webhooks: `import("cloud-compute-sdk/webhooks").Webhooks`,
  z: `typeof import("zod")`,
};

/** What an example may do that the code of this repository may not. */
const OPTIONS = {
  noUnusedLocals: false,
  noPropertyAccessFromIndexSignature: false,
  noImplicitReturns: false,
};

interface Example {
  readonly file: string;
  readonly code: string;
}

let folder = "";
beforeAll(() => {
  // Not in test/: a type check or a lint that runs at the same time must not see the modules.
  mkdirSync(".cache", { recursive: true });
  folder = mkdtempSync(join(".cache", "examples-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the examples of the doc comments compile", async () => {
  const all = sourceFiles().flatMap(examplesOf);
  const examples = all.filter(({ code }) => !FOREIGN_NAMES.test(code));
  expect(examples.length).toBeGreaterThan(130);
  expect(all.length - examples.length).toBeLessThan(5);
  const values = await exportedValues();
  const files = examples.map((example, index) => {
    const file = join(folder, `example-${index}.ts`);
    writeFileSync(file, moduleOf(example, values));
    return file;
  });
  const errors = compilerErrors(files, OPTIONS).map((line) => {
    const [, index] = /example-(\d+)\.ts/.exec(line) ?? [];
    const { file, code } = examples[Number(index)] ?? {};
    return `${file}: ${line}\n${code}`;
  });
  expect(errors).toEqual([]);
});

function sourceFiles(): string[] {
  return FOLDERS.flatMap((name) =>
    readdirSync(name, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(name, file).replaceAll("\\", "/")),
  );
}

/** The examples of the doc comments of a file. */
function examplesOf(file: string): Example[] {
  const comments = readFileSync(file, "utf8").matchAll(/\/\*\*(.*?)\*\//gs);
  return [...comments].flatMap(([, comment = ""]) => {
    const text = comment.replaceAll(/^\s*\* ?/gm, "");
    return [...text.matchAll(/@example\n(.*?)(?=\n@|$)/gs)].map(
      ([, code = ""]) => ({
        file,
        code: code.replaceAll(/^```(?:ts)?$/gm, "").trim(),
      }),
    );
  });
}

/** The functions, classes and constants of each entry point, by the name under which it is imported. */
async function exportedValues(): Promise<Map<string, string[]>> {
  const values = new Map<string, string[]>();
  for (const entry of ENTRY_POINTS) {
    const file = resolve(sourceOf(entry));
    const module = (await import(/* @vite-ignore */ file)) as object;
    values.set(importNameOf(entry), Object.keys(module));
  }
  return values;
}

/** An example as a module: with what it would import, and with what it takes for granted. */
function moduleOf(
  { file, code }: Example,
  values: ReadonlyMap<string, readonly string[]>,
): string {
  const imported = new Set<string>();
  const imports = entriesFor(file).flatMap((entry) => {
    const path = importNameOf(entry);
    const used = (values.get(path) ?? []).filter(
      (name) => uses(code, name) && !imported.has(name),
    );
    for (const name of used) imported.add(name);
    return used.map((name) => `import { ${name} } from "${path}";`);
  });
  const known = Object.entries(KNOWN)
    .filter(([name]) => uses(code, name) && !imported.has(name))
    .map(([name, type]) => `declare const ${name}: ${type};`);
  const body = /^ *(?:if .*)?return\b/m.test(code)
    ? `export async function run() {\n${code}\n}`
    : code;
  return [...imports, ...known, body, "export {};\n"].join("\n");
}

/** Every entry point; that of the file is first, then the main one. */
function entriesFor(file: string): EntryPoint[] {
  const rankOf = (entry: EntryPoint) => {
    const source = sourceOf(entry);
    if (source === "src/index.ts") return 1;
    return file.startsWith(source.replace("index.ts", "")) ? 0 : 2;
  };
  return ENTRY_POINTS.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Whether code mentions a name that the code does not declare. */
function uses(code: string, name: string): boolean {
  const isMentioned = new RegExp(`(?<![.\\w"'-])${name}\\b(?!["':-])`).test(
    code,
  );
  const isDeclared = new RegExp(
    `\\b(?:const|import) (?:${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\})`,
  ).test(code);
  return isMentioned && !isDeclared;
}
