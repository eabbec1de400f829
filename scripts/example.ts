import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";

/** Runs one example against the emulator, both from their sources. */
const [name = "", ...words] = process.argv.slice(2);
const file = [`examples/${name}.ts`, `examples/${name}/main.ts`].find(
  existsSync,
);
if (name && file) {
  if (file.endsWith("/main.ts")) {
    // Such a folder has a package.json of its own, from which this package cannot name itself.
    process.env["JITI_ALIAS"] = JSON.stringify({
      "cloud-compute-sdk/schema.graphql": resolve("specs/schema.graphql"),
    });
    run(
      "graphql-codegen",
      "--config",
      `examples/${name}/codegen.ts`,
      "--silent",
    );
  }
  run("tsx", "src/cli/index.ts", "emulator", "--", "tsx", file, ...words);
} else {
  const names = readdirSync("examples")
    .filter((entry) => /\.ts$|^typed-/.test(entry))
    .map((entry) => entry.replace(/\.ts$/, ""));
  console.error(`Name an example: ${names.join(", ")}`);
  process.exitCode = 2;
}

function run(...[program = "", ...rest]: string[]): void {
  const { status } = spawnSync(program, rest, { stdio: "inherit" });
  process.exitCode ||= status ?? 1;
}
