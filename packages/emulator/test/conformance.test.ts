import { describe, expect, test } from "vitest";
import { documents } from "../generated/graphql.js";
import { createAccount, createOneOfEach } from "./support/account.js";
import type { Account, Answer, RequestSettings } from "./support/account.js";
import { bodyOf, FULL, QUERIES } from "./support/bodies.js";
import { fillIds } from "./support/graphql-owner.js";
import {
  DOCUMENTS,
  nullsIn,
  unexpectedNulls,
} from "./support/graphql-documents.js";
import {
  operations,
  type Operation,
  type Schema,
} from "./support/operations.js";
import { expectStrictMatch } from "./support/strict-schema.js";

describe.each(operations.map((each) => [each.route, each] as const))(
  "the emulator at %s",
  (route, operation) => {
    const body = bodyOf(route);

    test("responds as the document describes, with every field that it always returns", async () => {
      for (const query of ["", QUERIES[route] ?? ""]) {
        await expectSuccess(operation, query, body);
      }
      if (FULL[route]) await expectSuccess(operation, "", FULL[route]);
    });

    test("rejects a body that is no object, lacks a member, or has one of another type", async () => {
      if (!operation.body) return;
      const { properties = {}, required = [] } = operation.body;
      const { call, ids } = await setUp(operation);
      const path = fillIds(operation.path, ids);
      const valid = fillIds(body ?? {}, ids);
      const wrong = Object.entries(properties)
        .filter(([, { type }]) => type !== undefined)
        .map(([name, { type }]) => ({
          ...valid,
          [name]: type === "string" ? 7 : "text",
        }));
      const lacking = required.map((name) => ({ ...valid, [name]: undefined }));
      for (const invalid of [[], "text", 7, null, ...wrong, ...lacking]) {
        const answer = await call(operation.method, path, invalid);
        expectError(operation, answer, 400, JSON.stringify(invalid));
      }
    });

    test("rejects a query with a value of another type, or with no value of its list", async () => {
      const { call, ids } = await setUp(operation);
      const sent = body && fillIds(body, ids);
      for (const { name, in: place, schema } of operation.parameters) {
        const { type = "string", enum: values } = schema.items ?? schema;
        if (place !== "query" || (type === "string" && !values)) continue;
        const path = `${fillIds(operation.path, ids)}?${name}=NO_SUCH_VALUE`;
        const answer = await call(operation.method, path, sent);
        expectError(operation, answer, 400, name);
      }
    });

    const ofUnknown =
      route === "DELETE /networkvolumes/{networkVolumeId}" ? 500 : 404;

    test(`answers an unknown id with ${ofUnknown}`, async () => {
      const { call, ids } = await setUp(operation);
      for (const name of operation.path.match(/\w+(?=\})/g) ?? []) {
        const path = fillIds(operation.path, { ...ids, [name]: "unknown" });
        const sent = body && fillIds(body, ids);
        const answer = await call(operation.method, path, sent);
        expectError(operation, answer, ofUnknown, `${route} ${name}`);
      }
    });
  },
);

describe.each(Object.keys(documents).map((name) => [name]))(
  "GraphQL, for the document %s",
  (name) => {
    const query = documents[name] ?? "";
    const { variables = {} } = DOCUMENTS[name] ?? {};
    const isMutation = /^\s*mutation/m.test(query);
    const post = (
      { call }: Account,
      given: object,
      settings?: RequestSettings,
    ) => call("POST", "/graphql", { query, variables: given }, settings);

    test("responds without unexpected nulls", async () => {
      const { ids, ...account } = await setUp();
      const { status, body } = await post(account, fillIds(variables, ids));
      expect(body).not.toHaveProperty("errors");
      expect(status).toBe(200);
      const { data } = body as { readonly data: object };
      expect(unexpectedNulls(data)).toEqual([]);
    });

    test("needs a key if the document is a mutation", async () => {
      const { ids, ...account } = await setUp();
      const filled = fillIds(variables, ids);
      const { body } = await post(account, filled, { key: undefined });
      const refused = { errors: [{ extensions: { code: "UNAUTHENTICATED" } }] };
      if (isMutation) expect(body).toMatchObject(refused);
      else expect(body).not.toHaveProperty("errors");
    });

    test("finds nothing for an unknown id", async () => {
      const { ids: _, ...account } = await setUp();
      if (!/"\{\w+\}"/.test(JSON.stringify(variables))) return;
      const { body } = await post(account, variables);
      if (isMutation) expect(body).toHaveProperty("errors");
      else expect(nullsIn((body as { data: object }).data)).toHaveLength(1);
    });
  },
);

