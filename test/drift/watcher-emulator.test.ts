import { describe, expect, test } from "vitest";
import { documents } from "../../generated/graphql/documents.js";
import { createClient } from "../../src/index.js";
import { watchDrift } from "../../src/drift/index.js";
import { createEmulator } from "cloud-compute-emulator";
import {
  createAccount,
  createOneOfEach,
  type Answer,
} from "../../packages/emulator/test/support/account.js";
import {
  bodyOf,
  FULL,
  QUERIES,
} from "../../packages/emulator/test/support/bodies.js";
import { DOCUMENTS } from "../../packages/emulator/test/support/graphql-documents.js";
import {
  operations,
  type Operation,
} from "../../packages/emulator/test/support/operations.js";

/** A watcher, and a function that passes a response to the watcher. */
function createWatcher() {
  const watch = watchDrift({ onDrift: () => undefined });
  const show = (
    surface: string,
    operation: string,
    route: string,
    { status, body }: Answer,
  ) =>
    watch({
      surface,
      operation,
      route,
      status,
      value: body,
      isEmpty: body === undefined,
      warn: () => undefined,
      redact: (value) => value,
    });
  return { watch, show };
}

async function setUp({ route }: { readonly route: string }) {
  const account = createAccount();
  const ids = await createOneOfEach(account);
  await account.advance(3_600_000);
  const isRetry = route === "POST /v2/{slug}/retry/{jobId}";
  const input = { prompt: isRetry ? "fail" : "a lighthouse" };
  const made = await account.callOk("POST", `/v2/${ids.slug}/run`, { input });
  if (isRetry) await account.advance(5000);
  const fill = (text: string, by: object = { ...ids, jobId: made.id }) =>
    text.replace(
      /\{(\w+)\}/g,
      (whole, name: string) =>
        (by as Readonly<Record<string, string>>)[name] ?? whole,
    );
  return { ...account, fill };
}

/** Responses of the emulator to one operation, with success and with every documented error. */
async function answersOf(operation: Operation): Promise<Answer[]> {
  const { route, method, path } = operation;
  const answers: Answer[] = [];
  const body = bodyOf(route);
  for (const [query, sent] of [
    ["", body],
    [QUERIES[route] ?? "", body],
    ["", FULL[route] ?? body],
  ] as const) {
    const { call, advance, fill } = await setUp(operation);
    const filled = sent && (JSON.parse(fill(JSON.stringify(sent))) as object);
    const called = call(method, `${fill(path)}?${query}`, filled);
    await advance(20_000);
    answers.push(await called);
    answers.push(await call(method, fill(path), filled, { key: "wrong" }));
    if (path.includes("{")) answers.push(await call(method, path, filled));
    if (body) answers.push(await call(method, fill(path), []));
  }
  return answers;
}

describe("a drift watcher finds nothing in the responses of the emulator to", () => {
  test.each(operations.map((each) => [each.route, each] as const))(
    "%s",
    async (route, operation) => {
      const { watch, show } = createWatcher();
      const surface = operation.path.startsWith("/v1") ? "rest" : "jobs";
      const answers = await answersOf(operation);
      for (const answer of answers) show(surface, "some.call", route, answer);
      expect(watch.findings()).toEqual([]);
      // The watcher knows the route: otherwise it would compare nothing.
      show(surface, "some.call", route, {
        ...answers[0],
        status: 418,
      } as Answer);
      expect(watch.findings()).toMatchObject([{ found: "418" }]);
    },
  );

  test.each(Object.keys(documents))("the shipped document %s", async (name) => {
    const { watch, show } = createWatcher();
    const { variables = {} } = DOCUMENTS[name] ?? {};
    const { call, fill } = await setUp({ route: "" });
    const filled = JSON.parse(fill(JSON.stringify(variables))) as object;
    const query = documents[name];
    for (const sent of [filled, { ...filled, no: 1 }, variables]) {
      const body = { query, variables: sent };
      const answer = await call("POST", "/graphql", body);
      show("graphql", `graphql.${name}`, "POST /graphql", answer);
    }
    expect(watch.findings()).toEqual([]);
  });

  test("a series of calls of all three surfaces, through the client", async () => {
    const emulator = createEmulator();
    const watch = watchDrift();
    const { apiKey, fetch, urls } = emulator;
    const cloud = createClient({ apiKey, fetch, ...urls, drift: watch });
    const { id } = await cloud.pods.create({ imageName: "example/image:1" });
    await cloud.pods.stop(id);
    await cloud.pods.update(id, { name: "b" }, {}, { updateMethod: "post" });
    await cloud.rest.GET("/pods/{podId}", { params: { path: { podId: id } } });
    await cloud.rest.GET("/pods", { parseAs: "text" });
    await cloud.graphql.pods();
    await cloud.graphql.request("{ myself { id } }");
    const { id: templateId } = await cloud.templates.create({
      name: "t",
      imageName: "example/worker:1",
      isServerless: true,
    });
    const endpoint = await cloud.endpoints.create({ templateId });
    await cloud.model(endpoint.id).health();
    await cloud.model("flux-schnell").run({ prompt: "a lighthouse" });
    await cloud.pods.delete(id);
    await expect(cloud.pods.get(id)).rejects.toThrow("404");
    expect(watch.findings()).toEqual([]);
    await emulator.close();
  });
});
