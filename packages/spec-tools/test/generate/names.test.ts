import { describe, expect, test } from "vitest";
import { methodName, resourceName } from "../../src/document/names.js";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../../../src/index.js";

/** The name in the client, and the operationId, the tag and the path from which the name is derived. */
type Row = readonly [name: string, id: string, tag: string, path: string];

// An update takes the name of its POST spelling.
// prettier-ignore
const REST: readonly Row[] = [
  ["pods.list",                     "ListPods",                    "pods",                     "/pods"],
  ["pods.create",                   "CreatePod",                   "pods",                     "/pods"],
  ["pods.get",                      "GetPod",                      "pods",                     "/pods/{podId}"],
  ["pods.update",                   "UpdatePod",                   "pods",                     "/pods/{podId}/update"],
  ["pods.delete",                   "DeletePod",                   "pods",                     "/pods/{podId}"],
  ["pods.start",                    "StartPod",                    "pods",                     "/pods/{podId}/start"],
  ["pods.stop",                     "StopPod",                     "pods",                     "/pods/{podId}/stop"],
  ["pods.reset",                    "ResetPod",                    "pods",                     "/pods/{podId}/reset"],
  ["pods.restart",                  "RestartPod",                  "pods",                     "/pods/{podId}/restart"],
  ["endpoints.list",                "ListEndpoints",               "endpoints",                "/endpoints"],
  ["endpoints.create",              "CreateEndpoint",              "endpoints",                "/endpoints"],
  ["endpoints.get",                 "GetEndpoint",                 "endpoints",                "/endpoints/{endpointId}"],
  ["endpoints.update",              "UpdateEndpoint",              "endpoints",                "/endpoints/{endpointId}/update"],
  ["endpoints.delete",              "DeleteEndpoint",              "endpoints",                "/endpoints/{endpointId}"],
  ["networkVolumes.list",           "ListNetworkVolumes",          "network volumes",          "/networkvolumes"],
  ["networkVolumes.create",         "CreateNetworkVolume",         "network volumes",          "/networkvolumes"],
  ["networkVolumes.get",            "GetNetworkVolume",            "network volumes",          "/networkvolumes/{networkVolumeId}"],
  ["networkVolumes.update",         "UpdateNetworkVolume",         "network volumes",          "/networkvolumes/{networkVolumeId}/update"],
  ["networkVolumes.delete",         "DeleteNetworkVolume",         "network volumes",          "/networkvolumes/{networkVolumeId}"],
  ["templates.list",                "ListTemplates",               "templates",                "/templates"],
  ["templates.create",              "CreateTemplate",              "templates",                "/templates"],
  ["templates.get",                 "GetTemplate",                 "templates",                "/templates/{templateId}"],
  ["templates.update",              "UpdateTemplate",              "templates",                "/templates/{templateId}/update"],
  ["templates.delete",              "DeleteTemplate",              "templates",                "/templates/{templateId}"],
  ["containerRegistryAuths.list",   "ListContainerRegistryAuths",  "container registry auths", "/containerregistryauth"],
  ["containerRegistryAuths.create", "CreateContainerRegistryAuth", "container registry auths", "/containerregistryauth"],
  ["containerRegistryAuths.get",    "GetContainerRegistryAuth",    "container registry auths", "/containerregistryauth/{id}"],
  ["containerRegistryAuths.delete", "DeleteContainerRegistryAuth", "container registry auths", "/containerregistryauth/{id}"],
  ["billing.pods",                  "PodBilling",                  "billing",                  "/billing/pods"],
  ["billing.endpoints",             "EndpointBilling",             "billing",                  "/billing/endpoints"],
  ["billing.networkVolumes",        "NetworkVolumeBilling",        "billing",                  "/billing/networkvolumes"],
];

