import {
  ENTRY_POINTS,
  exportKeyOf,
  outputOf,
  sourceOf,
  type EntryPoint,
} from "./entry-points.js";

/** The members of package.json that follow from the entry points. */
interface ManifestPart {
  readonly main: string;
  readonly types: string;
  readonly exports: Readonly<Record<string, string | Conditions>>;
  readonly files: readonly string[];
}

/** The files of an entry point: of ES modules, and of CommonJS. */
interface Conditions {
  readonly import: Target;
  readonly require: Target;
}

interface Target {
  readonly types: string;
  readonly default: string;
}

/** The files of the package. Sources are packed for the maps that name them; the others stay out. */
const PACKED: readonly string[] = [
  "dist",
  "cjs",
  "src",
  "!src/cli",
  "!src/emulator",
  "!src/emulator-page",
  "generated",
  "!generated/emulator",
  "!generated/*/types.ts",
  "!generated/drift/description.ts",
  "!generated/drift/models.ts",
  "!generated/graphql/schema.ts",
  "specs/schema.graphql",
  "guides",
  "examples",
  "lab/results/peers.md",
  "lab/results/peers.svg",
  "llms.txt",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
];

/** What package.json must say about the entry points. */
export function manifestPart(): ManifestPart {
  const main = targetIn("cjs", { name: "", group: "client" });
  return {
    main: main.default,
    types: main.types,
    exports: {
      ...Object.fromEntries(
        ENTRY_POINTS.map((entry) => [
          exportKeyOf(entry),
          { import: targetIn("dist", entry), require: targetIn("cjs", entry) },
        ]),
      ),
      "./schema.graphql": "./specs/schema.graphql",
      "./package.json": "./package.json",
    },
    files: [...PACKED, ...stubs().keys()],
  };
}

function targetIn(folder: "dist" | "cjs", entry: EntryPoint): Target {
  const types = sourceOf(entry).replace(/\.ts$/, ".d.ts");
  return {
    types: `./${folder}/types/${types}`,
    default: `./${folder}/${outputOf(entry)}.js`,
  };
}

/**
 * The package.json of a folder for each further entry point, by its path. Tools that do not read `exports`, such as
 * TypeScript's `moduleResolution: "node"`, find the entry point there.
 */
export function stubs(): Map<string, string> {
  return new Map(
    ENTRY_POINTS.filter(({ name }) => name !== "").map((entry) => {
      const up = "../".repeat(entry.name.split("/").length);
      const { types, default: main } = targetIn("cjs", entry);
      const stub = {
        main: main.replace("./", up),
        types: types.replace("./", up),
      };
      return [`${entry.name}/package.json`, `${JSON.stringify(stub)}\n`];
    }),
  );
}
