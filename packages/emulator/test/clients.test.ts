import { describe, expect, test } from "vitest";
import { fillIds } from "./support/graphql-owner.js";
import { createAccount, createEndpoint, IMAGE } from "./support/account.js";

// What the service's own Python client and command line send, as literal bodies and documents.

interface GraphqlAnswer {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message: string }[];
}

/** A document with what its answer must hold; `{podId}` and the like stand for ids. */
type Row = [string, string, (object | undefined)?, object?];

const DOCUMENTS: readonly Row[] = [
  [
    "myself with keys and settings",
    `query myself { myself { id pubKey notifyPodsStale notifyPodsGeneral notifyLowBalance clientBalance currentSpendPerHr } }`,
  ],
  [
    "one type of GPU with its prices",
    `query GpuTypes { gpuTypes(input: { id: "NVIDIA L4" }) { maxGpuCount id displayName manufacturer memoryInGb cudaCores secureCloud communityCloud securePrice communityPrice oneMonthPrice threeMonthPrice oneWeekPrice communitySpotPrice secureSpotPrice lowestPrice(input: { gpuCount: 1 }) { minimumBidPrice uninterruptablePrice } } }`,
  ],
  [
    "the stock by data center",
    `query { gpuTypes { id lowestPrice(input: { gpuCount: 1, minDisk: 0, minMemoryInGb: 8, minVcpuCount: 2, secureCloud: true, countryCode: "", dataCenterId: "" }) { minimumBidPrice uninterruptablePrice minVcpu minMemory stockStatus } } }`,
  ],
  [
    "the countries",
    `query { countryCodes }`,
    undefined,
    { countryCodes: expect.arrayContaining(["RO", "US"]) as unknown },
  ],
  [
    "one Pod with its runtime",
    `query pod { pod(input: { podId: "{podId}" }) { id name desiredStatus runtime { uptimeInSeconds ports { ip isIpPublic privatePort publicPort type } gpus { id gpuUtilPercent memoryUtilPercent } container { cpuPercent memoryPercent } } } }`,
    undefined,
    { pod: { id: "{podId}" } },
  ],
  [
    "the deploy of a Pod with blank ids",
    `mutation d($input: PodFindAndDeployOnDemandInput) { podFindAndDeployOnDemand(input: $input) { id costPerHr } }`,
    {
      input: {
        cloudType: "SECURE",
        containerDiskInGb: 20,
        dataCenterId: "",
        deployCost: 0.9,
        dockerArgs: "",
        env: [],
        gpuCount: 1,
        gpuTypeId: "NVIDIA L4",
        imageName: IMAGE,
        minMemoryInGb: 20,
        minVcpuCount: 1,
        name: "b",
        networkVolumeId: "",
        ports: "",
        startSsh: true,
        supportPublicIp: false,
        templateId: "runpod-ubuntu",
        volumeInGb: 1,
        volumeMountPath: "/runpod",
      },
    },
  ],
  [
    "the endpoints of the account",
    `query Query { myself { endpoints { aiKey gpuIds id idleTimeout name networkVolumeId locations scalerType scalerValue templateId type userId version workersMax workersMin workersStandby gpuCount env { key value } createdAt networkVolume { id dataCenterId } } } }`,
  ],
  [
    "the save of an endpoint",
    `mutation { saveEndpoint(input: { gpuIds: "AMPERE_16", idleTimeout: 5, locations: "", name: "e -fb", networkVolumeId: "", scalerType: "QUEUE_DELAY", scalerValue: 4, templateId: "{templateId}", workersMax: 3, workersMin: 0, gpuCount: 1, allowedCudaVersions: "" }) { gpuIds id idleTimeout locations name scalerType scalerValue templateId workersMax workersMin flashBootType } }`,
  ],
  [
    "the save of a template",
    `mutation { saveTemplate(input: { name: "t", imageName: "a", dockerArgs: "", containerDiskInGb: 10, volumeInGb: 0, volumeMountPath: "/workspace", ports: "", env: [], isServerless: false, startSsh: true, startJupyter: false, isPublic: false, containerRegistryAuthId: "", readme: "" }) { id name imageName ports env { key value } } }`,
  ],
  [
    "a new secret",
    `mutation { secretCreate(input: { name: "s", value: "v", description: "d" }) { id name description createdAt } }`,
    undefined,
    { secretCreate: { name: "s", description: "d" } },
  ],
  [
    "the secrets",
    `query { myself { secrets { id name description createdAt lastRetrievedAt } } }`,
    undefined,
    { myself: { secrets: [] } },
  ],
  [
    "the hub, which is empty",
    `query listings($input: ListingsInput!) { listings(input: $input) { id title } listing(id: "a") { id } listingFromRepo(repoOwner: "a", repoName: "b") { id } }`,
    { input: { searchQuery: "text", limit: 10 } },
    { listings: [], listing: null, listingFromRepo: null },
  ],
  [
    "the public models",
    `query { allAiApiPublicConfigs { id aiApiId modelName displayName description metadata isLive createdAt updatedAt } }`,
    undefined,
    {
      allAiApiPublicConfigs: expect.arrayContaining([
        expect.objectContaining({ aiApiId: "black-forest-labs-flux-1-dev" }),
      ]) as unknown,
    },
  ],
  [
    "the data centers with an S3-compatible API",
    `query { dataCenters { id s3apiEnabled } }`,
    undefined,
    {
      dataCenters: expect.arrayContaining([
        { id: "EU-RO-1", s3apiEnabled: true },
        { id: "EU-SE-1", s3apiEnabled: false },
      ]) as unknown,
    },
  ],
  [
    "the capacity by version of CUDA",
    `query { gpuTypes(input: { ids: ["NVIDIA L4"] }) { lowestPrice(input: { gpuCount: 1, allowedCudaVersions: ["12.8"], secureCloud: true }) { stockStatus gpuTypeCudaVersions { cudaVersion availability } } } }`,
    undefined,
    {
      gpuTypes: [
        {
          lowestPrice: {
            gpuTypeCudaVersions: expect.arrayContaining([
              { cudaVersion: "12.8", availability: "AVAILABLE" },
            ]) as unknown,
          },
        },
      ],
    },
  ],
  [
    "what an endpoint is restored from",
    `query EndpointSnapshot($id: String!) { myself { endpoint(id: $id) { id name gpuIds gpuCount workersMin workersMax idleTimeout scalerType scalerValue executionTimeoutMs requestTTL flashBootType locations allowedCudaVersions minCudaVersion instanceIds } } }`,
    { id: "{endpointId}" },
    { myself: { endpoint: { instanceIds: [] } } },
  ],
  [
    "a new cluster",
    `mutation CreateCluster($input: CreateClusterInput!) { createCluster(input: $input) { id name type podCount pods { clusterIdx clusterIp clusterRole } } }`,
    {
      input: {
        clusterName: "c",
        type: "TRAINING",
        gpuTypeId: "NVIDIA H100 80GB HBM3",
        podCount: 2,
        gpuCountPerPod: 8,
        imageName: IMAGE,
        startSsh: true,
      },
    },
    {
      createCluster: {
        name: "c",
        podCount: 2,
        pods: [{ clusterIdx: 0, clusterRole: "PRIMARY" }, { clusterIdx: 1 }],
      },
    },
  ],
  [
    "the state of the workers",
    `query { myself { endpoint(id: "{endpointId}") { id workerState(input: { granularity: LIVE }) { time ready running throttled initializing idle unhealthy } pods { id desiredStatus } } } }`,
  ],
];

