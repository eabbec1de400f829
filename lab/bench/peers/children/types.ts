import { createRequire } from "node:module";
import { join } from "node:path";
import type * as TypeScript from "typescript";
import { ROOT } from "../../../shared/paths.js";
import { readArgument } from "../../child.js";
import { cpuOf } from "../../statistics.js";

/** Sends the microseconds of CPU that the type check of a file takes. Throws where the file has an error. */
const ts = createRequire(join(ROOT, "package.json"))(
  "typescript",
) as typeof TypeScript;
const file = readArgument() as string;
const options: TypeScript.CompilerOptions = {
  noEmit: true,
  strict: true,
  noImplicitAny: false,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
};
const errors: string[] = [];
const micros = await cpuOf(() => {
  const program = ts.createProgram([file], options);
  for (const { messageText } of ts.getPreEmitDiagnostics(program))
    errors.push(ts.flattenDiagnosticMessageText(messageText, "\n"));
  return Promise.resolve();
});
if (errors.length > 0) throw new Error(`${file}: ${errors.join("; ")}`);
process.send?.(micros);
