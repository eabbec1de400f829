import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";

/** `npm run demo -- <name>`: runs one example against the emulator, both from their sources. */
const [name = "", ...words] = process.argv.slice(2);
const file = [`examples/${name}.ts`, `examples/${name}/main.ts`].find(
  existsSync,
);
if (name && file) {
  if (file.endsWith("/main.ts")) {
    // The folder has a package.json of its own, so that the name of this package does not resolve from there.
    process.env["JITI_ALIAS"] = JSON.stringify({
      "cloud-compute-sdk/schema.graphql": resolve("specs/schema.graphql"),
    });
    const configuration = `examples/${name}/codegen.ts`;
    run("graphql-codegen", "--config", configuration, "--silent");
  }
  run("tsx", "packages/emulator/bin/index.ts", "--", "tsx", file, ...words);
} else {
  const names = readdirSync("examples")
    .filter((entry) => /\.ts$|^typed-/.test(entry))
    .map((entry) => entry.replace(/\.ts$/, ""));
  console.error(`Name an example: ${names.join(", ")}`);
  process.exitCode = 2;
}

function run(command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  process.exitCode ||= status ?? 1;
}
