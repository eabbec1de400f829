import { mkdtemp, readFile, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSchema } from "graphql";
import { afterAll, beforeAll, describe as suite, expect, test } from "vitest";
import { inOurWords, namesOf } from "../../scripts/diff/openapi.js";
import { renderGraphqlTypes } from "../../scripts/codegen/render/graphql.js";
import type { Change } from "../../src/cli/drift/change.js";
import { compareDescriptions } from "../../src/cli/drift/compare.js";
import { describe } from "../../src/cli/drift/describe.js";
import { compareSchemas } from "../../src/cli/drift/graphql.js";
import { placesOf } from "../../src/cli/drift/graphql-places.js";
import { createCompiler, type Fault } from "./corpus/compiler.js";
import { consumerOf, filesOf, type Consumer } from "./corpus/consumer.js";
import { documentsOf } from "./corpus/graphql-documents.js";
import { schemaMutationsOf } from "./corpus/graphql-mutations.js";
import type { Mutation } from "./corpus/mutation.js";
import { mutationsOf, sampleOf } from "./corpus/mutations.js";
import { startRedocly, type Redocly } from "./corpus/redocly-many.js";
import { mutated, readSurface, type Surface } from "./corpus/surface.js";

/** `CORPUS=all` takes every mutation there is; the desk takes as many of each surface as are told here. */
const isWhole = process.env["CORPUS"] === "all";
const judged = isWhole ? Infinity : 72;
const compiled = isWhole ? Infinity : 28;
const asked = isWhole ? Infinity : 10;
const patience = isWhole ? 3_600_000 : 300_000;

suite.each(["rest", "jobs"])(
  "the corpus of %s",
  { timeout: patience },
  (name) => {
    let surface: Surface;
    let redocly: Redocly;
    beforeAll(async () => {
      surface = await readSurface(name);
      redocly = await startRedocly();
    });
    afterAll(() => redocly.close());

    test("is judged alike by spec:diff and by the command, in the same words", async () => {
      const { spec, names, description, known } = surface;
      const mutations = sampleOf(mutationsOf(known), judged);
      expect(mutations.length).toBeGreaterThanOrEqual(72);
      const base = await redocly.keep(spec.document);
      const wrong: object[] = [];
      for (const mutation of mutations) {
        const after = mutated(surface, mutation);
        const found = inOurWords(
          name,
          spec,
          after,
          await redocly.diff(base, after.document),
        );
        const renamed = new Map([...names, ...namesOf(name, after)]);
        const ours = compareDescriptions(
          description,
          describe(after.document, renamed),
        );
        // The command knows the names of what is installed alone.
        const command = compareDescriptions(
          description,
          describe(after.document, names),
        );
        const verdicts = [found, ours, command].map(verdictOf);
        const isRight = verdicts.every(
          (verdict) => verdict === mutation.verdict,
        );
        const isSame =
          JSON.stringify(wordsOf(found)) === JSON.stringify(wordsOf(ours));
        if (!isRight || !isSame)
          wrong.push({
            title: mutation.title,
            verdicts,
            found: wordsOf(found),
            ours: wordsOf(ours),
          });
      }
      expect(wrong).toEqual([]);
    });

    test("breaks the program of a consumer exactly where it is said to", async () => {
      const { spec, description, known } = surface;
      const consumer = consumerOf(spec, description, known);
      const compile = createCompiler();
      expect(compile(await filesOf(spec, consumer.text))).toEqual([]);
      const wrong: object[] = [];
      for (const mutation of sampleOf(mutationsOf(known), compiled)) {
        const after = mutated(surface, mutation);
        const faults = compile(await filesOf(after, consumer.text));
        const places = placesIn(consumer, faults);
        const isRight =
          mutation.breaks === undefined
            ? faults.length === 0
            : isAt(mutation, places);
        if (!isRight)
          wrong.push({
            title: mutation.title,
            places,
            faults: faults.slice(0, 3),
          });
      }
      expect(wrong).toEqual([]);
    });
  },
);

function verdictOf(changes: readonly Change[]): Mutation["verdict"] {
  return changes.some(({ verdict }) => verdict === "breaking")
    ? "breaking"
    : "additive";
}

