import createClient from "openapi-fetch";
import { INPUT, POD } from "./inputs.mjs";

export function createCalls({ url, key, fetch }) {
  const headers = { authorization: `Bearer ${key}` };
  const client = createClient({ baseUrl: url, headers, fetch });
  const params = { path: { slug: "flux-dev" } };
  return {
    get: () =>
      client.GET("/pods/{podId}", { params: { path: { podId: "p1" } } }),
    create: () => client.POST("/pods", { body: POD }),
    submit: () =>
      client.POST("/v2/{slug}/run", { params, body: { input: INPUT } }),
    runSync: () =>
      client.POST("/v2/{slug}/runsync", { params, body: { input: INPUT } }),
  };
}
