import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { Source } from "../compare/source.js";
import { DocumentError } from "../document/error.js";
import type { SurfaceRules } from "../document/surface-rules.js";

/** The document of a surface. */
export interface SurfaceSource extends Source {
  /** What `surfaces.yaml` decides about the document of a surface. */
  readonly rules?: SurfaceRules;
}

/** Everything that users of the package compile against, at one time. */
export interface Snapshot {
  /** The OpenAPI document of each surface, by the name of the surface. */
  readonly surfaces: ReadonlyMap<string, SurfaceSource>;
  readonly schema: Source | undefined;
  /** The report of the public types of each entry point, by its file. */
  readonly api: ReadonlyMap<string, string>;
}

/** The snapshot of the working tree. */
export function readWorkingTree(): Promise<Snapshot> {
  return readSnapshot(disk);
}

/**
 * The tag of the last release, such as `v0.1.0`. A release itself is compared with the release before, as long as nothing
 * was edited since. Throws a `NoReleaseError` where there is no such tag.
 */
export async function lastRelease(): Promise<string> {
  const [own] = await releases("--points-at", "HEAD");
  const isEdited =
    (await git("status", "--porcelain", "--", "specs", "api")) !== "";
  if (own !== undefined && isEdited) return own;
  const [newest] = await releases("--merged", "HEAD", "--no-contains", "HEAD");
  if (newest !== undefined) return newest;
  throw new NoReleaseError(
    "nothing was compared: this clone has no tag of an earlier release, such as v0.1.0; if it is shallow, run `git fetch --unshallow --tags` first; to compare with a revision, run `npm run spec:diff -- <revision>`",
  );
}

/** The tags of releases that git finds, the newest first. */
async function releases(...filter: readonly string[]): Promise<string[]> {
  const order = "--sort=-version:refname";
  const tags = await git("tag", "--list", "v[0-9]*", ...filter, order);
  return tags?.split("\n").filter((tag) => tag !== "") ?? [];
}

/** The clone has no tag of a release to compare with. */
export class NoReleaseError extends Error {
  override name = "NoReleaseError";
}

/** The snapshot of a git revision; throws a `DocumentError` when there is no such revision. */
export async function readRevision(revision: string): Promise<Snapshot> {
  const commit = await git(
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${revision}^{commit}`,
  );
  if (commit === undefined)
    throw new DocumentError(`${revision} is neither a file nor a git revision`);
  return readSnapshot(readerOf(revision, commit.trim()));
}

/** Reads files of the disk or of a git revision. */
interface Reader {
  /** What the name of a file begins with in error messages. */
  readonly prefix: string;
  /** The names in a folder; empty when there is no such folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** The text of a file; undefined when there is no such file. */
  readonly read: (file: string) => Promise<string | undefined>;
}

const disk: Reader = {
  prefix: "",
  list: (folder) => readdir(folder).catch(() => []),
  read: (file) => readFile(file, "utf8").catch(() => undefined),
};

function readerOf(revision: string, commit: string): Reader {
  return {
    prefix: `${revision}:`,
    list: async (folder) => {
      const names = await git("ls-tree", "--name-only", `${commit}:${folder}`);
      return names?.split("\n").filter((name) => name !== "") ?? [];
    },
    read: (file) => git("show", `${commit}:${file}`),
  };
}

/** The output of git; undefined when git fails. */
function git(...args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile("git", args, { maxBuffer: 2 ** 28 }, (error, stdout) =>
      resolve(error ? undefined : stdout),
    );
  });
}

async function readSnapshot(reader: Reader): Promise<Snapshot> {
  const surfaces = new Map<string, SurfaceSource>();
  for (const { name, document, ...rules } of await listSurfaces(reader)) {
    const source = await readSource(reader, `specs/${document}`);
    if (!source)
      throw new DocumentError(`${reader.prefix}specs/${document} is missing`);
    surfaces.set(name, { ...source, rules });
  }
  return {
    surfaces,
    schema: await readSource(reader, "specs/schema.graphql"),
    api: await readReports(reader),
  };
}

interface DocumentedSurface extends SurfaceRules {
  readonly name: string;
  readonly document: string;
}

/** The surfaces that `surfaces.yaml` lists. */
async function listSurfaces(
  reader: Reader,
): Promise<readonly DocumentedSurface[]> {
  const list = await reader.read("specs/surfaces.yaml");
  return list === undefined ? [] : (parse(list) as DocumentedSurface[]);
}

async function readSource(
  reader: Reader,
  file: string,
): Promise<Source | undefined> {
  const text = await reader.read(file);
  return text === undefined ? undefined : { name: reader.prefix + file, text };
}

/** The report of the public types of each entry point, by its file. */
async function readReports(reader: Reader): Promise<Map<string, string>> {
  const names = (await reader.list("api"))
    .filter((name) => name.endsWith(".api.md"))
    .sort();
  const texts = names.map(
    async (name) => [name, (await reader.read(`api/${name}`)) ?? ""] as const,
  );
  return new Map(await Promise.all(texts));
}
