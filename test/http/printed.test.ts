import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { Client, CloudComputeError } from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import { failure, scripted, type Answer } from "../support/scripted-fetch.js";

useFakeTime();

const REFUSAL = { error: "no such GPU", supply: { "EU-RO-1": "Low" } };
const ERRORS = {
  errors: [{ message: "no", path: ["pod"], extensions: { code: "SUPPLY" } }],
  data: { pod: null },
};

async function errorOf(
  step: Answer,
  call: (cloud: Client) => Promise<unknown>,
): Promise<CloudComputeError> {
  const { cloud } = scripted([step], { retries: 0 });
  return (await failure(call(cloud))) as CloudComputeError;
}

test.each<[string, Answer, (cloud: Client) => Promise<unknown>, object]>([
  [
    "a ResponseError",
    { status: 422, json: REFUSAL },
    (cloud) => cloud.pods.create({}),
    { code: "response_error", status: 422, body: REFUSAL },
  ],
  [
    "a GraphQLError",
    { json: ERRORS },
    (cloud) => cloud.graphql.myself(),
    { code: "graphql_error", status: 200, body: ERRORS },
  ],
])(
  "an inspector, JSON.stringify and a logger that copies enumerable members show code, status and body of %s",
  async (_, step, call, shown) => {
    const error = await errorOf(step, call);
    const text = inspect(error, { depth: 4 }).replace(/\s+/g, " ");
    for (const [name, value] of Object.entries(shown))
      expect(text).toContain(
        `${name}: ${inspect(value, { depth: 4 }).replace(/\s+/g, " ")}`,
      );
    const logged = JSON.parse(JSON.stringify({ error })) as { error: object };
    const { name, message } = error;
    expect(logged.error).toMatchObject({ ...shown, name, message });
    expect(logged.error).not.toHaveProperty("headers");
    const copied = Object.fromEntries(Object.entries(error));
    expect(copied).toMatchObject(shown);
  },
);

test("the JSON of an error holds the first 4 KiB of a long body", async () => {
  const list = Array.from({ length: 2000 }, (_, at) => `problem ${at}`);
  const error = await errorOf({ status: 400, json: { list } }, (cloud) =>
    cloud.pods.create({}),
  );
  const { body } = JSON.parse(JSON.stringify(error)) as { body: string };
  expect(body).toMatch(/^\{"list":\["problem 0",/);
  expect(body).toHaveLength(4097);
  expect(error).toMatchObject({ body: { list } });
});
