import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { DocumentError } from "../../src/cli/drift/description.js";
import type { Source } from "./openapi.js";

/** Everything that consumers compile against, at one time. */
export interface State {
  /** The document of each OpenAPI surface by its name. */
  readonly surfaces: ReadonlyMap<string, Source>;
  readonly schema: Source | undefined;
  /** The text of each shipped GraphQL document, by its file. */
  readonly documents: ReadonlyMap<string, string>;
  /** The report of the public types of each entry, by its file. */
  readonly api: ReadonlyMap<string, string>;
}

/** Reads the files of a state, wherever they are. */
interface Reader {
  readonly name: string;
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** The text of a file; undefined where there is none. */
  readonly read: (file: string) => Promise<string | undefined>;
}

/** The state in the folders of the working tree. */
export function stateHere(): Promise<State> {
  return readState(disk, "specs", "api");
}

/** The state as of the last release. */
export function stateReleased(): Promise<State> {
  return readState(disk, "specs/released", "specs/released/api");
}

/** The state at a git revision. */
export async function stateAt(revision: string): Promise<State> {
  const found = await git(
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${revision}^{commit}`,
  );
  if (found === undefined)
    throw new DocumentError(`${revision} is neither a file nor a git revision`);
  return readState(inGit(revision, found.trim()), "specs", "api");
}

async function readState(
  reader: Reader,
  specs: string,
  api: string,
): Promise<State> {
  const names = await reader.list(specs);
  const surfaces = new Map<string, Source>();
  for (const [name, file] of await listedIn(reader, specs, names)) {
    const text = await reader.read(`${specs}/${file}`);
    if (text === undefined)
      throw new DocumentError(`${reader.name}${specs}/${file} is missing`);
    surfaces.set(name, { name: `${reader.name}${specs}/${file}`, text });
  }
  const sdl = await reader.read(`${specs}/schema.graphql`);
  return {
    surfaces,
    schema:
      sdl === undefined
        ? undefined
        : { name: `${reader.name}${specs}/schema.graphql`, text: sdl },
    documents: await textsOf(reader, `${specs}/operations`, ".graphql"),
    api: await textsOf(reader, api, ".api.md"),
  };
}

/** What `surfaces.yaml` lists; before there was one, every document by its name. */
async function listedIn(
  reader: Reader,
  specs: string,
  names: readonly string[],
): Promise<[string, string][]> {
  const list = await reader.read(`${specs}/surfaces.yaml`);
  if (list !== undefined)
    return (parse(list) as { name: string; document: string }[]).map(
      ({ name, document }) => [name, document],
    );
  return names
    .filter((name) => name.endsWith(".openapi.yaml"))
    .map((name) => [basename(name, ".openapi.yaml"), name]);
}

async function textsOf(
  reader: Reader,
  folder: string,
  ending: string,
): Promise<Map<string, string>> {
  const names = (await reader.list(folder))
    .filter((name) => name.endsWith(ending))
    .sort();
  const texts = names.map(
    async (name) =>
      [name, (await reader.read(`${folder}/${name}`)) ?? ""] as const,
  );
  return new Map(await Promise.all(texts));
}

const disk: Reader = {
  name: "",
  list: (folder) => readdir(folder).catch(() => []),
  read: (file) => readFile(file, "utf8").catch(() => undefined),
};

function inGit(revision: string, commit: string): Reader {
  return {
    name: `${revision}:`,
    list: async (folder) => {
      const names = await git("ls-tree", "--name-only", `${commit}:${folder}`);
      return names?.split("\n").filter((name) => name !== "") ?? [];
    },
    read: (file) => git("show", `${commit}:${file}`),
  };
}

/** What git prints; undefined where it fails. */
function git(...words: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile("git", words, { maxBuffer: 2 ** 28 }, (error, stdout) =>
      resolve(error ? undefined : stdout),
    );
  });
}

/** The copies that a release leaves in `specs/released`, by the file they are copied from. */
export async function releasedFiles(): Promise<Map<string, string>> {
  const { documents, api } = await stateHere();
  const list = await listedIn(disk, "specs", []);
  const files = [
    ...[
      "surfaces.yaml",
      "schema.graphql",
      ...list.map(([, document]) => document),
    ],
    ...[...documents.keys()].map((name) => join("operations", name)),
  ];
  return new Map([
    ...files.map((file) => [join("specs", file), file] as const),
    ...[...api.keys()].map(
      (name) => [join("api", name), join("api", name)] as const,
    ),
  ]);
}
