import { parse, type GraphQLSchema } from "graphql";
import type { ResponseSchema } from "../../../../../src/drift/compare.js";
import { own } from "../../document/json.js";
import type { DocumentModel, Operation, Schema } from "../../document/model.js";
import { documentResponse } from "./graphql-responses.js";

/** A shipped document by its name. */
interface NamedDocument {
  readonly name: string;
  readonly text: string;
}

/** What the drift watcher compares responses with: the schema of each response of each surface. */
export function renderResponses(
  surfaces: readonly { readonly name: string; readonly model: DocumentModel }[],
  schema: GraphQLSchema,
  documents: readonly NamedDocument[],
): string {
  const described = surfaces.map(({ name, model }) =>
    renderSurface(
      name,
      model.received.map((each) => [
        each,
        responseSchema(own(model.schemas, each) ?? {}),
      ]),
      // Both routes of an update are listed.
      model.operations.map(({ route, responses }) => [
        route,
        statusesOf(responses),
      ]),
    ),
  );
  const graphql = documents.map(({ name, text }): Entry => {
    const response = documentResponse(schema, parse(text));
    return [`graphql.${name}`, { "200": response, "4XX": null }];
  });
  return `import type { SurfaceResponses } from "../../src/drift/compare.js";

/** What the documents say about the responses, by the name of the surface. */
export const responses: Readonly<Record<string, SurfaceResponses>> = {
${[...described, renderSurface("graphql", [], graphql)].join("\n")}
};`;
}

type Entry = readonly [name: string, value: unknown];

function renderSurface(
  name: string,
  schemas: readonly Entry[],
  routes: readonly Entry[],
): string {
  const rows = (entries: readonly Entry[]) =>
    entries
      .map(
        ([key, value]) =>
          `      ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
      )
      .join("");
  return `  ${name}: {
    schemas: {
${rows(schemas)}    },
    routes: {
${rows(routes)}    },
  },`;
}

/** The schema of the JSON of each status; null for a response without JSON. */
function statusesOf(
  responses: Operation["responses"],
): Record<string, ResponseSchema | null> {
  const entries = responses.map(({ status, contents }) => {
    const json = contents.find(({ kind }) => kind === "json");
    const schema = json ? responseSchema(json.schema) : null;
    return [status.toUpperCase(), schema] as const;
  });
  return Object.fromEntries(entries);
}

/** What a response is compared with: types, members and enumerations, without limits, formats and texts. */
export function responseSchema(schema: Schema): ResponseSchema {
  const described = describe(schema);
  return schema.nullable ? withNull(described) : described;
}

function describe({
  ref,
  types,
  values,
  items,
  members = {},
  required = [],
  additional,
  anyOf,
}: Schema): ResponseSchema {
  if (ref !== undefined) return { ref };
  const named = Object.keys(members);
  const isOpen = named.length === 0 && additional === undefined;
  const others = isOpen ? {} : additional && responseSchema(additional);
  const all = [
    ...required.map((name) => [name, others || {}] as const),
    ...Object.entries(members).map(
      ([name, member]) => [name, responseSchema(member)] as const,
    ),
  ];
  const hasMembers = all.length > 0 || additional === false;
  return {
    ...(types && { types }),
    // A value that is not listed is a difference, even where other values are valid.
    ...(values && { values }),
    ...(items && { items: responseSchema(items) }),
    ...(hasMembers && { members: Object.fromEntries(all) }),
    ...(required.length > 0 && { required }),
    ...((hasMembers || additional) && others && { additional: others }),
    ...(anyOf && { anyOf: anyOf.map(responseSchema) }),
  };
}

function withNull(schema: ResponseSchema): ResponseSchema {
  const { ref, anyOf, types, values } = schema;
  if (ref !== undefined || anyOf)
    return { anyOf: [...(anyOf ?? [schema]), { types: ["null"] }] };
  if (!types) return schema;
  return {
    ...schema,
    types: [...types, "null"],
    ...(values && { values: [...values, null] }),
  };
}
