import { Ajv2020 } from "ajv/dist/2020.js";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { readModel } from "../../src/generate/model/operations.js";
import { parseSpec } from "../../src/generate/parse/spec.js";
import { readSurfaces } from "../../src/generate/parse/surfaces.js";
import { changedIdOf } from "../../src/generate/render/fetchers.js";
import { checkSchemaOf } from "../../src/generate/render/json-schema.js";
import { isObject } from "../../src/document/json.js";
import type {
  DocumentModel,
  Operation,
  Schema,
} from "../../src/document/model.js";
import { isCommaList } from "../../src/document/parameters.js";
import { targetIn } from "../../src/document/targets.js";
import {
  surfaceVariables,
  type SurfaceName,
  type SurfaceOptions,
} from "../../../../generated/surfaces/addresses.js";
import { createTransport } from "../../../../src/http/transport.js";
import { resolveOptions } from "../../../../src/http/settings.js";
import { connectSurface } from "../../../../src/rest/client.js";
import { sampleOf } from "./support/sample.js";

const BASE = "https://host.example";

type Functions = Record<
  string,
  Record<string, (...args: unknown[]) => unknown>
>;

/** A request as it went out. */
interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

const lists = await readSurfaces("specs");
// The calls of the job API have no generated functions.
const surfaces = await Promise.all(
  lists
    .filter(({ name }) => name !== "jobs")
    .map(async (rules) => {
      const text = await readFile(`specs/${rules.document}`, "utf8");
      const spec = parseSpec(`specs/${rules.document}`, text);
      const { model, functions } = readModel(spec, rules);
      return { rules, model, functions, create: await creatorOf(rules.name) };
    }),
);

describe.each(
  surfaces.map((surface) => [surface.rules.name, surface] as const),
)("each operation of the document of %s", (_, surface) => {
  const { model, functions } = surface;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const named = Object.entries(model.schemas).map(([name, schema]) => [
    name,
    checkSchemaOf(schema),
  ]);
  const components = { schemas: Object.fromEntries(named) as object };
  ajv.addSchema({ components, $id: "document" });
  const isValid = (schema: Schema, value: unknown): boolean => {
    const text = JSON.stringify(checkSchemaOf(schema));
    const absolute = text.replaceAll('"#/', '"document#/');
    return ajv.validate(JSON.parse(absolute) as object, value);
  };

  test.each(
    functions.map((operation) => [operation.route, operation] as const),
  )("%s", async (_, operation) => {
    const { answer } = operation;
    const [schema = {}] = answer.schemas;
    const sample =
      answer.kind === "nothing" ? "" : sampleOf(model.schemas, schema);
    // The success of a change shows the resource that the path names.
    const changed = operation.pathParameters.at(-1);
    const value =
      changedIdOf(model, operation) !== undefined && isObject(sample)
        ? { ...sample, id: `${changed?.name}/1` }
        : sample;
    const { args, query, body } = argumentsOf(model, operation);
    const { returned, sent } = await call(surface, operation, args, () =>
      respond(operation, value),
    );
    const ids = operation.pathParameters.map(({ name }) => `${name}/1`);
    let path = operation.path;
    for (const id of ids)
      path = path.replace(/\{\w+\}/, encodeURIComponent(id));
    expect(`${sent.method} ${sent.url.pathname}`).toBe(
      `${operation.method} ${path}`,
    );
    expect(sent.headers.get("authorization")).toBe("Bearer a-key-0123456789");
    for (const parameter of operation.queryParameters) {
      const wanted = query[parameter.name];
      const texts = sent.url.searchParams.getAll(parameter.name);
      const items = (Array.isArray(wanted) ? wanted : [wanted]).map(String);
      const isJoined = isCommaList(parameter, targetIn(model.schemas));
      expect(texts, parameter.name).toEqual(
        isJoined ? [items.join(",")] : items,
      );
    }
    expect([...sent.url.searchParams.keys()].sort()).toEqual(
      [...new Set(Object.keys(query))].sort(),
    );
    expect(sent.body).toEqual(body);
    const content = operation.body?.sent;
    if (content) {
      expect(sent.headers.get("content-type")).toBe(content.mediaType);
      expect(isValid(content.schema, sent.body), ajv.errorsText()).toBe(true);
    }
    expect(returned).toEqual(expectedOf(operation, value));
  });
});

