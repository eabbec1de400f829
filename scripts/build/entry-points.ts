/** A module of the package that users import. Its source is `src/index.ts`, or `src/<name>/index.ts`. */
export interface EntryPoint {
  /** What follows the name of the package: `emulator`, or nothing for the main entry. */
  readonly name: string;
  /** The group of entry points that are built together. Entry points of one group share their common modules. */
  readonly group: "client" | "emulator" | "drift";
}

/**
 * Every entry point, in the order of package.json: the build, the exports, the reports of public types, the site, and the
 * measurements of `lab/` read this list. `npm run entries` writes package.json after a change.
 */
export const ENTRY_POINTS: readonly EntryPoint[] = [
  { name: "", group: "client" },
  { name: "batch", group: "client" },
  { name: "batch/postgres", group: "client" },
  { name: "batch/sqlite", group: "client" },
  { name: "drift", group: "drift" },
  { name: "emulator", group: "emulator" },
  { name: "machines", group: "client" },
  { name: "models", group: "client" },
  { name: "otel", group: "client" },
  { name: "spend", group: "client" },
  { name: "webhooks", group: "client" },
  { name: "worker", group: "client" },
];

/** The source of an entry point: `src/emulator/index.ts`. */
export function sourceOf({ name }: EntryPoint): string {
  return name === "" ? "src/index.ts" : `src/${name}/index.ts`;
}

/** The file of an entry point in `dist/` and `cjs/`, without its ending: `emulator`. */
export function outputOf({ name }: EntryPoint): string {
  return name === "" ? "index" : name.replaceAll("/", "-");
}

/** The key of an entry point in the exports of package.json: `./emulator`. */
export function exportKeyOf({ name }: EntryPoint): string {
  return name === "" ? "." : `./${name}`;
}
