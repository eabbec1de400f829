import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { documents } from "../../generated/graphql/documents.js";
import { createEmulator } from "cloud-compute-emulator";
import { createClient, type Client } from "../../src/index.js";
import { compilerErrors } from "../support/compile.js";

/** A row of the table of moves. */
interface Move {
  readonly before: string;
  /** The code that takes the place; undefined where there is none. */
  readonly code: string | undefined;
}

/** The ids of what the account of a row owns. */
interface Ids {
  readonly podId: string;
  readonly stoppedPodId: string;
  readonly endpointId: string;
  readonly networkVolumeId: string;
  readonly unusedVolumeId: string;
  readonly templateId: string;
  readonly workerTemplateId: string;
  readonly registryId: string;
}

type Act = (cloud: Client, ids: Ids) => Promise<unknown>;

const guide = await readFile("guides/version-2.md", "utf8");

/** The text of a section of the guide. */
function sectionOf(title: string): string {
  const [, after = ""] = guide.split(`\n## ${title}\n`);
  return after.split("\n## ", 1)[0] ?? "";
}

/** The names in a cell: a row may be for several functions. */
const namesOf = (cell: string) => cell.match(/[\w.]+/g) ?? [];

const moves: readonly Move[] = [
  ...sectionOf("The table of moves").matchAll(
    /^\| (`[\w.`, ]+`) +\| (?:`(.+?)`|None) +\|/gm,
  ),
].flatMap(([, names = "", code]) =>
  namesOf(names).map((before) => ({ before, code })),
);
const rows = moves.map((move) => [move.before, move] as const);

/** The fields in the two columns of a table of fields: those of 0.1.0, and those of version 2. */
const membersOf = (title: string) =>
  [...sectionOf(title).matchAll(/^\| (`.+?) +\| (.+?) +\|$/gm)].map(
    ([, before = "", after = ""]) => ({
      before: namesIn(before),
      after: namesIn(after),
    }),
  );

/** The names of members in the code of a cell: neither values nor what `…` stands for. */
function namesIn(cell: string): string[] {
  const code = [...cell.matchAll(/`(.+?)`/g)].map(([, text = ""]) => text);
  return code
    .filter((text) => !text.includes("…"))
    .map((text) => text.replaceAll(/"\w+"|\btrue\b|\[id\]/g, ""))
    .flatMap((text) => text.match(/\w+/g) ?? []);
}

let folder: string;
let file: string;
let acts: Readonly<Record<string, Act>>;

beforeAll(async () => {
  // Not in test/: a type check or a lint that runs at the same time must not see the module.
  await mkdir(".cache", { recursive: true });
  folder = await mkdtemp(join(".cache", "moves-"));
  file = join(folder, "moves.ts");
  await writeFile(file, moduleOf(moves));
  const written = (await import(join(process.cwd(), file))) as {
    readonly acts: Readonly<Record<string, Act>>;
  };
  acts = written.acts;
});
afterAll(() => rm(folder, { recursive: true }));

/** The code of all rows as one module. */
function moduleOf(all: readonly Move[]): string {
  const names =
    "podId, stoppedPodId, endpointId, networkVolumeId, unusedVolumeId, templateId, workerTemplateId, registryId";
  const members = all.flatMap(({ before, code }) =>
    code === undefined
      ? []
      : [
          `  ${JSON.stringify(before)}: async (cloud: Client, { ${names} }: Ids) => { ${code}; },`,
        ],
  );
  return [
    'import type { Client } from "cloud-compute-sdk";',
    `interface Ids { ${names
      .split(", ")
      .map((name) => `readonly ${name}: string;`)
      .join(" ")} }`,
    "export const acts = {",
    ...members,
    "};",
    "",
  ].join("\n");
}

/** An account with one of each. */
async function setUp() {
  const emulator = createEmulator({
    clock: "manual",
    pods: { provisionMs: 0, imagePullMs: 0 },
  });
  const { apiKey, urls, fetch } = emulator;
  const cloud = createClient({
    apiKey,
    ...urls,
    fetch,
    retries: 0,
  });
  const imageName = "ubuntu:24.04";
  const pod = await cloud.pods.create({ imageName });
  const stopped = await cloud.pods.create({ imageName });
  await cloud.pods.stop(stopped.id);
  const template = await cloud.templates.create({ name: "a", imageName });
  const workerTemplate = await cloud.templates.create({
    name: "w",
    imageName,
    isServerless: true,
  });
  const endpoint = await cloud.endpoints.create({
    templateId: workerTemplate.id,
  });
  const volume = { name: "a", size: 20, dataCenterId: "EU-RO-1" };
  const used = await cloud.networkVolumes.create(volume);
  const unused = await cloud.networkVolumes.create(volume);
  const registry = await cloud.containerRegistryAuths.create({
    name: "a",
    username: "u",
    password: "p",
  });
  const ids: Ids = {
    podId: pod.id,
    stoppedPodId: stopped.id,
    endpointId: endpoint.id,
    networkVolumeId: used.id,
    unusedVolumeId: unused.id,
    templateId: template.id,
    workerTemplateId: workerTemplate.id,
    registryId: registry.id,
  };
  return { cloud, ids };
}

/** The operations of the client that version 2 replaces. */
async function replacedOperations(): Promise<string[]> {
  const source = await readFile("generated/rest/resources.ts", "utf8");
  const names = Object.keys(documents).map((name) => `graphql.${name}`);
  let resource = "";
  for (const line of source.split("\n")) {
    const [, type] = /^export interface (\w+)Resource /.exec(line) ?? [];
    if (type) resource = type.charAt(0).toLowerCase() + type.slice(1);
    const [, name] = /^ {2}(\w+)\(.*Promise</.exec(line) ?? [];
    if (name) names.push(`${resource}.${name}`);
  }
  return names;
}

describe("the table of moves to version 2", () => {
  test("has a row for every call of 0.1.0 and every shipped GraphQL document", async () => {
    const operations = await replacedOperations();
    expect(moves.map(({ before }) => before).sort()).toEqual(operations.sort());
  });

  test("holds code that compiles under the strictest options", () => {
    const unused = { noUnusedLocals: false, noUnusedParameters: false };
    expect(compilerErrors([file], unused)).toEqual([]);
  });

  test.each(rows.filter(([, { code }]) => code !== undefined))(
    "holds for %s code that runs",
    async (before) => {
      const { cloud, ids } = await setUp();
      const act = acts[before];
      if (!act) throw new Error(`there is no code for ${before}`);
      const log = vi.spyOn(console, "log").mockReturnValue();
      await act(cloud, ids);
      log.mockRestore();
    },
  );
});

test.each(["Fields of a request", "Fields of a response"])(
  "%s: the documents of both versions have them",
  async (title) => {
    const members = membersOf(title);
    expect(members.length).toBeGreaterThan(8);
    const [older, newer] = await Promise.all(
      ["specs/rest.openapi.yaml", "specs/rest-v2.openapi.yaml"].map((path) =>
        readFile(path, "utf8"),
      ),
    );
    const isIn = (document = "") => {
      const names = new Set(document.match(/(?<=^ +)\w+(?=:)/gm));
      return (name: string) => names.has(name);
    };
    for (const { before, after } of members) {
      expect(before.filter((name) => !isIn(older)(name))).toEqual([]);
      expect(after.filter((name) => !isIn(newer)(name))).toEqual([]);
    }
  },
);
