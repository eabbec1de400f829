import ts from "typescript";
import { expect, test } from "vitest";

const PROGRAM = `import { createClient } from "../../src/index.js";
const cloud = createClient();
void cloud.pods.create({ imageName: "x", gpuTypeId: ["NVIDIA L4"] });
void cloud.pods.list({ desiredstatus: "RUNNING" });
void cloud.v2.pods.create({ name: "x", image: "x", gpus: 1 });
`;
const FILE = "test/package/misspelt.ts";

/** What the compiler says of the program, each message with the file that it is about. */
function messages(): string[] {
  const { config } = ts.readConfigFile("tsconfig.json", (file) =>
    ts.sys.readFile(file),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.parseJsonConfigFileContent(
    { compilerOptions: config.compilerOptions, files: [] },
    ts.sys,
    ".",
  );
  const host = ts.createCompilerHost(options);
  const withProgram: ts.CompilerHost = {
    ...host,
    fileExists: (file) => file.endsWith(FILE) || host.fileExists(file),
    getSourceFile: (file, version) =>
      file.endsWith(FILE)
        ? ts.createSourceFile(file, PROGRAM, version)
        : host.getSourceFile(file, version),
  };
  const program = ts.createProgram([FILE], options, withProgram);
  const source = program.getSourceFile(FILE);
  return program
    .getSemanticDiagnostics(source)
    .map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, " "),
    );
}

test("the compiler names the type of an input, and the member that was meant, in one short line", () => {
  const found = messages();
  expect(found).toEqual([
    expect.stringContaining(
      "'gpuTypeId' does not exist in type 'PodCreateInput'. Did you mean to write 'gpuTypeIds'?",
    ),
    expect.stringContaining(
      "'desiredstatus' does not exist in type 'ListPodsQuery'. Did you mean to write 'desiredStatus'?",
    ),
    expect.stringContaining(
      "'gpus' does not exist in type 'CreatePodRequest'. Did you mean to write 'gpu'?",
    ),
  ]);
});