function wordsOf(changes: readonly Change[]): string[] {
  return changes.map(({ verdict, line }) => `${verdict}: ${line}`).sort();
}

/** What the lines at fault use; a fault of what is generated is told by its message. */
function placesIn({ uses }: Consumer, faults: readonly Fault[]): string[] {
  const places = faults.flatMap(({ file, line, message }) =>
    file === "/consumer.ts" ? (uses[line] ?? []) : [message],
  );
  return [...new Set(places)];
}

/** An `id` that is no text any more cannot be generated: the interface itself is at fault. */
function isAt({ breaks = "" }: Mutation, places: readonly string[]): boolean {
  const [schema = ""] = breaks.split(".");
  const isNamed = (place: string) =>
    place === breaks || place.includes(`Interface '${schema}' incorrectly`);
  return places.some(isNamed);
}

suite("the corpus of GraphQL", { timeout: patience }, () => {
  let sdl = "";
  beforeAll(async () => {
    sdl = await readFile(
      new URL("../../specs/schema.graphql", import.meta.url),
      "utf8",
    );
  });
  const all = () => schemaMutationsOf(sdl, placesOf(buildSchema(sdl)));

  test("is judged right, every breaking change and no additive one", () => {
    const before = buildSchema(sdl);
    const mutations = sample(all(), judged);
    const wrong = mutations.flatMap(({ title, verdict, sdl: after }) => {
      const changes = compareSchemas(before, buildSchema(after()));
      const isRight = verdictOf(changes) === verdict && changes.length > 0;
      return isRight ? [] : [{ title, verdict, changes }];
    });
    expect(mutations.length).toBeGreaterThanOrEqual(72);
    expect(wrong).toEqual([]);
  });

  test("breaks the typed documents of a consumer exactly where it is said to", async () => {
    const folder = await mkdtemp(join(tmpdir(), "corpus-"));
    try {
      const { texts, coordinates } = documentsOf(buildSchema(sdl));
      const before = await typesOf(folder, sdl, texts);
      const compile = createCompiler();
      const check = (after: string) =>
        compile(
          new Map([
            ["/before.ts", before],
            ["/after.ts", after],
            ["/consumer.ts", exchanged(before)],
          ]),
        );
      expect(check(before)).toEqual([]);
      const used = all().filter(({ coordinate }) =>
        coordinates.has(coordinate),
      );
      const wrong: object[] = [];
      for (const { title, verdict, sdl: changed } of sample(used, asked)) {
        const faults = await typesOf(folder, changed(), texts).then(
          check,
          (refused: unknown) => [refused],
        );
        if (faults.length > 0 !== (verdict === "breaking"))
          wrong.push({ title, verdict, faults });
      }
      expect(wrong).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

function sample<T extends { readonly kind: string }>(
  list: readonly T[],
  count: number,
): T[] {
  return sampleOf(list as never, count) as unknown as T[];
}

/** The types of a consumer's documents; rejects where the schema refuses one. */
async function typesOf(
  folder: string,
  sdl: string,
  texts: ReadonlyMap<string, string>,
): Promise<string> {
  const documents = join(folder, "operations");
  await mkdir(documents, { recursive: true });
  await writeFile(join(folder, "schema.graphql"), sdl);
  for (const [name, text] of texts)
    await writeFile(join(documents, `${name}.graphql`), text);
  return renderGraphqlTypes(
    join(folder, "schema.graphql"),
    documents,
    buildSchema(sdl),
  );
}

/** A program that takes new answers for old ones, and gives old variables for new ones. */
function exchanged(types: string): string {
  const names = [
    ...types.matchAll(/^export type (\w+(?:Query|Mutation)(Variables)?) =/gm),
  ];
  const lines = names.map(([, name = "", isVariables]) => {
    const [from, to] = isVariables ? ["before", "after"] : ["after", "before"];
    return `export const take${name} = (it: ${from}.${name}): ${to}.${name} => it;`;
  });
  return [
    'import type * as before from "./before.js";',
    'import type * as after from "./after.js";',
    ...lines,
  ].join("\n");
}
