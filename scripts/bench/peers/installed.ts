import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What one package brings into an empty project. */
export interface Installed {
  readonly packages: number;
  readonly megabytes: number;
}

interface Entry {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<
    Record<string, { readonly optional?: boolean }>
  >;
}

/**
 * The folders of the packages that come with some, themselves included, as the lock of a folder has them: the same on
 * every machine. Throws where one is not in the lock.
 */
export function closureOf(
  folder: string,
  names: readonly string[],
): readonly string[] {
  const text = readFileSync(join(folder, "package-lock.json"), "utf8");
  const { packages } = JSON.parse(text) as {
    readonly packages: Readonly<Record<string, Entry>>;
  };
  const found = new Set(names.map((name) => find(packages, "", name)));
  // A set goes on over what is added meanwhile.
  for (const place of found)
    for (const name of neededBy(packages[place] ?? {}))
      found.add(find(packages, place, name));
  return [...found];
}

function neededBy(entry: Entry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => entry.peerDependenciesMeta?.[name]?.optional !== true,
  );
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...Object.keys(entry.optionalDependencies ?? {}),
    ...peers,
  ];
}

/** Where Node would find a package: in the nearest `node_modules`, going up. */
function find(
  packages: Readonly<Record<string, Entry>>,
  from: string,
  name: string,
): string {
  const place = join(from, "node_modules", name);
  if (place in packages) return place;
  if (from === "") throw new Error(`${name} is not in the lock`);
  const up = from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/")));
  return find(packages, up, name);
}

/** The size of all files of a package; what is nested in it counts as packages of their own. */
export function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? bytesOf(path) : statSync(path).size;
    })
    .reduce((total, size) => total + size, 0);
}
