import { build } from "esbuild";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { createEmulator } from "../../../src/emulator/index.js";
import { blocksOf } from "../../support/page-blocks.js";
import { installPeers, RedisServer } from "./redis.js";

it("the program with Redis in the guide to batches runs as it stands", async () => {
  const redisFolder = mkdtempSync(join(tmpdir(), "batch-guide-"));
  const server = await RedisServer.start(redisFolder);
  const emulator = createEmulator({ speed: 50 });
  const { urls } = await emulator.listen();
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(join(process.cwd(), ".cache", "guide-"));
  onTestFinished(async () => {
    await emulator.close();
    await server.kill();
    rmSync(redisFolder, { recursive: true });
    rmSync(folder, { recursive: true });
  });
  const [program = "", ...others] = blocksOf(
    readFileSync("guides/batches.md", "utf8"),
    "js",
  );
  expect(others).toEqual([]);
  const source = join(folder, "source.mjs");
  const address = `redis://127.0.0.1:${server.port}`;
  await writeFile(source, program.replace("redis://redis.internal", address));
  const outfile = join(folder, "program.mjs");
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    // Names the sources of this package.
    tsconfig: "tsconfig.json",
    external: [...Object.keys(packageJson.dependencies), "ioredis"],
  });
  await symlink(
    join(installPeers(), "node_modules"),
    join(folder, "node_modules"),
  );
  const { stdout } = await promisify(execFile)(process.execPath, [outfile], {
    env: {
      ...process.env,
      CLOUD_COMPUTE_API_KEY: emulator.apiKey,
      CLOUD_COMPUTE_PUBLIC_BASE_URL: urls.publicBaseUrl,
    },
  });
  expect(stdout).toBe("done\n");
  expect(emulator.jobs()).toHaveLength(3);
});
