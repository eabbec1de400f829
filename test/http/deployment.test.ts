import { afterEach, describe, expect, it, vi } from "vitest";
import {
  createClient,
  type ClientOptions,
  type DeploymentName,
} from "../../src/index.js";
import { failure } from "../support/scripted-fetch.js";

afterEach(() => vi.unstubAllEnvs());

/** The hosts that one call of each built-in surface reaches. */
async function hostsOf(options: ClientOptions): Promise<readonly string[]> {
  const hosts: string[] = [];
  const fetch = (input: string | URL | Request) => {
    hosts.push(new URL(input instanceof Request ? input.url : input).host);
    return Promise.resolve(Response.json({}, { status: 404 }));
  };
  const cloud = createClient({
    apiKey: "a-key-of-this-test",
    fetch,
    ...options,
  });
  await failure(cloud.pods.get("p1"));
  await failure(cloud.model("m").job("j1").status());
  await failure(cloud.graphql.myself());
  return hosts;
}

const RUNPOD = ["rest.runpod.io", "api.runpod.ai", "api.runpod.io"];

describe("the deployment of a client", () => {
  it("fills in each address", async () => {
    expect(await hostsOf({ deployment: "runpod" })).toEqual(RUNPOD);
    vi.stubEnv("CLOUD_COMPUTE_DEPLOYMENT", "runpod");
    expect(await hostsOf({})).toEqual(RUNPOD);
  });

  it("gives way to an option and to an environment variable with an address", async () => {
    vi.stubEnv("CLOUD_COMPUTE_GRAPHQL_URL", "https://graphql.test/graphql");
    const baseUrl = "https://rest.test/v1";
    expect(await hostsOf({ deployment: "runpod", baseUrl })).toEqual([
      "rest.test",
      "api.runpod.ai",
      "graphql.test",
    ]);
  });

  it("is refused when it is not known", () => {
    expect(() =>
      createClient({
        apiKey: "a-key-of-this-test",
        deployment: "runpdo" as DeploymentName,
      }),
    ).toThrow(
      'deployment (or CLOUD_COMPUTE_DEPLOYMENT) is "runpdo"; known deployments: runpod',
    );
  });

  it("is named in the error of a missing address, with the address", async () => {
    const cloud = createClient({ apiKey: "a-key-of-this-test" });
    const error = await failure(cloud.model("m").run({}));
    expect(String(error)).toContain(
      'set the option `publicBaseUrl` or the environment variable CLOUD_COMPUTE_PUBLIC_BASE_URL; `deployment: "runpod"` sets it to https://api.runpod.ai',
    );
  });
});
