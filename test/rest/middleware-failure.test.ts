import { expect, test } from "vitest";
import type { Middleware } from "openapi-fetch";
import { ResponseError } from "../../src/index.js";
import { failure, lost, scripted } from "../support/scripted-fetch.js";

const REFUSED = { status: 400, json: { error: "no such image" } };

test("a failure that a middleware passes on as a new Response keeps its reason and maybeSent", async () => {
  const { cloud } = scripted([REFUSED]);
  const copying: Middleware = {
    onResponse: ({ response }) => {
      const { status, headers, body } = response;
      return new Response(body, { status, headers });
    },
  };
  cloud.rest.use(copying);
  const error = await failure(cloud.pods.create({ imageName: "a" }));
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({
    message: "pods.create: POST /pods answered 400: no such image",
    maybeSent: false,
    body: { error: "no such image" },
  });
});

test("a failure that a middleware answers with by itself was not sent", async () => {
  const { cloud, requests } = scripted([]);
  const refusing: Middleware = {
    onRequest: () => Response.json({ error: "wrong tenant" }, { status: 403 }),
  };
  cloud.rest.use(refusing);
  const error = await failure(cloud.pods.create({ imageName: "a" }));
  expect(error).toMatchObject({
    message: "pods.create: POST /pods answered 403: wrong tenant",
    maybeSent: false,
  });
  expect(requests).toHaveLength(0);
});

test("a failure by which a middleware replaces a lost connection keeps what is known of the call", async () => {
  const { cloud } = scripted([lost()], { retries: 0 });
  const replacing: Middleware = {
    onError: () => Response.json({ error: "down" }, { status: 503 }),
  };
  cloud.rest.use(replacing);
  const error = await failure(cloud.pods.create({ imageName: "a" }));
  expect(error).toMatchObject({ status: 503, maybeSent: true });
  expect((error as Error).message).toContain("search pods.list");
});
