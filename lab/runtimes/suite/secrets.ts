import { CloudComputeError, createClient } from "cloud-compute-sdk";
import { assert, type Case } from "./context.js";

/** Runs last, because the case searches what all other cases failed with. */
export const secretCase: Case = {
  name: "the key is in no error, in whatever form the error is printed",
  run: async ({ cloud, absent, environment, fail, rejection, rejections }) => {
    const { apiKey } = environment;
    const body = { error: `${apiKey} is not allowed`, [apiKey]: apiKey };
    await fail("GET /pods", { status: 403, headers: { echo: apiKey }, body });
    await rejection(cloud.pods.list());
    // GraphQL has the key in its address, and some platforms put the address into the error of a connection.
    await rejection(absent.graphql.myself());
    const elsewhere = createClient({ apiKey, baseUrl: environment.absent });
    await rejection(elsewhere.rest.POST("/pods", { body: {}, retries: 0 }));
    const ours = rejections.filter((one) => one instanceof CloudComputeError);
    assert(ours.length > 12, "there are errors of all kinds");
    for (const error of ours)
      for (const text of textsOf(error))
        assert(!text.includes(apiKey), `the key is not in ${error.message}`);
  },
};

/** Every text that an error can be turned into. */
function textsOf(error: Error): string[] {
  const found = [String(error), JSON.stringify(error)];
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const inspect = process?.getBuiltinModule?.("node:util").inspect;
  if (inspect) found.push(inspect(error, { depth: 9, showHidden: true }));
  collect(error, found, new Set());
  return found;
}

function collect(value: unknown, found: string[], seen: Set<unknown>): void {
  if (typeof value === "string") found.push(value);
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof Headers) collect([...value], found, seen);
  for (const name of Reflect.ownKeys(value)) {
    found.push(String(name));
    collect(Reflect.get(value, name), found, seen);
  }
}
