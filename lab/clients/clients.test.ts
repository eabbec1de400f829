import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmulator } from "../../src/emulator/index.js";
import { npm } from "../shared/npm.js";
import { LAB } from "../shared/paths.js";

/** Clients that nobody here wrote, in exact versions that run on Node 20. */
const PACKAGES = [
  "@ai-sdk/openai-compatible@2.0.92",
  "@apollo/client@4.0.0",
  "@urql/core@5.1.1",
  "ai@6.0.322",
  "graphql@16.15.0",
  "graphql-request@7.4.0",
  "openai@6.49.0",
  "openapi-fetch@0.17.0",
  "runpod-sdk@1.1.2",
  "rxjs@7.8.2",
  "zod@4.6.7",
];

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "clients-"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  npm(
    folder,
    "install",
    "--no-save",
    "--no-package-lock",
    "--ignore-scripts",
    "--prefer-offline",
    ...PACKAGES,
  );
  for (const program of ["calls.mjs", "language-models.mjs"])
    await copyFile(join(LAB, "clients", program), join(folder, program));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a program prints that runs against an emulator on a socket. */
async function runProgram(program: string): Promise<string> {
  const emulator = createEmulator({ speed: 100 });
  emulator.seed({
    templates: [
      { id: "template", name: "t", imageName: "i", isServerless: true },
    ],
    endpoints: [{ id: "worker", templateId: "template" }],
  });
  const { urls } = await emulator.listen({ podPorts: false });
  const argument = JSON.stringify({
    origin: urls.publicBaseUrl,
    apiKey: emulator.apiKey,
    endpointId: "worker",
  });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(folder, program), argument],
    { cwd: folder },
  );
  await emulator.close();
  return stdout;
}

test("clients that nobody here wrote work against the emulator over sockets", async () => {
  const stdout = await runProgram("calls.mjs");
  const last = stdout.trim().split("\n").at(-1) ?? "";
  const gpuTypes = [{ id: "NVIDIA L4" }];
  expect(JSON.parse(last)).toEqual({
    "runpod-sdk": ["COMPLETED", "string", true],
    "openapi-fetch": [201, "EXITED", 204],
    "graphql-request": gpuTypes,
    "@apollo/client": gpuTypes,
    "@apollo/client by GET": gpuTypes,
    "@urql/core": gpuTypes,
    openai: [true],
  });
});

test("openai and the AI SDK call tools, get JSON and embeddings, and are refused as by OpenAI", async () => {
  expect(await runProgram("language-models.mjs")).toBe("works\n");
});
