import ky from "ky";
import { INPUT, POD } from "./inputs.mjs";

export function createCalls({ url, key, fetch }) {
  const headers = { authorization: `Bearer ${key}` };
  const client = ky.create({ prefixUrl: url, headers, fetch });
  return {
    get: () => client.get("pods/p1").json(),
    create: () => client.post("pods", { json: POD }).json(),
    submit: () =>
      client.post("v2/flux-dev/run", { json: { input: INPUT } }).json(),
  };
}
