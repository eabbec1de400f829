import vm from "node:vm";
import { transformSync } from "esbuild";

/** Whether a JSON body is valid, by the operationId: the checks of the emulator. */
export function bodyValidators(
  code: string,
): Readonly<Record<string, (body: unknown) => boolean>> {
  return exportsOf(code) as Readonly<
    Record<string, (body: unknown) => boolean>
  >;
}

/** The functions of a generated resource. */
export type Functions = Readonly<
  Record<string, (...args: readonly unknown[]) => Promise<unknown>>
>;

/** Runs a module of fetchers; returns the function that creates its resources. */
export function evaluate(
  fetchers: string,
): (client: unknown, calls: unknown) => Readonly<Record<string, Functions>> {
  return exportsOf(fetchers)["createRestResources"] as never;
}

/** Runs a module of JavaScript or TypeScript, and returns what it exports. */
function exportsOf(code: string): Readonly<Record<string, unknown>> {
  const { code: commonjs } = transformSync(code, {
    format: "cjs",
    loader: "ts",
  });
  const module = { exports: {} };
  const run = vm.runInThisContext(`((module, exports) => {${commonjs}\n})`) as (
    module: object,
    exports: object,
  ) => void;
  run(module, module.exports);
  return module.exports;
}

/** The example of each function of a module of resources: its code, by `resource.function`. */
export function examplesIn(resources: string): ReadonlyMap<string, string> {
  const examples = new Map<string, string>();
  const pattern = /@example\n([^]*?)\n {3}\*\//g;
  for (const [, text = ""] of resources.matchAll(pattern)) {
    const code = text.replace(/^ {3}\* ?/gm, "");
    const [, name] = /cloud\.(\w+\.\w+)\(/.exec(code) ?? [];
    if (name !== undefined) examples.set(name, code);
  }
  return examples;
}

/** The arguments with which an example calls its function. */
export function argumentsOf(example: string): readonly unknown[] {
  const start = example.indexOf("(", example.indexOf("cloud."));
  const args = example.slice(start, example.lastIndexOf(")") + 1);
  return vm.runInThisContext(`((...all) => all)${args || "()"}`) as unknown[];
}
