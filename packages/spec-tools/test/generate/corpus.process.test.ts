import { beforeAll, describe, expect, test } from "vitest";
import { readModel } from "../../src/generate/model/operations.js";
import { throwErrors } from "../../src/generate/parse/errors.js";
import { parseSpec, structureErrors } from "../../src/generate/parse/spec.js";
import { renderFetchers } from "../../src/generate/render/fetchers.js";
import { renderResources } from "../../src/generate/render/resources.js";
import { renderTypes } from "../../src/generate/render/types.js";
import { renderValidators } from "../../src/generate/render/validators.js";
import { createTransport } from "../../../../src/http/transport.js";
import { resolveOptions } from "../../../../src/http/settings.js";
import { connectSurface } from "../../../../src/rest/client.js";
import { REFUSED, SUPPORTED, type Supported } from "./corpus/documents.js";
import {
  argumentsOf,
  bodyValidators,
  evaluate,
  examplesIn,
} from "./support/agreement.js";
import { compilerErrors } from "./support/compile.js";

const SURFACE = { file: "rest", name: "Rest", prefix: "" };
const BASE = "https://host.example/v1";

/** What the generator makes of a document. */
interface Generated {
  readonly types: string;
  readonly resources: string;
  readonly fetchers: string;
  /** The emulator's checks of JSON bodies. */
  readonly bodies: string;
}

async function generate(document: object): Promise<Generated> {
  const spec = parseSpec("corpus.yaml", JSON.stringify(document));
  throwErrors(await structureErrors(spec));
  const described = { surface: SURFACE, ...readModel(spec) };
  return {
    bodies: renderValidators([described]).bodies.code,
    types: await renderTypes(described.model),
    resources: renderResources(described),
    fetchers: renderFetchers(described),
  };
}

describe("the generator supports", () => {
  const all = new Map<Supported, Generated>();
  let errors: readonly string[] = [];

  beforeAll(async () => {
    for (const entry of SUPPORTED)
      all.set(entry, await generate(entry.document));
    errors = compilerErrors(filesOf([...all]));
  });

  test.each(SUPPORTED.map((entry) => [entry.name, entry] as const))(
    "%s",
    async (_, entry) => {
      const generated = all.get(entry) as Generated;
      const signature = /^ {2}"?\w+"?\(.*$/m.exec(generated.resources)?.[0];
      expect(signature?.trim()).toBe(entry.signature);
      const index = SUPPORTED.indexOf(entry);
      expect(
        errors.filter((error) => error.startsWith(`/generated/d${index}/`)),
      ).toEqual([]);
      const { sent, result } = await call(entry, generated.fetchers);
      expect(`${sent.method} ${sent.path}`).toBe(entry.sent.line);
      expect(sent.body).toBe(entry.sent.body);
      expect(Object.fromEntries(sent.headers)).toMatchObject(
        entry.sent.headers ?? {},
      );
      if (sent.body === undefined)
        expect(sent.headers.has("content-type")).toBe(false);
      expect(result).toEqual(entry.result);
      const isValid = bodyValidators(generated.bodies)[idIn(entry.document)];
      if (!isValid || sent.body === undefined) return;
      expect(isValid(JSON.parse(sent.body))).toBe(true);
      const [example = ""] = examplesIn(generated.resources).values();
      expect(isValid(argumentsOf(example)[0]), example).toBe(true);
    },
  );
});

test.each(REFUSED)(
  "the generator refuses %s by name and place",
  async (_, document, reason) => {
    const refused = await generate(document).catch(String);
    expect(refused).toMatch(reason);
    expect(refused).toMatch(/^DocumentError: corpus\.yaml:\d+: /);
  },
);

test("a required header is named in a warning, because no function asks for it", () => {
  const entry = SUPPORTED.find(({ name }) => name.startsWith("a header,"));
  const spec = parseSpec("corpus.yaml", JSON.stringify(entry?.document));
  expect(readModel(spec).warnings).toEqual([
    "GET /things requires the header X-Trace: a program passes it in the option headers",
  ]);
});

test("the comment of an operation without a summary begins with its route, and the type of a discriminator keeps its own", async () => {
  const entry = SUPPORTED.find(({ name }) =>
    name.startsWith("alternatives with a discriminator that maps one"),
  );
  const { resources, types } = await generate(entry?.document ?? {});
  expect(resources).toMatch(/\/\*\*\s+\* Sends `GET \/things`\./);
  expect(types).toMatch(/\/\*\* The kind of animal\. \*\/\s+kind: "dog"/);
});

/** The files of all entries for the compiler, each with a comparison of the type of its answer. */
function filesOf(
  entries: readonly (readonly [Supported, Generated])[],
): Map<string, string> {
  const files = new Map<string, string>();
  for (const [index, [entry, generated]] of entries.entries()) {
    files.set(`d${index}/types.ts`, generated.types);
    files.set(`d${index}/resources.ts`, generated.resources);
    files.set(`d${index}/fetchers.ts`, generated.fetchers);
    files.set(`d${index}/check.ts`, checkOf(entry, generated.resources));
  }
  return files;
}

function idIn(document: object): string {
  return /"operationId":"(\w+)"/.exec(JSON.stringify(document))?.[1] ?? "";
}

/** A module that compares the type of an answer with the expected one, both written out, and that holds the example. */
function checkOf(entry: Supported, resources: string): string {
  const { answer } = entry;
  const [example = ""] = examplesIn(resources).values();
  const names = [...resources.matchAll(/^export (?:interface|type) (\w+)/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(answer));
  return `import type { RestResources${names.map((name) => `, ${name}`).join("")} } from "./resources.js";
type Plain<T> = T extends string | number | boolean | null | undefined ? T : T extends (infer Item)[] ? Plain<Item>[] : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : [A, B];
type Result = ReturnType<RestResources["things"]["${functionOf(entry)}"]>;
type Answer_ = Result extends AsyncIterable<infer Item> ? Item : Awaited<Result>;
export const same: Same<Plain<Answer_>, Plain<${answer}>> = true;
export async function example(cloud: RestResources): Promise<unknown> {
  ${example}
  return undefined;
}
`;
}

function functionOf({ signature }: Supported): string {
  return /\w+/.exec(signature)?.[0] ?? "";
}

/** A request as it went out. */
interface Sent {
  readonly method: string;
  /** Path and query, below the address. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** Calls the function of an entry over a stub of the service. */
async function call(
  entry: Supported,
  fetchers: string,
): Promise<{ readonly sent: Sent; readonly result: unknown }> {
  const requests: Sent[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { body } = init;
    requests.push({
      method: init.method ?? "GET",
      path: url.slice(BASE.length),
      headers: new Headers(init.headers),
      body: body ? await new Response(body).text() : undefined,
    });
    return entry.response();
  };
  const settings = resolveOptions({
    apiKey: "a-key-0123456789",
    baseUrl: BASE,
    fetch: fetch as typeof globalThis.fetch,
  });
  const transport = createTransport(settings);
  const { client, calls } = connectSurface(settings, transport, "rest");
  const { things } = evaluate(fetchers)(client, calls);
  const returned = things?.[functionOf(entry)]?.(...entry.args);
  const result = await readAll(returned);
  const [sent] = requests;
  return { sent: sent as Sent, result };
}

/** What a function returns, read to its end. */
async function readAll(returned: unknown): Promise<unknown> {
  if (Symbol.asyncIterator in Object(returned)) {
    const items: unknown[] = [];
    for await (const item of returned as AsyncIterable<unknown>)
      items.push(item);
    return items;
  }
  return returned;
}
