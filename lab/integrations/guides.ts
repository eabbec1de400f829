import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { INTEGRATION_OUTPUT } from "../../test/support/guides.js";
import { blocksOf, programsOf } from "../../test/support/page-blocks.js";
import { ROOT, rootProgram } from "../shared/paths.js";
import type { Tarballs } from "../shared/tarball.js";
import { findFreePort, waitForServer } from "./server.js";

/** How to follow a guide: the path of `node`, the tarballs to install, and the versions of other packages. */
interface Setting {
  readonly node: string;
  readonly tarballs: Tarballs;
  readonly versions: Readonly<Record<string, string>>;
}

/** Follows the guides in new projects, from `npm init` to the output of each program. */
export async function tryGuides(
  folder: string,
  setting: Setting,
): Promise<void> {
  for (const [guide, expected] of Object.entries(INTEGRATION_OUTPUT)) {
    const start = performance.now();
    const project = join(folder, guide.replaceAll(/\W/g, "-"));
    mkdirSync(project, { recursive: true });
    await tryGuide(guide, project, expected, setting);
    const seconds = (performance.now() - start) / 1000;
    console.log(`${guide} works, ${seconds.toFixed(0)} s`);
  }
}

async function tryGuide(
  guide: string,
  project: string,
  expected: readonly RegExp[],
  { node, tarballs, versions }: Setting,
): Promise<void> {
  const port = String(await findFreePort());
  const text = readFileSync(join(ROOT, guide), "utf8").replaceAll("3000", port);
  const lines = blocksOf(text, "bash").join("").trim().split("\n");
  const programs = programsOf(text);
  const env = {
    ...process.env,
    PATH: [dirname(node), process.env["PATH"]].join(delimiter),
    npm_config_prefer_offline: "true",
    npm_config_fund: "false",
    npm_config_audit: "false",
  };
  const runLine = (line: string) =>
    execFileSync("bash", ["-c", line], {
      cwd: project,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });

  // As the README says.
  writeFileSync(join(project, "package.json"), `{ "type": "module" }`);
  runLine(withVersions(`npm install ${tarballs.join(" ")} tsx`, versions));
  for (const line of lines.filter((line) => line.startsWith("npm ")))
    runLine(withVersions(line, versions));
  const start = lines.find((line) => line.startsWith("npx ")) ?? "";
  const [, first = ""] = / tsx (\S+)$/.exec(start) ?? [];
  const files = programs.map((program, index) => {
    const file = index === 0 ? first : `program-${index + 1}.ts`;
    // Without an import or export, a file would be a script that shares its names with the others.
    writeFileSync(join(project, file), `${program}\nexport {};\n`);
    return file;
  });
  compile(project, files);

  const furtherCommands = lines.filter((line) => line.startsWith("curl "));
  for (const [index, file] of files.entries()) {
    const line = start.replace(first, file);
    const output =
      furtherCommands.length > 0
        ? await useServer(line, port, { cwd: project, env }, () =>
            runInOrder(furtherCommands, runLine),
          )
        : runLine(line);
    const pattern = expected[index] ?? /^/;
    if (!pattern.test(output))
      throw new Error(`${file} of ${guide} printed:\n${output}`);
  }
}

/** Puts a version after each package that has none. */
function withVersions(
  line: string,
  versions: Readonly<Record<string, string>>,
): string {
  const words = line.split(" ");
  if (words[1] !== "install") return line;
  const known: Readonly<Record<string, string>> = {
    ...packageJson.devDependencies,
    ...versions,
  };
  return words
    .map((word) => {
      const version = known[word];
      return version === undefined ? word : `${word}@${version}`;
    })
    .join(" ");
}

/** Runs the commands of the second terminal. The handle in the first answer goes into those that follow. */
function runInOrder(
  commands: readonly string[],
  runLine: (line: string) => string,
): string {
  let output = "";
  for (const command of commands) {
    const [, handle = ""] = /"handle":"([^"]+)"/.exec(output) ?? [];
    output += runLine(command.replace("THE_HANDLE", handle));
  }
  return output;
}

/** Runs a command that serves until it is stopped, and returns what `act` returns. */
async function useServer(
  line: string,
  port: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  act: () => string,
): Promise<string> {
  const server = spawn("bash", ["-c", line], {
    ...options,
    // In a group of its own, so that npx ends together with what npx started.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await waitForServer(`http://localhost:${port}`, server);
    return act();
  } finally {
    if (server.pid !== undefined) process.kill(-server.pid, "SIGTERM");
    if (server.exitCode === null) await once(server, "close");
  }
}

/** Type-checks the programs of a guide under strict options. */
function compile(project: string, files: readonly string[]): void {
  const options =
    "--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --module nodenext --target es2022 --lib es2023,dom,dom.asynciterable --types node";
  const typeRoots = join(ROOT, "node_modules/@types");
  execFileSync(
    rootProgram("tsc"),
    [...options.split(" "), "--typeRoots", typeRoots, ...files],
    { cwd: project, stdio: "inherit" },
  );
}
