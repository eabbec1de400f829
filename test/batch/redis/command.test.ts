import { mkdtempSync, rmSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleCli } from "../../support/cli-process.js";
import { testCommand } from "../suite/command-suite.js";
import { installPeers, RedisServer } from "./redis.js";

const folder = mkdtempSync(join(tmpdir(), "batch-command-"));
let server: RedisServer;

beforeAll(async () => {
  server = await RedisServer.start(folder);
});
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true });
});

describe("the batch commands with Redis", () =>
  testCommand({
    isOwn: (command) => command.includes("--redis"),
    adapt: (command) =>
      command.replace(
        "redis://redis.internal",
        `redis://127.0.0.1:${server.port}`,
      ),
    prepare: (cliFolder) =>
      symlink(
        join(installPeers(), "node_modules"),
        join(cliFolder, "node_modules"),
      ),
  }));

describe("batch --redis", () => {
  const add = ["batch", "add", "a", "--model", "m"];

  it("says which packages are missing", async () => {
    const cli = await bundleCli();
    const url = `redis://127.0.0.1:${server.port}`;
    const { code, stderr } = await cli.run(...add, "--redis", url);
    await cli.remove();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "cloud-compute-sdk: --redis needs the packages bullmq and ioredis: npm install bullmq ioredis\n",
    });
  });

  it.each([
    [["--redis", "http://a"], /must be an address such as redis:/],
    [
      ["--redis", "redis://a", "--store", "b"],
      /pass either --store or --redis/,
    ],
    [["--accept-loss"], /--accept-loss is for a batch with --redis/],
  ])("refuses %j with the exit code 2", async (flags, message) => {
    const cli = await bundleCli();
    const { code, stderr } = await cli.call(...add, ...flags);
    await cli.remove();
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it("says that a Redis cannot be reached, without its password", async () => {
    const cli = await bundleCli();
    await symlink(
      join(installPeers(), "node_modules"),
      join(cli.folder, "node_modules"),
    );
    const url = "redis://user:secret@127.0.0.1:1";
    const { code, stderr } = await cli.run(...add, "--redis", url);
    await cli.remove();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^cloud-compute-sdk: Redis is unreachable: connect ECONNREFUSED 127\.0\.0\.1:1$/m,
    );
    expect(stderr).not.toContain("secret");
  });
});
