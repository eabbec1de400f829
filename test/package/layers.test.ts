import { describe, expect, test } from "vitest";
import { PACKAGES } from "../../scripts/build/entry-points.js";
import {
  ALL_FILES,
  cycleIn,
  FILES,
  importsOf,
  internal,
  loadedWith,
  read,
  SPEC_TOOLS,
  type Edge,
} from "./layers/imports.js";

/** From left to right: a file imports only from its own group and from those to its left. A `/` stands for a folder. */
const GROUPS = [
  [
    "check-members",
    "checks",
    "errors",
    "ignore-errors",
    "json",
    "models/slugs",
    "options",
    "outlive-output",
    "pod-status",
    "shell-word",
    "shutdown",
    "similar",
    "tracing",
    "with-response",
  ],
  ["http/"],
  ["rest/", "graphql/", "jobs/", "models/"],
  ["client"],
  ["index"],
  ["spend/"],
  ["machines/"],
  ["webhooks/", "otel/", "batch/", "worker/", "files/"],
] as const;

const FACE = FILES.filter((file) => /^src\/(?!cli\/|drift\/)/.test(file));

describe("the layers", () => {
  test("hold every file of src but the command and the watcher of drift, and name none that is gone", () => {
    expect(FACE.filter((file) => groupOf(file) < 0)).toEqual([]);
    const gone = GROUPS.flat().filter(
      (name) => !FACE.some((file) => memberOf(file, name)),
    );
    expect(gone).toEqual([]);
  });

  test("let a file import only from its own group, those to its left, and generated/", () => {
    const wrong = importsWhere(
      FACE,
      ({ target, isPackage }, file) =>
        !isPackage &&
        !target.startsWith("generated/") &&
        (groupOf(target) < 0 || groupOf(target) > groupOf(file)),
    );
    expect(wrong).toEqual([]);
  });

  test("let generated files import each other, and nothing but types of src/", () => {
    const generated = FILES.filter((file) => file.startsWith("generated/"));
    expect(generated).not.toHaveLength(0);
    const wrong = importsWhere(
      generated,
      ({ target, typeOnly }) =>
        !target.startsWith("generated/") &&
        !(typeOnly && target.startsWith("src/")),
    );
    expect(wrong).toEqual([]);
  });

  test("keep the emulator and the tools for documents out of the SDK", () => {
    const wrong = importsWhere(FILES, ({ target }) =>
      /^(packages\/|cloud-compute-)/.test(target),
    );
    expect(wrong).toEqual([]);
  });

  test("keep the watcher of drift apart: it imports itself, generated/, leaves without state and types of the options", () => {
    const watcher = FILES.filter((file) => file.startsWith("src/drift/"));
    expect(watcher).toContain("src/drift/index.ts");
    const allowed =
      /^(src\/drift\/|generated\/|src\/(checks|errors|ignore-errors|json|models\/output)\.ts$)/;
    const wrong = importsWhere(
      watcher,
      ({ target, typeOnly }) =>
        !allowed.test(target) && !(target === "src/options.ts" && typeOnly),
    );
    expect(wrong).toEqual([]);
  });

  test("reach packages only where package.json lists them as dependencies", () => {
    const { dependencies, peerDependencies } = JSON.parse(
      read("package.json"),
    ) as { dependencies: object; peerDependencies: object };
    // The command, what it reads documents with, the batches, the workers and the files of volumes are for Node; types of Node are no packages.
    const wanted = [...FILES, ...commandFiles()]
      .flatMap((file) =>
        importsOf(file).filter(
          ({ target, typeOnly }) =>
            !(
              target.startsWith("node:") &&
              (typeOnly ||
                /^(src\/(cli|batch|files|worker)|bin|packages)\//.test(file))
            ),
        ),
      )
      .filter(({ isPackage }) => isPackage)
      .map(({ target }) => target.split("/", target.startsWith("@") ? 2 : 1))
      .map((parts) => parts.join("/"));
    // Loaded by name: nobody needs its types.
    wanted.push("pg");
    const bundled = PACKAGES.flatMap(({ command }) => command.bundles);
    const installed = new Set(wanted.filter((name) => !bundled.includes(name)));
    expect([...installed].sort()).toEqual(
      Object.keys({ ...dependencies, ...peerDependencies }).sort(),
    );
  });

  test("load the libraries of GraphQL at its first call, and not with the client", () => {
    const withClient = [...loadedWith("src/index.ts")];
    expect(withClient).toContain("src/graphql/client.ts");
    expect(withClient.filter((each) => /^graphql/.test(each))).toEqual([]);
    expect([...loadedWith("src/graphql/document.ts")]).toContain("graphql");
  });

  test("hold no cycle, types included", () => {
    expect(cycleIn(internal, ALL_FILES)).toBeUndefined();
  });
});

/** The imports of some files that are `wrong`, each as a sentence. */
function importsWhere(
  files: readonly string[],
  wrong: (edge: Edge, file: string) => boolean,
): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((edge) => wrong(edge, file))
      .map(({ target }) => `${file} imports ${target}`),
  );
}

/** The tools for documents that the build bundles into the command, and the list of commands. */
function commandFiles(): string[] {
  const found = new Set(["bin/main.ts"]);
  // The loop also visits the files that it adds.
  for (const file of found)
    for (const to of internal(file))
      if (to.startsWith(SPEC_TOOLS)) found.add(to);
  return [...found];
}

function groupOf(file: string): number {
  return GROUPS.findIndex((group) =>
    group.some((name) => memberOf(file, name)),
  );
}

function memberOf(file: string, name: string): boolean {
  return name.endsWith("/")
    ? file.startsWith(`src/${name}`)
    : file === `src/${name}.ts`;
}
