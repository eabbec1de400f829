import createFetcher, { type Middleware } from "openapi-fetch";
import { describe, expect, test, vi } from "vitest";
import { InputError, type Client } from "../../src/index.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import { rejectionOf } from "../support/rejection.js";
import {
  failure,
  scripted,
  silent,
  type Step,
} from "../support/scripted-fetch.js";

const PODS: Step = { json: [] };

describe("cloud.rest", () => {
  test("has the members of an openapi-fetch client, and no other", () => {
    const { rest } = scripted([PODS]).cloud;
    expect(Object.keys(rest).sort()).toEqual(
      Object.keys(createFetcher()).sort(),
    );
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

  test("shows no value of a header that cannot be sent", async () => {
    const { cloud, requests } = scripted([PODS]);
    const headers = { "x-token": "my-secret\nvalue" };
    const inits: readonly Record<string, unknown>[] = [
      { headers },
      { params: { header: headers } },
    ];
    for (const init of inits)
      await expect(cloud.rest.GET("/pods", init)).rejects.toMatchObject({
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

  test("ends at its timeout in spite of a silent service", async () => {
    vi.useFakeTimers();
    const options: object = { timeout: 200 };
    const { rest } = scripted([silent]).cloud;
    const call = rest.POST("/pods", { body: {}, ...options });
    const error = await failure(call);
    expect(error).toMatchObject({ code: "timeout", maybeSent: true });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test.each<[string, (cloud: Client) => Promise<unknown>]>([
    ["null", ({ rest }) => rest.GET("/pods", null as never)],
    ["null options", ({ pods }) => pods.list({}, null as never)],
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

describe("cloud.jobsRest", () => {
  test("submits a job and asks for its status with openapi-fetch's own result", async () => {
    const { cloud } = createEmulatedClient();
    const slug = "flux-schnell";
    const { data } = await cloud.jobsRest.POST("/v2/{slug}/run", {
      params: { path: { slug } },
      body: { input: { prompt: "a lighthouse" } },
    });
    const jobId = data?.id ?? "";
    const state = await cloud.jobsRest.GET("/v2/{slug}/status/{jobId}", {
      params: { path: { slug, jobId } },
    });
    expect(state.response.status).toBe(200);
    expect(state.data).toMatchObject({ id: jobId, status: "IN_QUEUE" });
  });

  test("keeps to the address of the job API", async () => {
    const { cloud, requests } = scripted([{ json: {} }]);
    const params = { path: { slug: "a/b" } };
    await cloud.jobsRest.GET("/v2/{slug}/health", { params });
    expect(requests[0]?.url).toBe("https://jobs.test/v2/a%2Fb/health");
    const leaving = cloud.jobsRest.GET("/../v1/pods" as "/v2/{slug}/health", {
      params,
    });
    await expect(leaving).rejects.toMatchObject({ parameter: "path" });
  });
});
