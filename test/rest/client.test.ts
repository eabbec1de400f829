import createFetcher, { type Middleware } from "openapi-fetch";
import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { InputError, type Client } from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import {
  failure,
  scripted,
  silent,
  type Step,
} from "../support/scripted-fetch.js";

const PODS: Step = { json: [] };

/** A middleware that writes its name on what passes. */
function marks(name: string, seen: string[]): Middleware {
  return {
    onRequest: () => void seen.push(`${name} request`),
    onResponse: () => void seen.push(`${name} response`),
  };
}

describe("cloud.rest", () => {
  test("has the members of an openapi-fetch client, and no other", () => {
    const { rest } = scripted([PODS]).cloud;
    expect(Object.keys(rest).sort()).toEqual(
      Object.keys(createFetcher()).sort(),
    );
  });

  test("runs middleware in order on the way out and backwards on the way in, those of the call last", async () => {
    const { cloud, requests } = scripted([PODS]);
    const seen: string[] = [];
    cloud.rest.use(marks("a", seen), marks("b", seen));
    cloud.rest.use(marks("c", seen));
    await cloud.rest.GET("/pods", { middleware: [marks("own", seen)] });
    expect(seen).toEqual([
      "a request",
      "b request",
      "c request",
      "own request",
      "own response",
      "c response",
      "b response",
      "a response",
    ]);
    expect(requests).toHaveLength(1);
  });

  test.each([[{}], ["text"], [7], [() => undefined]])(
    "refuses %j as a middleware at once, as openapi-fetch does",
    (wrong) => {
      const { rest } = scripted([PODS]).cloud;
      expect(() => createFetcher().use(wrong as Middleware)).toThrow();
      expect(() => rest.use(wrong as Middleware)).toThrow();
    },
  );

  test("says of no request that left that it was not sent: what a middleware throws after the answer comes through", async () => {
    const { cloud, requests } = scripted([PODS]);
    const mine = new Error("mine");
    const onResponse = () => Promise.reject(mine);
    cloud.rest.use({ onResponse });
    await expect(cloud.rest.POST("/pods", { body: {} })).rejects.toBe(mine);
    expect(requests).toHaveLength(1);
  });

  test("passes on as it is what a middleware throws before, also where it has sent by itself", async () => {
    const { cloud, requests } = scripted([PODS]);
    const mine = new Error("mine");
    const onRequest = () => Promise.reject(mine);
    const call = cloud.rest.POST("/pods", {
      body: {},
      middleware: [{ onRequest }],
    });
    await expect(call).rejects.toBe(mine);
    expect(requests).toHaveLength(0);
    const sending: Middleware["onRequest"] = async ({ request, options }) => {
      await options.fetch(request);
      throw mine;
    };
    cloud.rest.use({ onRequest: sending });
    await expect(cloud.rest.POST("/pods", { body: {} })).rejects.toBe(mine);
    expect(requests).toHaveLength(1);
  });

  test("shows no value of a header that cannot be sent", async () => {
    const { cloud, requests } = scripted([PODS]);
    const headers = { "x-token": "my-secret\nvalue" };
    await expect(cloud.rest.GET("/pods", { headers })).rejects.toMatchObject({
      code: "invalid_input",
      parameter: "headers",
      maybeSent: false,
      message:
        'rest.GET: headers hold a header that cannot be sent: "x-token" has a line break',
    });
    expect(requests).toHaveLength(0);
  });

  test.each(["arrayBuffer", "blob", "stream"] as const)(
    "gives the exact bytes of a body as %s",
    async (parseAs) => {
      const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
      for (const headers of [{}, { "content-length": "256" }]) {
        const { cloud } = scripted([() => new Response(bytes, { headers })]);
        const { data } = await cloud.rest.GET("/pods", { parseAs });
        const read = await new Response(data as BodyInit).arrayBuffer();
        expect(new Uint8Array(read)).toEqual(bytes);
      }
    },
  );

  test("ends at its timeout, and at an abort, in spite of a silent service", async () => {
    vi.useFakeTimers();
    const call = (options: object) =>
      scripted([silent]).cloud.rest.POST("/pods", { body: {}, ...options });
    const error = await failure(call({ timeout: 200 }));
    expect(error).toMatchObject({ code: "timeout", maybeSent: true });
    expect(vi.getTimerCount()).toBe(0);
    const controller = new AbortController();
    const { signal } = controller;
    setTimeout(() => controller.abort("enough"), 20);
    expect(await failure(call({ signal }))).toBe("enough");
    expect(getEventListeners(signal, "abort")).toEqual([]);
    vi.useRealTimers();
  });

  test.each<[string, (client: Client["rest"]) => Promise<unknown>]>([
    ["TRACE", (rest) => rest.TRACE("/pods" as never)],
    ["a body for a GET", (rest) => rest.GET("/pods", { body: {} } as never)],
    ["an unknown mode", (rest) => rest.GET("/pods", { mode: "x" } as never)],
  ])("sends nothing where the platform refuses %s", async (_, call) => {
    const { cloud, requests } = scripted([PODS]);
    await expect(call(cloud.rest)).rejects.toBeInstanceOf(TypeError);
    expect(requests).toHaveLength(0);
  });

  test.each<[string, (cloud: Client) => Promise<unknown>]>([
    ["null", ({ rest }) => rest.GET("/pods", null as never)],
    ["null options", ({ pods }) => pods.list({}, null as never)],
    [
      "null options of a document",
      ({ graphql }) => graphql.myself({}, null as never),
    ],
    [
      "null for init",
      ({ fetch }) => fetch("https://rest.test/v1/pods", null as never),
    ],
  ])("or the facade refuses %s with an InputError", async (_, call) => {
    const { cloud, requests } = scripted([PODS]);
    const error = await rejectionOf(call(cloud));
    expect(error).toBeInstanceOf(InputError);
    expect(requests).toHaveLength(0);
  });
});
