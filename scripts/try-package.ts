import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryCommand } from "./package/command.js";
import { npm } from "./package/npm.js";
import { reachOfMain } from "./package/reach.js";
import { weigh } from "./package/weight.js";

/** Uses the packed tarball as a stranger would: an empty folder, the README's commands, the examples of users. */
const most = { packages: 12, megabytes: 12 };

const folder = mkdtempSync(join(tmpdir(), "try-package-"));
try {
  const tarball = pack();
  const alone = install("alone", tarball);
  const { packages, megabytes, scripts } = weigh(alone);
  console.log(`installed ${packages} packages, ${megabytes.toFixed(1)} MB`);
  if (packages > most.packages || megabytes > most.megabytes)
    throw new Error(`more than ${JSON.stringify(most)}`);
  if (scripts.length > 0)
    throw new Error(`install scripts: ${scripts.join(", ")}`);
  const strays = (await reachOfMain(alone)).filter((file) =>
    /cloud-compute-sdk\/dist\/(emulator|cli)|hono/.test(file),
  );
  if (strays.length > 0)
    throw new Error(`the main entry reaches ${strays.join(", ")}`);
  await tryCommand(alone, session());
  for (const name of ["vitest", "node-test", "jest"]) tryExample(name, tarball);
  console.log("the package works");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Packs what `npm run build` made; its path. */
function pack(): string {
  const printed = npm(".", "pack", "--json", "--pack-destination", folder);
  const [{ filename } = { filename: "" }] = JSON.parse(printed) as {
    readonly filename: string;
  }[];
  return join(folder, filename);
}

function install(name: string, ...packages: string[]): string {
  const place = join(folder, name);
  npm(".", "install", "--prefix", place, "--prefer-offline", ...packages);
  return place;
}

/** The lines of the README's shell session that begin with `curl`. */
function session(): string[] {
  const readme = readFileSync(process.argv[2] ?? "README.md", "utf8");
  const blocks = readme.match(/^```bash\n.*?^```/gms) ?? [];
  const lines = blocks.join("\n").replaceAll("\\\n", " ").split("\n");
  const calls = lines.filter((line) => line.startsWith("curl "));
  if (calls.length < 3)
    throw new Error("the README has no three curl lines in a bash block");
  return calls;
}

/** Runs the tests of an example where it is installed with the tarball in place of the published package. */
function tryExample(name: string, tarball: string): void {
  const place = join(folder, name);
  cpSync(join("examples", name), place, { recursive: true });
  install(name, tarball);
  execFileSync("npm", ["test"], { cwd: place, stdio: "inherit" });
}
