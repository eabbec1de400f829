import { describe, expect, test } from "vitest";
import { methodName, resourceName } from "../../src/document/names.js";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../../../src/index.js";

/** The functions of the client for version 0.1.0, by resource. */
const FUNCTIONS = {
  pods: "list create get update delete start stop reset restart",
  endpoints: "list create get update delete",
  networkVolumes: "list create get update delete",
  templates: "list create get update delete",
  containerRegistryAuths: "list create get delete",
  billing: "pods endpoints networkVolumes",
};

test("createClient has exactly the resources and functions of the interface", () => {
  const { apiKey, urls } = createEmulator();
  const client = createClient({ apiKey, ...urls });
  const others = "download fetch graphql job jobsRest model rest v2 v2Rest";
  expect(Object.keys(client).sort()).toEqual(
    [...Object.keys(FUNCTIONS), ...others.split(" ")].sort(),
  );
  for (const [resource, names] of Object.entries(FUNCTIONS)) {
    const functions = Reflect.get(client, resource) as object;
    expect(Object.keys(functions).sort(), resource).toEqual(
      names.split(" ").sort(),
    );
  }
});

describe("resourceName and methodName", () => {
  // prettier-ignore
  test.each([
    ["pods.list",             "ListPods",            "pods",            "/pods"],
    ["pods.update",           "UpdatePod",           "pods",            "/pods/{podId}/update"],
    ["networkVolumes.create", "CreateNetworkVolume", "network volumes", "/networkvolumes"],
    ["billing.pods",          "PodBilling",          "billing",         "/billing/pods"],
    ["jobs.runSync",          "RunSyncJob",          "jobs",            "/v2/{slug}/runsync"],
    ["pods.list",             "listPods",            "pods",            "/pods"],
    ["pods.list",             "list-pods",           "Pods",            "/pods"],
    ["pods.getLogs",          "GetPodLogs",          "pods",            "/pods/{podId}/logs"],
    ["gpuTypes.list",         "ListGPUTypes",        "GPU types",       "/gputypes"],
    ["gpuTypes.list",         "ListGpuTypes",        "gpu-types",       "/gputypes"],
    ["pods.renameEverywhere", "RenamePodEverywhere", "pods",            "/pods/{podId}/rename"],
    ["pods.getMachine",       "GetMachine",          "pods",            "/pods/{podId}/machine"],
    ["access.grant",          "GrantAccess",         "access",          "/access"],
  ])("give %s for %s", (name, id, tag, path) => {
    const naming = { id, tag, path };
    expect(`${resourceName(naming)}.${methodName(naming)}`).toBe(name);
  });

  test("give the first fixed segment of the path where there is no tag", () => {
    const naming = { tag: undefined, id: "ListPods" };
    for (const path of ["/pods", "/pods/{podId}", "/{account}/pods"])
      expect(resourceName({ ...naming, path })).toBe("pods");
    expect(methodName({ ...naming, path: "/pods" })).toBe("list");
  });

  test.each([
    ["what is left of the operationId is nothing", "Pods"],
    ["it would begin with a digit", "2Pods"],
    ["every object has a member of that name", "toString"],
    ["it holds no letter of the alphabet", "перечень"],
  ])("give no name to a function where %s", (_, id) => {
    expect(methodName({ id, tag: "pods", path: "/x" })).toBeUndefined();
  });

  test.each([
    ["the tag is no word", "***", "/pods"],
    ["the tag is the name of an inherited member", "constructor", "/pods"],
    ["neither tag nor path has a word", undefined, "/{podId}"],
  ])("give no name to a resource where %s", (_, tag, path) => {
    expect(resourceName({ id: "ListPods", tag, path })).toBeUndefined();
  });
});