/** Arguments with every query parameter and a whole body. */
function argumentsOf({ schemas }: DocumentModel, operation: Operation) {
  const { pathParameters, queryParameters, body, method } = operation;
  const query = Object.fromEntries(
    queryParameters.map(({ name, schema }) => [
      name,
      // No page leads to itself.
      name === "cursor" ? "an earlier page" : sampleOf(schemas, schema),
    ]),
  );
  const sample = body?.sent ? sampleOf(schemas, body.sent.schema) : undefined;
  const hasQuery = method === "GET" || queryParameters.length > 0;
  const args = [
    ...pathParameters.map(({ name }) => `${name}/1`),
    ...(body ? [sample] : []),
    ...(hasQuery ? [query] : []),
  ];
  return { args, query, body: sample };
}

type CreateResources = (client: unknown, calls: unknown) => Functions;

/** The function that creates the generated resources of a surface. */
async function creatorOf(surface: string): Promise<CreateResources> {
  const url = new URL(
    `../../../../generated/${surface}/fetchers.ts`,
    import.meta.url,
  );
  const created = Object.values(
    (await import(url.href)) as Record<string, CreateResources>,
  );
  const [create] = created;
  if (!create || created.length > 1)
    throw new Error(`no creator in ${url.href}`);
  return create;
}

async function call(
  { rules: { name: surface }, create }: (typeof surfaces)[number],
  { resource, name }: Operation,
  args: readonly unknown[],
  response: () => Response,
): Promise<{ readonly returned: unknown; readonly sent: Sent }> {
  const requests: Sent[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    const { body } = init;
    requests.push({
      method: init.method ?? "GET",
      url: new URL(url),
      headers: new Headers(init.headers),
      body: typeof body === "string" ? JSON.parse(body) : undefined,
    });
    return Promise.resolve(response());
  };
  const settings = resolveOptions({
    apiKey: "a-key-0123456789",
    baseUrl: BASE,
    publicBaseUrl: BASE,
    surfaces: furtherAddresses(),
    fetch: fetch as typeof globalThis.fetch,
  });
  const transport = createTransport(settings);
  const { client, calls } = connectSurface(
    settings,
    transport,
    surface as SurfaceName,
  );
  const resources = create(client, calls);
  const pending = resources[resource]?.[name]?.(...args);
  const returned = isEvents(pending) ? await collect(pending) : await pending;
  return { returned, sent: requests[0] as Sent };
}

/** The option that names one address for every further surface, whichever there are. */
function furtherAddresses(): SurfaceOptions {
  const names = Object.keys(surfaceVariables);
  const addresses: unknown = Object.fromEntries(
    names.map((name) => [name, { baseUrl: BASE }]),
  );
  return addresses as SurfaceOptions;
}

function isEvents(value: unknown): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in Object(value) && !(value instanceof Promise);
}

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function respond({ answer }: Operation, value: unknown): Response {
  const [status = 204] = answer.emptyStatuses ?? [];
  if (answer.kind === "nothing") return new Response(null, { status });
  if (answer.kind !== "events") return Response.json(value);
  return new Response(`data: ${JSON.stringify(value)}\n\n`, {
    headers: { "content-type": "text/event-stream" },
  });
}

function expectedOf({ answer }: Operation, value: unknown): unknown {
  if (answer.kind === "nothing") return undefined;
  if (answer.kind === "events") return [value];
  return answer.list && isObject(value) ? value[answer.list.member] : value;
}
