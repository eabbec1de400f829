import { INPUT, POD } from "./inputs.mjs";

/** What each call costs without any client. */
export function createCalls({ url, key, fetch }) {
  const authorization = `Bearer ${key}`;
  const json = { authorization, "content-type": "application/json" };
  const post = async (path, body) => {
    const request = {
      method: "POST",
      headers: json,
      body: JSON.stringify(body),
    };
    return (await fetch(url + path, request)).json();
  };
  return {
    get: async () =>
      (await fetch(`${url}/pods/p1`, { headers: { authorization } })).json(),
    create: () => post("/pods", POD),
    submit: () => post("/v2/flux-dev/run", { input: INPUT }),
    runSync: () => post("/v2/flux-dev/runsync", { input: INPUT }),
    query: () => post("/graphql", { query: "query { pods { id name } }" }),
  };
}
