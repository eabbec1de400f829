/** A package of this repository that is published. */
export interface PublishedPackage {
  readonly name: "cloud-compute-sdk" | "cloud-compute-emulator";
  /** The folder of the package, from the root of the repository. */
  readonly folder: string;
  readonly command: {
    readonly source: string;
    /** The file of the command in `dist/`, without its ending. */
    readonly output: string;
    readonly group: Group;
    /** The packages that the command alone needs, and that are bundled into it. */
    readonly bundles: readonly string[];
  };
}

/** What is built together, and shares its common modules. */
export type Group = "client" | "drift" | "command" | "emulator";

const SDK: PublishedPackage = {
  name: "cloud-compute-sdk",
  folder: ".",
  command: {
    source: "bin/index.ts",
    output: "cli",
    group: "command",
    // `drift` reads documents in YAML.
    bundles: ["yaml"],
  },
};
const EMULATOR: PublishedPackage = {
  name: "cloud-compute-emulator",
  folder: "packages/emulator",
  command: {
    source: "packages/emulator/bin/index.ts",
    output: "bin",
    group: "emulator",
    bundles: [],
  },
};

/** What this repository publishes. */
export const PACKAGES: readonly PublishedPackage[] = [SDK, EMULATOR];

/** A module that users import. */
export interface EntryPoint {
  /** What follows the name of the package: `batch`, or nothing for the main entry. */
  readonly name: string;
  readonly package: PublishedPackage;
  readonly group: Group;
}

/**
 * Every entry point, in the order of package.json: the build, the exports, the reports of public types, the site, and the
 * measurements of `lab/` read this list. `npm run build -- entries` writes the files package.json after a change.
 */
export const ENTRY_POINTS: readonly EntryPoint[] = [
  { name: "", package: SDK, group: "client" },
  { name: "batch", package: SDK, group: "client" },
  { name: "batch/postgres", package: SDK, group: "client" },
  { name: "batch/sqlite", package: SDK, group: "client" },
  { name: "drift", package: SDK, group: "drift" },
  { name: "files", package: SDK, group: "client" },
  { name: "machines", package: SDK, group: "client" },
  { name: "models", package: SDK, group: "client" },
  { name: "otel", package: SDK, group: "client" },
  { name: "spend", package: SDK, group: "client" },
  { name: "webhooks", package: SDK, group: "client" },
  { name: "worker", package: SDK, group: "client" },
  { name: "", package: EMULATOR, group: "emulator" },
];

/** The entry points of a package. */
export function entriesOf(of: PublishedPackage): EntryPoint[] {
  return ENTRY_POINTS.filter((entry) => entry.package === of);
}

/** The source of an entry point within the folder of its package: `src/batch/index.ts`. */
export function sourceInPackage({ name }: EntryPoint): string {
  return name === "" ? "src/index.ts" : `src/${name}/index.ts`;
}

/** The source of an entry point from the root of the repository. */
export function sourceOf(entry: EntryPoint): string {
  const { folder } = entry.package;
  const source = sourceInPackage(entry);
  return folder === "." ? source : `${folder}/${source}`;
}

/** The file of an entry point in `dist/` and `cjs/` of its package, without its ending: `batch-sqlite`. */
export function outputOf({ name }: EntryPoint): string {
  return name === "" ? "index" : name.replaceAll("/", "-");
}

/** The key of an entry point in the exports of package.json: `./batch`. */
export function exportKeyOf({ name }: EntryPoint): string {
  return name === "" ? "." : `./${name}`;
}

/** The name under which users import an entry point: `cloud-compute-sdk/batch`. */
export function importNameOf(entry: EntryPoint): string {
  return entry.package.name + exportKeyOf(entry).slice(1);
}

/** The name of a file about an entry point, without its ending: `batch-sqlite`, or `emulator`. */
export function fileNameOf(entry: EntryPoint): string {
  return entry.package === EMULATOR ? "emulator" : outputOf(entry);
}
