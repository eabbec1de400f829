import ts from "typescript";
import { argumentOf } from "./argument.js";
import { cpuOf } from "./statistics.js";

/** Microseconds of CPU that the check of a file takes, the compiler being there. Throws where it has a fault. */
const file = argumentOf() as string;
const options: ts.CompilerOptions = {
  ...{ noEmit: true, strict: true, noImplicitAny: false, skipLibCheck: true },
  ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext },
  ...{ lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"] },
  types: [],
};
const faults: string[] = [];
const micros = await cpuOf(() => {
  const program = ts.createProgram([file], options);
  for (const { messageText } of ts.getPreEmitDiagnostics(program))
    faults.push(ts.flattenDiagnosticMessageText(messageText, "\n"));
  return Promise.resolve();
});
if (faults.length > 0) throw new Error(`${file}: ${faults.join("; ")}`);
process.send?.(micros);
