import { expect, test } from "vitest";
import { GraphQLError, ResponseError } from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  failure,
  KEY,
  scripted,
  type Answer,
} from "../support/scripted-fetch.js";

useFakeTime({ leavesNoTimer: true });

const html: Answer = {
  text: "<!doctype html><title>Sign in to the Wi-Fi</title>",
  headers: { "content-type": "text/html; charset=utf-8" },
};
const UNREADABLE = "invalid_response";
const REFUSED = "response_error";
const GRAPHQL = "graphql_error";
const NO_DATA = "answered 200 with no data; a gateway may have answered, and ";

/** An answer with errors of these messages and no data. */
function errors(...messages: readonly string[]): Answer {
  return { json: { errors: messages.map((message) => ({ message })) } };
}

test.each<[string, Answer, string, string]>([
  ["no data", { json: {} }, UNREADABLE, NO_DATA],
  ["a list for data", { json: { data: [] } }, UNREADABLE, NO_DATA],
  ["no errors", { json: { errors: [] } }, UNREADABLE, NO_DATA],
  ["null", { json: null }, UNREADABLE, NO_DATA],
  ["204", { status: 204 }, UNREADABLE, "answered 204 with no data"],
  ["HTML", html, UNREADABLE, "answered 200 with text/html instead of JSON"],
  [
    "401",
    { status: 401, text: "bad key" },
    REFUSED,
    "answered 401: bad key (the key is that of apiKey or CLOUD_COMPUTE_API_KEY, sent to graph.test)",
  ],
  ["two errors", errors("a", "b"), GRAPHQL, "with an error: a; b; the change"],
  ["a 400", { ...errors("bad"), status: 400 }, GRAPHQL, "with an error: bad"],
  [
    "a text for an error",
    { json: { errors: ["x"] } },
    GRAPHQL,
    "with an error: x",
  ],
  [
    "an error outside `errors`",
    { json: { error: "quota exceeded" } },
    UNREADABLE,
    "quota exceeded",
  ],
])("a GraphQL response of %s is an error", async (_, answer, code, problem) => {
  const { cloud } = scripted([answer]);
  const error = await failure(cloud.graphql.stopPod({ input: { podId: "p" } }));
  expect(error).toBeInstanceOf(code === GRAPHQL ? GraphQLError : ResponseError);
  expect(error).toMatchObject({
    operation: "graphql.stopPod",
    route: "POST /graphql",
    code,
    status: answer.status ?? 200,
  });
  expect((error as Error).message).toContain(problem);
});

test.each<[string, Answer, boolean]>([
  ["400 with errors", { ...errors("bad"), status: 400 }, false],
  ["200 with errors and no data", errors("Something went wrong"), true],
  ["200 with a refusal and no data", errors("Insufficient balance"), false],
  ["200 with errors and null", { json: { errors: [1], data: null } }, true],
  ["408 with errors", { ...errors("slow"), status: 408 }, true],
  ["500 with errors", { ...errors("oops"), status: 500 }, true],
])(
  "whether a mutation answered %s may have been carried out",
  async (_, answer, sent) => {
    const { cloud, requests } = scripted([answer]);
    const error = await failure(
      cloud.graphql.stopPod({ input: { podId: "p" } }),
    );
    expect(error).toBeInstanceOf(GraphQLError);
    expect(error).toHaveProperty("maybeSent", sent);
    expect(requests).toHaveLength(1);
  },
);

test.each(["myself", "pods", "endpoints", "templates"] as const)(
  "graphql.%s rejects where the service shows no account, which the types promise",
  async (name) => {
    const { cloud } = scripted([{ json: { data: { myself: null } } }]);
    const error = await failure(cloud.graphql[name]());
    expect(error).toMatchObject({ name: "ResponseError", status: 200 });
    expect(String(error)).toContain("no account: the key is not known");
  },
);

test("a document of the user that finds no account resolves with null", async () => {
  const data = { myself: null };
  const { cloud } = scripted([{ json: { data } }]);
  const own = cloud.graphql.request("{ myself { id } }");
  await expect(own).resolves.toEqual(data);
});

test("GraphQL errors keep the partial data and their paths", async () => {
  const errors = [{ message: "no", path: ["myself", 0], extensions: { c: 1 } }];
  const data = { myself: { id: "u" }, pods: null };
  const { cloud } = scripted([{ json: { data, errors } }]);
  const error = (await failure(cloud.graphql.myself())) as GraphQLError;
  expect(error.data).toEqual(data);
  expect(error.errors).toEqual(errors);
  expect(error.body).toEqual({ data, errors });
  expect(error.maybeSent).toBe(true);
  expect(Object.keys(error)).not.toContain("data");
});

test("a GraphQLError keeps the data of a response up to 256 Ki characters, and the beginning of a longer one", async () => {
  const errorFor = async (length: number) => {
    const data = { key: KEY, list: ["x".repeat(length)] };
    const json = { errors: [{ message: "no", path: ["list"] }], data };
    const { cloud } = scripted([{ json }]);
    return (await failure(cloud.graphql.myself())) as GraphQLError;
  };
  const short = await errorFor(2 ** 18 - 200);
  expect(short.data).toMatchObject({ key: "[key]" });
  expect(short.errors[0]?.path).toEqual(["list"]);
  const long = await errorFor(2 ** 18);
  expect(long.data).toBeUndefined();
  expect(long.message).toContain("answered with an error: no");
  expect(long.body).toMatch(/^\{"errors":.{100,70000}$/);
  expect(long.body).toContain("[key]");
  expect(long.body).not.toContain(KEY);
});

test.each<[string, Answer]>([
  ["has no content type", { text: '{"data":{"a":1}}', headers: {} }],
  ["says that there are no errors", { json: { data: { a: 1 }, errors: null } }],
])("a mutation whose response %s succeeds", async (_, answer) => {
  const { cloud } = scripted([answer]);
  expect(await cloud.graphql.request("mutation { a }")).toEqual({ a: 1 });
});

test.each([
  ["inputs", "did you mean input?"],
  ["id", "its variables are input, price"],
  [
    "timeout",
    "the options of a call are its last argument, after the variables: pass {} as the variables, and then { timeout }",
  ],
])(
  "a variable that no document declares is refused, because the service ignores it: %s",
  async (name, advice) => {
    const { cloud, requests } = scripted([{ json: { data: {} } }]);
    const variables: object = { [name]: 5000 };
    const own = await failure(
      cloud.graphql.request("{ myself { id } }", variables),
    );
    const shipped = await failure(cloud.graphql.gpuTypes(variables));
    expect(own).toMatchObject({ parameter: `variables.${name}` });
    expect(shipped).toMatchObject({
      name: "InputError",
      message: `graphql.gpuTypes: the document declares no variable ${name}: ${advice}`,
    });
    expect(requests).toEqual([]);
  },
);