test("GraphQL answers a query of the address", async () => {
  const { call } = createAccount();
  const get = (query: string, more = "") =>
    call("GET", `/graphql?query=${encodeURIComponent(query)}${more}`);
  const { body } = await get("{ myself { email } }");
  expect(body).toEqual({
    data: { myself: { email: expect.any(String) as string } },
  });
  const filter = "query ($id: String) { gpuTypes(input: { id: $id }) { id } }";
  const variables = `&variables=${encodeURIComponent('{"id":"NVIDIA L4"}')}`;
  expect((await get(filter, variables)).body).toEqual({
    data: { gpuTypes: [{ id: "NVIDIA L4" }] },
  });
  expectErrors(await get(filter, "&variables=no"), 400);
});

test("GraphQL answers introspection only where the option asks for it", async () => {
  const query = "{ __schema { queryType { name } } }";
  const refused = createAccount();
  expectErrors(await refused.call("POST", "/graphql", { query }), 400);
  const { callOk } = createAccount({ introspection: true });
  expect(await callOk("POST", "/graphql", { query })).toEqual({
    data: { __schema: { queryType: { name: "Query" } } },
  });
});

/** An account with one resource of each kind, and a job in the status that the operation needs. */
async function setUp(operation?: Operation) {
  const account = createAccount();
  const ids = await createOneOfEach(account);
  await account.advance(3_600_000);
  const isRetry = operation?.route === "POST /v2/{slug}/retry/{jobId}";
  const input = { prompt: isRetry ? "fail" : "a lighthouse" };
  const path = `/v2/${ids.slug}/run`;
  const job = await account.callOk("POST", path, { input });
  if (isRetry) await account.advance(5000);
  // Only an endpoint of the account shows its health.
  const isHealth = operation?.route === "GET /v2/{slug}/health";
  const slug = isHealth ? ids.endpointId : ids.slug;
  return { ...account, ids: { ...ids, slug, jobId: job.id } };
}

async function expectSuccess(
  operation: Operation,
  query: string,
  body: object | undefined,
) {
  const { route, method, path, success } = operation;
  const { call, advance, ids } = await setUp(operation);
  const url = fillIds(path, ids) + (query && `?${query}`);
  const called = call(method, url, body && fillIds(body, ids));
  await advance(20_000);
  const answer = await called;
  expect(answer.status, JSON.stringify(answer.body)).toBe(success.status);
  const schema = isPodAction(route) ? podSchema() : success.schema;
  if (!schema) expect(answer.body).toBeUndefined();
  else {
    expectStrictMatch(schema, answer.body, route);
    // An empty list would prove nothing.
    if (Array.isArray(answer.body) && route !== "GET /billing/endpoints")
      expect(answer.body).not.toHaveLength(0);
  }
}

/** The document shows no body for these, but official clients read the Pod from it. */
function isPodAction(route: string): boolean {
  return /^POST \/pods\/\{podId\}\/(start|stop|reset|restart)$/.test(route);
}

function podSchema(): Schema | undefined {
  return operations.find(({ route }) => route === "PATCH /pods/{podId}")
    ?.success.schema;
}

function expectError(
  { path }: Operation,
  { status, body }: Answer,
  expected: number,
  label: string,
) {
  expect(status, `${label}: ${JSON.stringify(body)}`).toBe(expected);
  const error = expect.stringMatching(/./) as string;
  const problems = expect.arrayContaining([error]) as string[];
  const bodies: readonly unknown[] = path.startsWith("/v1/")
    ? [{ error, status }, { error, problems }, [{ error }]]
    : [{ error }, { title: error, status }];
  expect(bodies, label).toContainEqual(body);
}

function expectErrors({ status, body }: Answer, expected: number) {
  expect(status, JSON.stringify(body)).toBe(expected);
  const { errors } = body as { readonly errors: object[] };
  const extensions = { code: expect.any(String) as string };
  const message = expect.any(String) as string;
  expect(errors[0]).toMatchObject({ message, extensions });
}
