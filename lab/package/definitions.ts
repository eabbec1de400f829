import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../shared/paths.js";

const EMULATOR = "../cloud-compute-emulator";

/** Where "go to definition" must lead from the word at the mark `|`. */
const samples: readonly (readonly [code: string, declaration: string])[] = [
  ["|createClient();", "dist/types/src/client.d.ts"],
  ["createClient({ |timeout: 1 });", "dist/types/src/options.d.ts"],
  ["cloud.pods.|create({});", "dist/types/generated/rest/resources.d.ts"],
  [
    "cloud.pods.create({ |imageName: '' });",
    "dist/types/generated/rest/types.d.ts",
  ],
  ["cloud.graphql.|myself();", "dist/types/generated/graphql/functions.d.ts"],
  ["cloud.graphql.|request('');", "dist/types/src/graphql/client.d.ts"],
  ["cloud.model('').|run({});", "dist/types/src/jobs/model.d.ts"],
  ["cloud.job(data).|wait();", "dist/types/src/jobs/job.d.ts"],
  ["cloud.download.|toFile('', '');", "dist/types/src/jobs/download.d.ts"],
  ["new |ResponseError();", "dist/types/src/errors.d.ts"],
  ["|createEmulator();", `${EMULATOR}/dist/types/src/emulator.d.ts`],
  ["|watchDrift();", "dist/types/src/drift/watch.d.ts"],
  ["createEmulator().|fail('');", `${EMULATOR}/dist/types/src/emulator.d.ts`],
];

const PROLOGUE = `import { createClient, ResponseError } from "cloud-compute-sdk";
import { createEmulator } from "cloud-compute-emulator";
import { watchDrift } from "cloud-compute-sdk/drift";
declare const data: { slug: string; id: string };
const cloud = createClient();
`;

/**
 * Asks TypeScript's server for definitions, as an editor does. Throws if a definition is not in the
 * declaration of its module.
 */
export async function tryDefinitions(folder: string): Promise<void> {
  const file = join(folder, "definitions.ts");
  const lines = samples.map(([code]) => code.replace("|", ""));
  writeFileSync(file, PROLOGUE + lines.join("\n"));
  const compilerOptions = { module: "esnext", moduleResolution: "bundler" };
  const project = JSON.stringify({ compilerOptions, files: [file] });
  writeFileSync(join(folder, "tsconfig.json"), project);
  const first = PROLOGUE.split("\n").length;
  const positions = samples.map<Position>(([code], index) => ({
    file,
    line: first + index,
    offset: code.indexOf("|") + 1,
  }));
  const definitions = await findDefinitions(file, positions);
  const home = join(folder, "node_modules", "cloud-compute-sdk");
  const wrong = samples.flatMap(([code, source], index) => {
    const opened = relative(home, definitions[index] ?? home);
    return opened === source
      ? []
      : [`${code} opens "${opened}", not ${source}`];
  });
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  console.log(`${samples.length} definitions open their declaration`);
}

/** A position in a file; line and offset count from 1. */
interface Position {
  readonly file: string;
  readonly line: number;
  readonly offset: number;
}

/** A response of TypeScript's server. */
interface ServerResponse {
  readonly request_seq?: number;
  readonly body?: {
    readonly definitions?: readonly { readonly file: string }[];
  };
}

/** The file in which TypeScript's server finds the definition of the word at each position. */
async function findDefinitions(
  file: string,
  positions: readonly Position[],
): Promise<(string | undefined)[]> {
  const server = join(ROOT, "node_modules/typescript/lib/tsserver.js");
  const args = [server, "--disableAutomaticTypingAcquisition"];
  const child = spawn("node", args, { stdio: ["pipe", "pipe", "inherit"] });
  const send = (seq: number, command: string, parameters: object) => {
    const request = { seq, type: "request", command, arguments: parameters };
    child.stdin.write(`${JSON.stringify(request)}\n`);
  };
  send(0, "open", { file });
  positions.forEach((position, index) => {
    send(index + 1, "definitionAndBoundSpan", position);
  });
  const found = new Map<number, string | undefined>();
  for await (const line of createInterface(child.stdout)) {
    // Between the responses the server prints their lengths, and empty lines.
    if (!line.startsWith("{")) continue;
    const { request_seq = 0, body } = JSON.parse(line) as ServerResponse;
    if (request_seq > 0) found.set(request_seq, body?.definitions?.[0]?.file);
    if (found.size === positions.length) break;
  }
  child.kill();
  if (child.exitCode === null) await once(child, "close");
  return positions.map((_, index) => found.get(index + 1));
}
