import { describe, expect, test } from "vitest";
import { createClient, GraphQLError, ResponseError } from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";

const URLS = {
  baseUrl: "https://rest.test/v1",
  publicBaseUrl: "https://jobs.test",
  graphqlUrl: "https://graphql.test",
};

const NO_MACHINE = "create pod: There are no instances currently available";
const NO_BALANCE = "Your balance is too low to deploy this Pod";
const FULL_QUOTA = "Max workers across all endpoints must not exceed 5";

/** A client whose service answers every call with a status and a body. */
const answering = (status: number, body: unknown) =>
  createClient({
    ...URLS,
    apiKey: "a-key-of-some-length",
    fetch: () => Promise.resolve(Response.json(body, { status })),
  });

describe.each([
  ["no_capacity", NO_MACHINE],
  ["insufficient_balance", NO_BALANCE],
  ["quota_exceeded", FULL_QUOTA],
] as const)("%s", (code, words) => {
  test.each([400, 500])(
    "is the code of that refusal with the status %d by version 0.1.0, which made nothing",
    async (status) => {
      const cloud = answering(status, { error: words, status });
      const error = await rejectionOf(cloud.pods.create({ name: "trainer" }));
      expect(error).toBeInstanceOf(ResponseError);
      expect(error).toMatchObject({ code, maybeSent: false });
    },
  );

  test("is the code of that refusal by GraphQL, which made nothing", async () => {
    const errors = [{ message: words }];
    const cloud = answering(200, { errors, data: { stop: null } });
    const error = await rejectionOf(
      cloud.graphql.stopPod({ input: { podId: "p1" } }),
    );
    expect(error).toBeInstanceOf(GraphQLError);
    expect(error).toMatchObject({ code, maybeSent: false });
  });

  test("is not the code of a job API that repeats the words of a worker", async () => {
    const cloud = answering(500, { error: words });
    const error = await rejectionOf(cloud.model("m").run({ prompt: "x" }));
    expect(error).toMatchObject({ code: "response_error", maybeSent: true });
  });
});

test.each([
  [
    "the management API",
    (cloud: ReturnType<typeof answering>) =>
      cloud.pods.create({ name: "trainer" }),
  ],
  [
    "the job API",
    (cloud: ReturnType<typeof answering>) =>
      cloud.model("m").run({ prompt: "x" }),
  ],
])("402 of %s is insufficient_balance, whatever it says", async (_, call) => {
  const error = await rejectionOf(call(answering(402, { error: "pay" })));
  expect(error).toMatchObject({
    code: "insufficient_balance",
    maybeSent: false,
  });
});

test("any other refusal is response_error or graphql_error", async () => {
  const rest = answering(400, { error: "name is too long" });
  expect(await rejectionOf(rest.pods.get("p1"))).toMatchObject({
    code: "response_error",
  });
  const graphql = answering(200, { errors: [{ message: "no such Pod" }] });
  expect(await rejectionOf(graphql.graphql.myself())).toMatchObject({
    code: "graphql_error",
  });
});
