import {
  entriesOf,
  exportKeyOf,
  outputOf,
  sourceInPackage,
  type EntryPoint,
  type PublishedPackage,
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

/** The files of each package. The dark picture is for the site only. */
const PACKED: Readonly<Record<PublishedPackage["name"], readonly string[]>> = {
  "cloud-compute-sdk": [
    "dist",
    "cjs",
    "specs/schema.graphql",
    "guides",
    "!guides/images/emulator-dark.webp",
    "examples",
    "lab/results/peers.md",
    "llms.txt",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
  ],
  "cloud-compute-emulator": ["dist", "cjs"],
};

/** What the package.json of a package must say about its entry points. */
export function manifestPart(of: PublishedPackage): ManifestPart {
  const entries = entriesOf(of);
  const [main] = entries.map((entry) => targetIn("cjs", entry));
  const isSdk = of.name === "cloud-compute-sdk";
  return {
    main: main?.default ?? "",
    types: main?.types ?? "",
    exports: {
      ...Object.fromEntries(
        entries.map((entry) => [
          exportKeyOf(entry),
          { import: targetIn("dist", entry), require: targetIn("cjs", entry) },
        ]),
      ),
      ...(isSdk && { "./schema.graphql": "./specs/schema.graphql" }),
      "./package.json": "./package.json",
    },
    files: [...PACKED[of.name], ...stubs(of).keys()],
  };
}

function targetIn(folder: "dist" | "cjs", entry: EntryPoint): Target {
  const types = sourceInPackage(entry).replace(/\.ts$/, ".d.ts");
  return {
    types: `./${folder}/types/${types}`,
    default: `./${folder}/${outputOf(entry)}.js`,
  };
}

/**
 * The package.json of a folder for each further entry point, by its path. Tools that do not read `exports`, such as
 * TypeScript's `moduleResolution: "node"`, find the entry point there.
 */
export function stubs(of: PublishedPackage): Map<string, string> {
  return new Map(
    furtherEntriesOf(of).map((entry) => {
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

function furtherEntriesOf(of: PublishedPackage): EntryPoint[] {
  return entriesOf(of).filter(({ name }) => name !== "");
}
