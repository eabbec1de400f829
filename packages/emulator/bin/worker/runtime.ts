import { createRequire } from "node:module";
import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError } from "../command-error.js";

/** The first version of Node that runs TypeScript without a flag. */
const NODE_WITH_TYPESCRIPT = [22, 18] as const;

/** The command that runs a worker with the runtime of this process. Throws where that runtime does not run TypeScript. */
export function runtimeOf(file: string): readonly string[] {
  const { execPath, versions } = process;
  if (versions["deno"] !== undefined) return [execPath, "run", "-A", file];
  const isTypeScript = [".ts", ".mts", ".cts"].includes(extname(file));
  if (!isTypeScript || versions["bun"] !== undefined) return [execPath, file];
  const tsx = findTsx(file);
  if (tsx !== undefined) return [execPath, "--import", tsx, file];
  if (runsTypeScript(versions.node)) return [execPath, file];
  throw new CommandError(
    1,
    `Node ${versions.node} does not run TypeScript: install tsx in your project, or use Node 22.18, Bun or Deno`,
  );
}

/** The module of the tsx that the worker's project has installed. */
function findTsx(file: string): string | undefined {
  try {
    return pathToFileURL(createRequire(file).resolve("tsx")).href;
  } catch {
    return undefined;
  }
}

function runsTypeScript(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor, wantedMinor] = NODE_WITH_TYPESCRIPT;
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
