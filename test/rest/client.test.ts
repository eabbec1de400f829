import createFetcher, { type Middleware } from "openapi-fetch";
import { describe, expect, test } from "vitest";
import { scripted, silent, type Step } from "../support/scripted-fetch.js";

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

  test("runs no middleware that was ejected, and leaves the others", async () => {
    const { cloud } = scripted([PODS]);
    const seen: string[] = [];
    const [a, b] = [marks("a", seen), marks("b", seen)];
    cloud.rest.use(a, b);
    cloud.rest.eject(a, marks("unknown", seen));
    await cloud.rest.GET("/pods");
    expect(seen).toEqual(["b request", "b response"]);
  });

  test("runs the middleware of the moment of the call, whatever is added or ejected after it", async () => {
    const { cloud } = scripted([PODS]);
    const seen: string[] = [];
    const a = marks("a", seen);
    cloud.rest.use(a);
    const call = cloud.rest.GET("/pods");
    cloud.rest.eject(a);
    cloud.rest.use(marks("added", seen));
    await call;
    expect(seen).toEqual(["a request", "a response"]);
  });

  test.each([[{}], ["text"], [7], [() => undefined]])(
    "refuses %j as a middleware at once, as openapi-fetch does",
    (wrong) => {
      const { rest } = scripted([PODS]).cloud;
      expect(() => createFetcher().use(wrong as Middleware)).toThrow();
      expect(() => rest.use(wrong as Middleware)).toThrow();
    },
  );

  test("ignores an undefined middleware, as openapi-fetch does", async () => {
    const { rest } = scripted([PODS]).cloud;
    rest.use(undefined as unknown as Middleware);
    expect((await rest.GET("/pods")).data).toEqual([]);
  });

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

  test("rejects with the reason of an abort while a middleware sends by itself", async () => {
    const { cloud } = scripted([silent]);
    const controller = new AbortController();
    const { signal } = controller;
    cloud.rest.use({
      onRequest: ({ request, options }) => options.fetch(request),
    });
    const call = cloud.rest.POST("/pods", { body: {}, signal });
    setTimeout(() => controller.abort("enough"), 20);
    await expect(call).rejects.toBe("enough");
  });

  test("shows no value of a header that cannot be sent", async () => {
    const { cloud, requests } = scripted([PODS]);
    const headers = { "x-token": "my-secret\nvalue" };
    await expect(cloud.rest.GET("/pods", { headers })).rejects.toMatchObject({
      code: "invalid_input",
      parameter: "headers",
      maybeSent: false,
      message: 'rest.GET: headers hold a header that cannot be sent: "x-token"',
    });
    expect(requests).toHaveLength(0);
  });

  test("shows a status that no Response can have as it came", async () => {
    const odd = () =>
      Object.defineProperty(new Response("no"), "status", { value: 999 });
    const step = () => Object.defineProperty(odd(), "ok", { value: false });
    const { cloud } = scripted([step]);
    const { error, response } = await cloud.rest.GET("/pods");
    expect(error).toBe("no");
    expect([response.status, response.ok]).toEqual([999, false]);
  });
});
