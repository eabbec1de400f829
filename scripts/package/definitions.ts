import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ask, type Question } from "./tsserver.js";

/** Where "go to definition" is to lead from the word at the mark. */
const samples: readonly (readonly [code: string, source: string])[] = [
  ["|createClient();", "src/client.ts"],
  ["createClient({ |timeout: 1 });", "src/options.ts"],
  ["cloud.pods.|create({});", "generated/rest/resources.ts"],
  ["cloud.pods.create({ |imageName: '' });", "generated/rest/types.ts"],
  ["cloud.graphql.|myself();", "generated/graphql/functions.ts"],
  ["cloud.graphql.|request('');", "src/graphql/client.ts"],
  ["cloud.model('').|run({});", "src/jobs/model.ts"],
  ["cloud.job(data).|wait();", "src/jobs/job.ts"],
  ["cloud.download.|toFile('', '');", "src/jobs/download.ts"],
  ["new |ResponseError();", "src/errors.ts"],
  ["|createEmulator();", "src/emulator/emulator.ts"],
  ["|watchDrift();", "src/drift/watch.ts"],
  ["createEmulator().|fail('');", "src/emulator/emulator.ts"],
];

const PROLOGUE = `import { createClient, ResponseError } from "cloud-compute-sdk";
import { createEmulator } from "cloud-compute-sdk/emulator";
import { watchDrift } from "cloud-compute-sdk/drift";
declare const data: { slug: string; id: string };
const cloud = createClient();
`;

/** Asks TypeScript's server, as an editor does, and throws where it does not open the packed source of a member. */
export async function tryDefinitions(folder: string): Promise<void> {
  const file = join(folder, "definitions.ts");
  const lines = samples.map(([code]) => code.replace("|", ""));
  writeFileSync(file, PROLOGUE + lines.join("\n"));
  const compilerOptions = { module: "esnext", moduleResolution: "bundler" };
  const project = JSON.stringify({ compilerOptions, files: [file] });
  writeFileSync(join(folder, "tsconfig.json"), project);
  const first = PROLOGUE.split("\n").length;
  const questions = samples.map<Question>(([code], at) => ({
    ...{ file, line: first + at, offset: code.indexOf("|") + 1 },
  }));
  const server = fileURLToPath(
    import.meta.resolve("typescript/lib/tsserver.js"),
  );
  const answers = await ask(server, file, questions);
  const home = join(folder, "node_modules", "cloud-compute-sdk");
  const wrong = samples.flatMap(([code, source], at) => {
    const opened = relative(home, answers[at] ?? home);
    return opened === source
      ? []
      : [`${code} opens "${opened}", not ${source}`];
  });
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  console.log(`${samples.length} definitions open their source`);
}
