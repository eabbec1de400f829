import { spawnSync } from "node:child_process";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import { bundleCli, type Cli } from "../../support/cli-process.js";
import { testGuideCommands, useCommands } from "../suite/commands.js";
import { PostgresServer } from "./server.js";

const VARIABLE = "DATABASE_URL";
const server = await PostgresServer.create();
const before = process.env[VARIABLE];
let cli: Cli;

beforeAll(async () => {
  process.env[VARIABLE] = server.connectionString;
  cli = await bundleCli();
});
afterAll(async () => {
  await cli.remove();
  await server.remove();
  if (before === undefined) Reflect.deleteProperty(process.env, VARIABLE);
  else process.env[VARIABLE] = before;
});

describe("the batch commands with Postgres", () => {
  useCommands();
  testGuideCommands(` --postgres ${VARIABLE}`);
});

describe("the flag --postgres", () => {
  const list = (...flags: string[]) => cli.run("batch", "list", ...flags);

  it("refuses an address, and does not show its password", async () => {
    const address = "postgres://me:hunter2@127.0.0.1/postgres";
    const { code, stdout, stderr } = await list("--postgres", address);
    expect(code).toBe(2);
    expect(stderr).toMatch(/the name of an environment variable/);
    expect(stdout + stderr).not.toContain("hunter2");
  });

  it("refuses a variable that is not set, and a folder beside it", async () => {
    const unset = await list("--postgres", "NO_SUCH_NAME");
    expect(unset).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("NO_SUCH_NAME is not set") as string,
    });
    const both = await list("--postgres", VARIABLE, "--ledger", "./batches");
    expect(both).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("two ledgers") as string,
    });
  });

  it.each([
    ["of a wrong port", "postgres://me:hunter2@127.0.0.1:1/postgres"],
    ["that is none", "postgres://me:hunter2@[/postgres"],
    ["of no database", "nowhere/me:hunter2"],
  ])("shows no password of an address %s", async (_name, address) => {
    process.env["WRONG_ADDRESS"] = address;
    onTestFinished(() => {
      delete process.env["WRONG_ADDRESS"];
    });
    const { code, stdout, stderr } = await list("--postgres", "WRONG_ADDRESS");
    expect(code).toBe(1);
    expect(stderr).toMatch(/Postgres ledger cannot be used/);
    expect(stdout + stderr).not.toContain("hunter2");
  });

  it("says what to install where pg is not installed", () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [`${cli.folder}/cli.mjs`, "batch", "list", "--postgres", VARIABLE],
      {
        encoding: "utf8",
        // A loader that knows no pg.
        env: {
          ...process.env,
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WITHOUT_PG)}`,
        },
      },
    );
    expect(status).toBe(2);
    expect(stderr).toContain("install pg");
  });
});

/** Registers a hook of Node that finds no package pg. */
const WITHOUT_PG = `
import { register } from "node:module";
const hook = "export async function resolve(name, context, next) { if (name === 'pg') throw new Error('no pg'); return next(name, context); }";
register("data:text/javascript," + encodeURIComponent(hook));
`;
