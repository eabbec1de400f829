import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What an installation weighs. */
interface Weight {
  /** The paths of the packages, relative to the folder. */
  readonly packages: readonly string[];
  readonly megabytes: number;
  /** The packages that run a script when they are installed. */
  readonly scripts: readonly string[];
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly hasInstallScript?: boolean }>
  >;
}

/** Weighs the `node_modules` of a folder, by npm's own list of the packages there. */
export function weigh(folder: string): Weight {
  const modules = join(folder, "node_modules");
  const list = readFileSync(join(modules, ".package-lock.json"), "utf8");
  const { packages } = JSON.parse(list) as Lock;
  const scripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([name]) => name);
  const megabytes = bytesBelow(modules) / 1e6;
  return { packages: Object.keys(packages), megabytes, scripts };
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
    .reduce((total, size) => total + size, 0);
}
