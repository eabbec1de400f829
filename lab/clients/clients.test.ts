import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { npm } from "../shared/npm.js";
import { LAB, labModule } from "../shared/paths.js";

/** Clients that nobody here wrote, in exact versions. Some of them need Node 22. */
const PACKAGES = [
  "@ai-sdk/openai-compatible@2.0.92",
  "@apollo/client@4.0.0",
  "@langchain/core@1.4.0",
  "@langchain/openai@1.6.0",
  "@modelcontextprotocol/sdk@1.32.2",
  "@runpod/ai-sdk-provider@1.4.0",
  "@runpod/mcp-server@4.0.0",
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
    "--engine-strict=false",
    ...PACKAGES,
  );
  for (const program of [
    "ai-sdk.mjs",
    "calls.mjs",
    "language-models.mjs",
    "mcp.mjs",
    "redirect.mjs",
  ])
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
    labModule("node22", "bin", "node"),
    ["--import", "./redirect.mjs", join(folder, program), argument],
    {
      cwd: folder,
      env: { ...process.env, EMULATOR_ORIGIN: urls.publicBaseUrl },
    },
  );
  await emulator.close();
  return stdout;
}

/** Calls that fail for a reason that is not the emulator's. A call that fails no longer must leave the table. */
const OTHERS_FAULTS: Readonly<Record<string, string>> = {
  "alibaba/wan-2.6 of 1328 by 1328":
    "the provider itself refuses the size before it sends anything",
};

/** One call of a program, and what failed. */
interface Call {
  readonly call: string;
  readonly error?: string;
}

/** Runs a program, prints a line for each call that failed, and returns how many calls there were and what failed. */
async function countCalls(program: string, others: readonly string[]) {
  const stdout = await runProgram(program);
  const calls = stdout
    .split("\n")
    .filter((line) => line.startsWith('{"call"'))
    .map((line) => JSON.parse(line) as Call);
  const failed = calls.filter(({ error }) => error !== undefined);
  const ours = failed.filter(({ call }) => !(call in OTHERS_FAULTS));
  console.log(
    `${program}: ${calls.length} calls, ${failed.length} failed, ${ours.length} by a fault of the emulator`,
  );
  const mended = others.filter(
    (name) => !failed.some(({ call }) => call === name),
  );
  return { count: calls.length, ours, mended };
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

test("every tool of the operator's MCP server works over stdio", async () => {
  const { count, ours } = await countCalls("mcp.mjs", []);
  expect(ours).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(68);
});

test("the operator's provider for the AI SDK and LangChain work with what they send by default", async () => {
  const others = Object.keys(OTHERS_FAULTS);
  const { count, ours, mended } = await countCalls("ai-sdk.mjs", others);
  expect(ours).toEqual([]);
  expect(mended).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(90);
});
