import { describe, expect, test } from "vitest";
import { createEmulatedClient } from "../support/emulated-client.js";
import { KEY, scripted } from "../support/scripted-fetch.js";

describe("cloud.jobsRest", () => {
  test("submits a job and asks for its status with openapi-fetch's own result", async () => {
    const { cloud } = createEmulatedClient();
    const slug = "flux-schnell";
    const { data, response } = await cloud.jobsRest.POST("/v2/{slug}/run", {
      params: { path: { slug } },
      body: { input: { prompt: "a lighthouse" } },
    });
    expect(response.status).toBe(200);
    const jobId = data?.id ?? "";
    const path = { slug, jobId };
    const state = await cloud.jobsRest.GET("/v2/{slug}/status/{jobId}", {
      params: { path },
    });
    expect(state.data).toMatchObject({ id: jobId, status: "IN_QUEUE" });
    const missing = await cloud.jobsRest.GET("/v2/{slug}/status/{jobId}", {
      params: { path: { slug, jobId: "none" } },
    });
    expect(missing.response.status).toBe(404);
    expect(missing.error).toBeDefined();
  });

  test("sends the key, and keeps to the address of the job API", async () => {
    const { cloud, requests } = scripted([{ json: {} }]);
    const params = { path: { slug: "a/b" } };
    await cloud.jobsRest.GET("/v2/{slug}/health", { params });
    expect(requests[0]?.url).toBe("https://jobs.test/v2/a%2Fb/health");
    expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${KEY}`);
    const leaving = cloud.jobsRest.GET("/../v1/pods" as "/v2/{slug}/health", {
      params,
    });
    await expect(leaving).rejects.toMatchObject({ parameter: "path" });
  });
});
