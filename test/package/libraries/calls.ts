import type { Client } from "../../../src/index.js";

/** Makes a call of each kind and prints how each ends. */
const outcomes: Record<string, string> = {};

const respond: typeof fetch = (input) => {
  const { url } = new Request(input);
  const isGraphql = url.includes("/graphql");
  const data = { myself: { id: "u" } };
  return Promise.resolve(
    Response.json(isGraphql ? { data } : { id: "j1", status: "IN_QUEUE" }),
  );
};

const calls: Readonly<Record<string, (cloud: Client) => Promise<unknown>>> = {
  "pods.get": (cloud) => cloud.pods.get("p1"),
  "model.run": (cloud) => cloud.model("m").run({ prompt: "x" }),
  "rest.GET": (cloud) => cloud.rest.GET("/pods"),
  "graphql.myself": (cloud) => cloud.graphql.myself(),
  "graphql.request": (cloud) => cloud.graphql.request("{ myself { id } }"),
};

try {
  const { createClient } = await import("../../../src/index.js");
  const cloud = createClient({
    apiKey: "test-key-0123456789",
    baseUrl: "https://rest.test/v1",
    publicBaseUrl: "https://jobs.test",
    graphqlUrl: "https://graph.test/graphql",
    fetch: respond,
  });
  for (const [name, call] of Object.entries(calls))
    outcomes[name] = await call(cloud).then(() => "resolved", messageOf);
} catch (error) {
  outcomes["import"] = messageOf(error);
}
console.log(JSON.stringify(outcomes));

/** The message of the innermost cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : messageOf(error.cause);
}
