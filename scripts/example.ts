import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

/** Runs one example against the emulator, both from their sources. */
const [name = "", ...words] = process.argv.slice(2);
const file = [`examples/${name}.ts`, `examples/${name}/main.ts`].find(
  existsSync,
);
if (name && file) {
  if (file.endsWith("/main.ts"))
    run(
      "graphql-codegen",
      "--config",
      `examples/${name}/codegen.ts`,
      "--silent",
    );
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
