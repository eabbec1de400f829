import { describe, expect, test } from "vitest";
import { useFakeTime } from "../support/fake-time.js";
import { failure, scripted } from "../support/scripted-fetch.js";

useFakeTime();

/** A client whose service answers every call with a status and a body. */
const answering = (status: number, json: unknown) =>
  scripted([{ status, json }]).cloud;

describe.each([
  ["no_capacity", "create pod: There are no instances currently available"],
  ["insufficient_balance", "Your balance is too low to deploy this Pod"],
  ["quota_exceeded", "Max workers across all endpoints must not exceed 5"],
] as const)("%s", (code, words) => {
  test.each([400, 500])(
    "is the code of that refusal with the status %d by version 0.1.0, which made nothing",
    async (status) => {
      const cloud = answering(status, { error: words });
      const error = await failure(cloud.pods.create({ name: "trainer" }));
      expect(error).toMatchObject({
        name: "ResponseError",
        code,
        maybeSent: false,
      });
    },
  );

  test("is the code of that refusal by GraphQL, which made nothing", async () => {
    const errors = [{ message: words }];
    const { graphql } = answering(200, { errors, data: { stop: null } });
    const error = await failure(graphql.stopPod({ input: { podId: "p1" } }));
    expect(error).toMatchObject({
      name: "GraphQLError",
      code,
      maybeSent: false,
    });
  });

  test("is not the code of a job API that repeats the words of a worker", async () => {
    const cloud = answering(500, { error: words });
    const error = await failure(cloud.model("m").run({ prompt: "x" }));
    expect(error).toMatchObject({ code: "response_error", maybeSent: true });
  });
});

test("402 is insufficient_balance on every surface, whatever it says", async () => {
  const cloud = answering(402, { error: "pay" });
  expect(await failure(cloud.model("m").run({ prompt: "x" }))).toMatchObject({
    code: "insufficient_balance",
    maybeSent: false,
  });
});