// prettier-ignore
const JOBS: readonly Row[] = [
  ["jobs.run",        "RunJob",        "jobs", "/v2/{slug}/run"],
  ["jobs.runSync",    "RunSyncJob",    "jobs", "/v2/{slug}/runsync"],
  ["jobs.status",     "JobStatus",     "jobs", "/v2/{slug}/status/{jobId}"],
  ["jobs.stream",     "StreamJob",     "jobs", "/v2/{slug}/stream/{jobId}"],
  ["jobs.cancel",     "CancelJob",     "jobs", "/v2/{slug}/cancel/{jobId}"],
  ["jobs.retry",      "RetryJob",      "jobs", "/v2/{slug}/retry/{jobId}"],
  ["jobs.purgeQueue", "PurgeJobQueue", "jobs", "/v2/{slug}/purge-queue"],
  ["jobs.health",     "JobHealth",     "jobs", "/v2/{slug}/health"],
];

// Names in the spellings of other documents.
// prettier-ignore
const OTHERS: readonly Row[] = [
  ["pods.hibernate",        "HibernatePod",        "pods",      "/pods/{podId}/hibernate"],
  ["pods.list",             "listPods",            "pods",      "/pods"],
  ["pods.list",             "list_pods",           "pods",      "/pods"],
  ["pods.list",             "list-pods",           "Pods",      "/pods"],
  ["pods.list",             "pods.list",           "pods",      "/pods"],
  ["pods.getLogs",          "GetPodLogs",          "pods",      "/pods/{podId}/logs"],
  ["gpuTypes.list",         "ListGPUTypes",        "GPU types", "/gputypes"],
  ["gpuTypes.list",         "ListGpuTypes",        "gpu-types", "/gputypes"],
  ["pods.renameEverywhere", "RenamePodEverywhere", "pods",      "/pods/{podId}/rename"],
  ["pods.getMachine",       "GetMachine",          "pods",      "/pods/{podId}/machine"],
  ["access.grant",          "GrantAccess",         "access",    "/access"],
];

describe("resourceName and methodName", () => {
  test.each([...REST, ...JOBS, ...OTHERS])(
    "give %s for %s",
    (name, id, tag, path) => {
      expect(nameOf(id, tag, path)).toBe(name);
    },
  );

  test("give the first fixed segment of the path where there is no tag", () => {
    const naming = { tag: undefined, id: "ListPods" };
    for (const path of ["/pods", "/pods/{podId}", "/{account}/pods"])
      expect(resourceName({ ...naming, path })).toBe("pods");
    expect(methodName({ ...naming, path: "/pods" })).toBe("list");
  });
});

describe("methodName and resourceName give no name", () => {
  test.each([
    ["what is left of the operationId is nothing", "Pods", "pods", "/x"],
    ["it would begin with a digit", "2Pods", "pods", "/x"],
    ["every object has a member of that name", "toString", "pods", "/x"],
    ["every object has a constructor", "constructor", "pods", "/x"],
    ["it holds no letter of the alphabet", "перечень", "pods", "/x"],
  ])("to a function where %s", (_, id, tag, path) => {
    expect(methodName({ id, tag, path })).toBeUndefined();
  });

  test.each([
    ["the tag is empty", "", "/pods"],
    ["the tag is no word", "***", "/pods"],
    ["the tag is the name of an inherited member", "constructor", "/pods"],
    ["neither tag nor path has a word", undefined, "/{podId}"],
  ])("to a resource where %s", (_, tag, path) => {
    expect(resourceName({ id: "ListPods", tag, path })).toBeUndefined();
  });
});

test("createClient has exactly the resources and functions of the table", () => {
  const { apiKey, urls } = createEmulator();
  const members = Object.entries(createClient({ apiKey, ...urls }));
  const others = [
    "download",
    "graphql",
    "job",
    "jobsRest",
    "model",
    "rest",
    "v2",
    "v2Rest",
  ];
  const names = members
    .filter(([member]) => !others.includes(member))
    .flatMap(([resource, functions]) =>
      Object.keys(functions as object).map((name) => `${resource}.${name}`),
    );
  expect(names.sort()).toEqual(REST.map(([name]) => name).sort());
});

function nameOf(id: string, tag: string, path: string): string {
  const naming = { id, tag, path };
  return `${String(resourceName(naming))}.${String(methodName(naming))}`;
}