async function accountWithResources() {
  const account = createAccount();
  const pod = await account.callOk("POST", "/v1/pods", { imageName: IMAGE });
  const { id: endpointId, templateId } = await createEndpoint(account);
  const ids = { podId: pod.id, templateId, endpointId };
  const fill = <Value>(value: Value) => fillIds(value, ids);
  return { ...account, ids, fill };
}

describe("the emulator answers a document of the service's own tools:", () => {
  test.each<Row>(DOCUMENTS)(
    "%s",
    async (_, query, variables = {}, expected = {}) => {
      const { callOk, fill } = await accountWithResources();
      // The command line sends the member even when it is empty.
      const body = { query: fill(query), variables: fill(variables) };
      const answer = await callOk<GraphqlAnswer>("POST", "/graphql", body);
      expect(answer.errors).toBeUndefined();
      // JSON has no matchers, and only the text of an id is filled.
      const wanted = JSON.stringify(expected).includes("Id}")
        ? fill(expected)
        : expected;
      expect(answer.data).toMatchObject(wanted);
    },
  );

  test("a secret, a login and the settings of the user stay across a snapshot, and a deleted secret is gone", async () => {
    const { emulator, callOk } = createAccount();
    const ask = async (query: string) =>
      (await callOk<GraphqlAnswer>("POST", "/graphql", { query })).data;
    await ask(
      `mutation { updateUserSettings(input: { pubKey: "k" }) { id } secretCreate(input: { name: "s", value: "v" }) { id } saveRegistryAuth(input: { name: "a", username: "u", password: "p" }) { id } }`,
    );
    const snapshot = emulator.snapshot();
    expect(JSON.stringify(snapshot)).not.toContain('"v"');
    emulator.reset();
    emulator.restore(snapshot);
    const data = await ask(
      "{ myself { pubKey containerRegistryCreds { name } secrets { id name } } }",
    );
    expect(data).toMatchObject({
      myself: { containerRegistryCreds: [{ name: "a" }] },
    });
    const { myself } = data as {
      myself: { pubKey: string; secrets: { id: string; name: string }[] };
    };
    expect([myself.pubKey, myself.secrets[0]?.name]).toEqual(["k", "s"]);
    const id = myself.secrets[0]?.id ?? "";
    await ask(`mutation { secretDelete(id: "${id}") }`);
    expect(await ask("{ myself { secrets { id } } }")).toEqual({
      myself: { secrets: [] },
    });
  });
});
