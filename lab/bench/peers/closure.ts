import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

interface LockEntry {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<
    Record<string, { readonly optional?: boolean }>
  >;
}

/**
 * The paths of the packages that come with some packages, themselves included, by the lock file of a folder: the same
 * on every machine. Throws where a package is not in the lock file.
 */
export function closureOf(
  folder: string,
  names: readonly string[],
): readonly string[] {
  const text = readFileSync(join(folder, "package-lock.json"), "utf8");
  const { packages } = JSON.parse(text) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  const found = new Set(names.map((name) => resolve(packages, "", name)));
  // The loop also visits the elements that it adds.
  for (const path of found)
    for (const name of dependenciesOf(packages[path] ?? {}))
      found.add(resolve(packages, path, name));
  return [...found];
}

function dependenciesOf(entry: LockEntry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => entry.peerDependenciesMeta?.[name]?.optional !== true,
  );
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...Object.keys(entry.optionalDependencies ?? {}),
    ...peers,
  ];
}

/** Where Node finds a package: in the nearest `node_modules`, going up. */
function resolve(
  packages: Readonly<Record<string, LockEntry>>,
  from: string,
  name: string,
): string {
  const path = join(from, "node_modules", name);
  if (path in packages) return path;
  if (from === "") throw new Error(`${name} is not in the lock file`);
  const up = from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/")));
  return resolve(packages, up, name);
}

/** The size of all files of a package, without the packages nested in it. */
export function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? bytesOf(path) : statSync(path).size;
    })
    .reduce((total, size) => total + size, 0);
}
