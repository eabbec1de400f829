import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryGuides } from "./integrations/guides.js";
import { tryNext } from "./integrations/next.js";
import { withServer } from "./integrations/server.js";
import { tryVisitorRoutes } from "./integrations/visitor-routes.js";
import { installTools } from "./shared/install.js";
import { npm } from "./shared/npm.js";
import { LAB, labModule, ROOT, rootProgram } from "./shared/paths.js";
import { packBoth, type Tarballs } from "./shared/tarball.js";

/**
 * Uses the package together with other software, in the lowest and the highest version that the package claims: clients of
 * OpenAI's API, OpenTelemetry, web frameworks. Follows the guides to them. The highest versions need Node 22.
 */
const TSX = join(ROOT, "node_modules/tsx/dist/cli.mjs");
const PROGRAMS = ["openai", "ai", "otel"];
const SERVERS = ["hono", "express"];

installTools();
const folder = mkdtempSync(join(tmpdir(), "integrations-"));
try {
  const tarballs = packBoth(folder);
  const wanted = process.argv.slice(2);
  const isWanted = (name: string) =>
    wanted.length === 0 || wanted.includes(name);
  if (isWanted("lowest"))
    await tryVersions("lowest", process.execPath, tarballs);
  if (isWanted("highest"))
    await tryVersions("highest", labModule("node22", "bin", "node"), tarballs);
  if (isWanted("next")) await tryNext(folder, tarballs);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Installs the packages of one lock file, and runs every program and every example with them. */
async function tryVersions(
  name: string,
  node: string,
  tarballs: Tarballs,
): Promise<void> {
  const project = join(folder, name);
  mkdirSync(project);
  const source = join(LAB, "integrations", name);
  for (const file of ["package.json", "package-lock.json", ".npmrc"])
    cpSync(join(source, file), join(project, file));
  const flags = ["--ignore-scripts", "--prefer-offline", "--loglevel=error"];
  npm(project, "ci", "--engine-strict=false", ...flags);
  npm(
    project,
    "install",
    "--no-save",
    "--no-package-lock",
    "--engine-strict=false",
    ...flags,
    ...tarballs,
  );
  const programs = join(project, "programs");
  cpSync(join(LAB, "integrations/programs"), programs, { recursive: true });
  compile(project, programs);
  const { dependencies } = JSON.parse(
    readFileSync(join(project, "package.json"), "utf8"),
  ) as { dependencies: Record<string, string> };
  const guides = join(folder, `guides-${name}`);
  await tryGuides(guides, {
    node,
    tarballs,
    versions: dependencies,
  });
  for (const program of PROGRAMS) {
    execFileSync(node, [join(programs, `${program}.mjs`)], {
      cwd: project,
      stdio: "inherit",
    });
    console.log(`${program} works, ${name} versions`);
  }
  for (const server of SERVERS) {
    const copy = join(project, `${server}.ts`);
    cpSync(join(ROOT, "examples", server, "server.ts"), copy);
    await withServer(node, project, [TSX, copy], tryVisitorRoutes);
    console.log(`${server} ${dependencies[server]} works`);
  }
}

/** Type-checks the programs against the types of the packages. */
function compile(project: string, programs: string): void {
  const options =
    "--noEmit --allowJs --checkJs --strict --skipLibCheck --module nodenext --target es2022 --lib es2023,dom --types node";
  const typeRoots = join(ROOT, "node_modules/@types");
  const files = PROGRAMS.map((name) => join(programs, `${name}.mjs`));
  execFileSync(
    rootProgram("tsc"),
    [...options.split(" "), "--typeRoots", typeRoots, ...files],
    { cwd: project, stdio: "inherit" },
  );
}
