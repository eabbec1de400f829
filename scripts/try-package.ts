import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryCommand, tryVersion } from "./package/command.js";
import { checkContents } from "./package/contents.js";
import { tryDefinitions } from "./package/definitions.js";
import { tryExamples } from "./package/examples.js";
import { judge } from "./package/judge.js";
import { checkLicences } from "./package/licences.js";
import { npm } from "./package/npm.js";
import { tryProjects } from "./package/projects.js";
import { tryQuickStart } from "./package/quick-start.js";
import { reachOfMain } from "./package/reach.js";
import { install, pack } from "./package/tarball.js";
import { weigh } from "./package/weight.js";

/** Uses the packed tarball as a stranger would: an empty folder, the README's commands, the examples of users. */
const most = { packages: 12, megabytes: 12 };

const folder = mkdtempSync(join(tmpdir(), "try-package-"));
try {
  const tarball = pack(folder);
  await judge(tarball);
  const alone = install(join(folder, "alone"), tarball);
  const { packages, megabytes, scripts } = weigh(alone);
  console.log(
    `installed ${packages.length} packages, ${megabytes.toFixed(1)} MB`,
  );
  if (packages.length > most.packages || megabytes > most.megabytes)
    throw new Error(`more than ${JSON.stringify(most)}`);
  if (scripts.length > 0)
    throw new Error(`install scripts: ${scripts.join(", ")}`);
  checkLicences(alone, packages);
  npm(alone, "ls", "--all");
  checkContents(join(alone, "node_modules", "cloud-compute-sdk"));
  await tryDefinitions(alone);
  execFileSync("node", ["scripts/package/require.cjs", alone], {
    stdio: "inherit",
  });
  const strays = (await reachOfMain(alone)).filter((file) =>
    /cloud-compute-sdk\/dist\/(emulator|cli|drift)|hono/.test(file),
  );
  if (strays.length > 0)
    throw new Error(`the main entry reaches ${strays.join(", ")}`);
  tryVersion(alone);
  await tryCommand(alone, session());
  tryExamples(alone);
  tryProjects(folder, tarball);
  tryQuickStart(folder, tarball);
  console.log("the package works");
} finally {
  rmSync(folder, { recursive: true, force: true });
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
