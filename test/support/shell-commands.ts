import { existsSync } from "node:fs";
import { vi } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { main } from "../../bin/main.js";

/** Commands of other programs that a page may name. */
const OTHER_COMMANDS = [
  /^npm pkg set \w+=\w+$/,
  /^npm ci$/,
  /^npm install( [@\w/.-]+)+$/,
  /^npm pack( --workspace cloud-compute-emulator)?$/,
  /^npx create-next-app@latest /,
  /^npx cloud-compute-emulator( worker (dev|test) worker\.m?[jt]s| evidence( pods)?)?( +(--|#)|$)/,
  /^npx esbuild worker\.ts --bundle --platform=node --format=esm --outfile=worker\.mjs --banner:js='[^']+'$/,
  /^npm init --yes$/,
  /^(ENDPOINT_ID=\S+ )?npx tsx client\.ts$/,
  /^docker (build --platform linux\/amd64 -t \S+ \.|push \S+)$/,
  /^git (add --all|commit -m ".+")$/,
  /^npm (version minor|pack \. \.\/packages\/emulator|publish( --workspace cloud-compute-emulator)?)$/,
  /^cd \w+$/,
  /^export \w+=\S+$/,
];

/** Whether a shell command of a page exists: a script of this repository, the command of the package, or one of a short list. */
export async function isKnownCommand(line: string): Promise<boolean> {
  if (OTHER_COMMANDS.some((command) => command.test(line))) return true;
  const example = /^cp -r node_modules\/cloud-compute-sdk\/(\S+) \.$/.exec(
    line,
  );
  if (example) return existsSync(example[1] ?? "");
  const own = /^npx cloud-compute-sdk (\w+)/.exec(line);
  if (own) return isSubcommand(own[1] ?? "");
  const script = /^npm (?:run )?([\w:]+)/.exec(line)?.[1] ?? "";
  return Object.hasOwn(packageJson.scripts, script);
}

/** Whether the command of the package prints a help text for a subcommand. */
async function isSubcommand(name: string): Promise<boolean> {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  try {
    return (await main([name, "--help"])) === 0;
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}
