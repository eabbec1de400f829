import { buildSchema, type GraphQLSchema } from "graphql";
import { beforeAll, describe, expect, test } from "vitest";
import { renderGraphqlTypes } from "../../src/generate/render/graphql.js";
import { compareOpenapi } from "../../src/diff/compare.js";
import type { Change } from "../../src/compare/change.js";
import { compareSchemas } from "../../src/compare/graphql.js";
import { readCompared } from "../../src/compare/compared.js";
import { compareDocuments } from "../../src/compare/operations.js";
import { compilerErrors } from "../generate/support/compile.js";
import { createConsumer, filesOf, type Consumer } from "./corpus/consumer.js";
import {
  mutate,
  readFixture,
  readSchemaFixture,
  sourceOf,
  specOf,
  type Fixture,
} from "./corpus/fixture.js";
import { documentsOf } from "./corpus/graphql-documents.js";
import { schemaMutations } from "./corpus/graphql-mutations.js";
import type { Mutation } from "./corpus/mutation.js";
import { openapiMutations, sampleOf } from "./corpus/openapi-mutations.js";
import { proofRuns } from "../../../../test/support/runs.js";

/** How many mutations of each kind the tests take; `npm run lab proof -- corpus` takes all. */
const fastSample = proofRuns(6);
const slowSample = proofRuns(1);
const TIMEOUT_MS = 3_600_000;
/** Kinds of changes that end in a document whose client cannot be generated: its key would be sent otherwise. */
const REFUSED_BY_GENERATOR: readonly string[] = [
  "require another scheme",
  "change the scheme",
];

describe("the comparer of OpenAPI documents", { timeout: TIMEOUT_MS }, () => {
  let fixture: Fixture;
  let mutations: readonly Mutation[] = [];
  beforeAll(async () => {
    fixture = await readFixture();
    mutations = openapiMutations(fixture);
  });

  test("gives every mutation its verdict, in the command and in spec:diff", () => {
    const { source, model } = fixture;
    const sample = sampleOf(mutations, fastSample);
    const wrong = sample.flatMap((mutation) => {
      const after = mutate(fixture, mutation);
      const specDiff = compareOpenapi(
        "rest",
        source,
        sourceOf(mutation.title, after),
      );
      // The command `drift` mends no mistakes.
      const command = compareDocuments(model, readCompared(after));
      const isRight = [specDiff, command].every(
        (changes) => verdictOf(changes) === mutation.verdict,
      );
      return isRight ? [] : [{ mutation, specDiff, command }];
    });
    expect(wrong).toEqual([]);
    expect(mutations.length).toBeGreaterThan(300);
    expect(new Set(mutations.map(({ kind }) => kind)).size).toBeGreaterThan(50);
  });

  test("says where the program of a consumer stops compiling", async () => {
    const consumer = createConsumer(fixture);
    const before = await filesOf(specOf(fixture.source), consumer);
    expect(compilerErrors(before)).toEqual([]);
    const wrong: object[] = [];
    for (const mutation of sampleOf(mutations, slowSample)) {
      const { title } = mutation;
      const spec = specOf(sourceOf(title, mutate(fixture, mutation)));
      if (REFUSED_BY_GENERATOR.includes(mutation.kind)) {
        await expect(filesOf(spec, consumer)).rejects.toThrow("bearer token");
        continue;
      }
      const errors = compilerErrors(await filesOf(spec, consumer));
      const uses = usesOf(consumer, errors);
      const isRight =
        mutation.breaks === undefined
          ? errors.length === 0
          : uses.includes(mutation.breaks);
      if (!isRight) wrong.push({ title, uses, errors: errors.slice(0, 3) });
    }
    expect(wrong).toEqual([]);
  });
});

function verdictOf(changes: readonly Change[]): Mutation["verdict"] {
  if (changes.some(({ verdict }) => verdict === "breaking")) return "breaking";
  return changes.length > 0 ? "additive" : "none";
}

/** What the failing lines of the consumer use; for an error in a generated file, its message. */
function usesOf(
  { uses }: Consumer,
  errors: readonly string[],
): readonly string[] {
  return errors.flatMap((error) => {
    const [, line] = /\/consumer\.ts:(\d+): /.exec(error) ?? [];
    return line === undefined ? [error] : (uses[Number(line)] ?? []);
  });
}

describe("the comparer of GraphQL schemas", { timeout: TIMEOUT_MS }, () => {
  let sdl = "";
  let before: GraphQLSchema;
  beforeAll(async () => {
    sdl = await readSchemaFixture();
    before = buildSchema(sdl);
  });

  test("gives every mutation its verdict", () => {
    const mutations = schemaMutations(sdl);
    const wrong = mutations.flatMap(({ title, verdict, sdl: after }) => {
      const changes = compareSchemas(before, buildSchema(after()));
      return verdictOf(changes) === verdict ? [] : [{ title, changes }];
    });
    expect(wrong).toEqual([]);
    expect(mutations.length).toBeGreaterThan(200);
  });

  test("says when the typed documents of a consumer stop compiling", async () => {
    const { texts, coordinates, variables } = documentsOf(before);
    const oldTypes = await generateTypes(sdl, texts);
    const check = (newTypes: string) =>
      compilerErrors(
        new Map([
          ["before.ts", oldTypes],
          ["after.ts", newTypes],
          ["consumer.ts", exchangeTypes(oldTypes, variables)],
        ]),
      );
    expect(check(oldTypes)).toEqual([]);
    const wrong: object[] = [];
    const used = schemaMutations(sdl).filter(
      ({ coordinate, isVisible }) => isVisible && coordinates.has(coordinate),
    );
    for (const mutation of sampleOf(used, slowSample)) {
      const { title, verdict } = mutation;
      const errors = await generateTypes(mutation.sdl(), texts).then(
        check,
        (rejected: unknown) => [rejected],
      );
      if (errors.length > 0 !== (verdict === "breaking"))
        wrong.push({ title, verdict, errors });
    }
    expect(wrong).toEqual([]);
  });
});

/** The generated types of a consumer's documents; rejects when the schema rejects a document. */
async function generateTypes(
  sdl: string,
  texts: ReadonlyMap<string, string>,
): Promise<string> {
  const documents = Array.from(texts, ([name, text]) => ({ name, text }));
  return renderGraphqlTypes({ sdl, schema: buildSchema(sdl), documents });
}

/**
 * A program that passes new responses to code for old ones, and old variables, by their types and as literals, to new
 * functions.
 */
function exchangeTypes(
  types: string,
  variables: ReadonlyMap<string, string>,
): string {
  const names = [
    ...types.matchAll(/^export type (\w+(?:Query|Mutation)(Variables)?) =/gm),
  ];
  const lines = names.map(([, name = "", isVariables]) => {
    const [from, to] = isVariables ? ["before", "after"] : ["after", "before"];
    return `export const take${name} = (it: ${from}.${name}): ${to}.${name} => it;`;
  });
  const literals = [...variables].map(
    ([name, literal]) =>
      `export const send${name}: after.${name}Variables = ${literal};`,
  );
  return [
    'import type * as before from "./before.js";',
    'import type * as after from "./after.js";',
    ...lines,
    ...literals,
  ].join("\n");
}
