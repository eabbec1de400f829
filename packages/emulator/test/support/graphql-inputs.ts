import { IMAGE } from "./account.js";

/** What an answer must have: members of the data of its first field, or the message of an error. */
export type Expected = object | string | null | RegExp;

/** A value of a field, what the answer then has, and what else must be sent for it. */
export type Row = readonly [value: unknown, expected: Expected, more?: object];

/** How the fields of an input type are tried. Names in braces stand for ids. */
interface TriedInput {
  readonly document: string;
  readonly base: object;
  readonly wrap?: (fields: object) => object;
  readonly fields: Readonly<Record<string, Row>>;
}

/** Rows of fields that the answer shows as they were given. */
function same<Name extends string>(
  values: Readonly<Record<Name, unknown>>,
): Record<Name, Row> {
  const rows = Object.entries(values).map(([name, value]) => [
    name,
    [value, { [name]: value }],
  ]);
  return Object.fromEntries(rows) as Record<Name, Row>;
}

const L4 = "NVIDIA L4";
const ITAR = ["ITAR"];

const POD = `id name imageName dockerArgs env port ports containerDiskInGb volumeInGb volumeMountPath networkVolumeId
  containerRegistryAuthId templateId gpuCount costPerHr vcpuCount memoryInGb cpuFlavorId aiApiId volumeKey version
  desiredStatus objectStores { objectStoreId mountPath }
  machine { gpuTypeId dataCenterId secureCloud globalNetwork location }`;

const CONTAINER = {
  ...same({
    imageName: "example/other:2",
    dockerArgs: "sleep 9",
    ports: "7000/http",
    containerDiskInGb: 33,
    volumeMountPath: "/data",
    containerRegistryAuthId: "{authId}",
  }),
  env: [[{ key: "A", value: "1" }], { env: ["A=1"] }],
} as const satisfies Readonly<Record<string, Row>>;

const RENT = {
  ...CONTAINER,
  ...same({
    name: "n",
    networkVolumeId: "{volumeId}",
    templateId: "{podTemplateId}",
  }),
  cloudType: ["COMMUNITY", { machine: { secureCloud: false } }],
  dataCenterId: ["EU-CZ-1", { machine: { dataCenterId: "EU-CZ-1" } }],
  countryCode: ["NO", { machine: { dataCenterId: "EUR-NO-1" } }],
  minDownload: [99_999, /minDownload is above/],
  minUpload: [99_999, /minUpload is above/],
  startSsh: [true, { env: ["PUBLIC_KEY=ssh-ed25519 A"] }],
} as const satisfies Readonly<Record<string, Row>>;

const NOTEBOOK = [
  true,
  { ports: "22/tcp,8888/http" },
  { ports: "22/tcp" },
] as const;

const GPU_RENT = {
  ...RENT,
  ...same({ volumeInGb: 44, port: 7001, gpuCount: 2, volumeKey: "k" }),
  gpuTypeId: ["NVIDIA A40", { machine: { gpuTypeId: "NVIDIA A40" } }],
  minVcpuCount: [17, { vcpuCount: 17 }],
  minMemoryInGb: [99, { memoryInGb: 99 }],
  minDisk: [99_999, /minDisk is above/],
  cudaVersion: ["99.0", /no driver supports this cudaVersion/],
  minCudaVersion: ["99.0", /no driver supports this minCudaVersion/],
  allowedCudaVersions: [
    ["99.0"],
    /no driver supports these allowedCudaVersions/,
  ],
  startJupyter: NOTEBOOK,
} as const satisfies Readonly<Record<string, Row>>;

const PRICE = `stockStatus uninterruptablePrice minVcpu minMemory countryCode`;
const NONE = { stockStatus: null };

/** What a machine is asked for where stock is counted; the answer is a list of one. */
const demands = (wrap: (stock: object) => object) =>
  ({
    minMemoryInGb: [9999, wrap(NONE)],
    minVcpuCount: [999, wrap(NONE)],
    minDisk: [99_999, wrap(NONE)],
    allowedCudaVersions: [["99.0"], wrap(NONE)],
    minCudaVersion: ["99.0", wrap(NONE)],
  }) as const satisfies Readonly<Record<string, Row>>;

const lowest = (price: object) => [{ lowestPrice: price }];
const ENDPOINT = `id name type computeType gpuIds gpuCount instanceIds templateId template { name imageName dockerArgs ports
    containerDiskInGb containerRegistryAuthId startScript advancedStart config env { key value } boundEndpointId }
  workersMin workersMax workersPFBTarget flashBootType idleTimeout executionTimeoutMs scalerType scalerValue locations
  networkVolumeId networkVolumeIds { networkVolumeId dataCenterId } allowedCudaVersions minCudaVersion compliance
  modelReferences flashEnvironmentId requestTTL`;
const SAVE_ENDPOINT = `mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { ${ENDPOINT} } }`;
const TEMPLATE = `id name imageName dockerArgs ports containerDiskInGb volumeInGb volumeMountPath containerRegistryAuthId
  startScript advancedStart startJupyter startSsh isServerless isPublic category readme env { key value }
  portsConfig { port name }`;

/** Every field of these input types has an effect. */
export const INPUTS: Readonly<Record<string, TriedInput>> = {
  PodFindAndDeployOnDemandInput: {
    document: `mutation ($input: PodFindAndDeployOnDemandInput) { podFindAndDeployOnDemand(input: $input) { ${POD} } }`,
    base: { imageName: IMAGE, gpuTypeId: L4 },
    fields: {
      ...GPU_RENT,
      gpuTypeIdList: [
        ["NVIDIA A40"],
        { machine: { gpuTypeId: "NVIDIA A40" } },
        { gpuTypeId: null },
      ],
      computeType: ["CPU", { gpuCount: 0 }, { gpuTypeId: null }],
      instanceIds: [
        ["cpu3c-2-4"],
        { cpuFlavorId: "cpu3c", vcpuCount: 2, memoryInGb: 4 },
        { gpuTypeId: null },
      ],
      compliance: [ITAR, /compliance/],
      deployCost: [0.01, /costs/],
      savingsPlan: [{ planLength: "month" }, /savings plans/],
      objectMounts: [
        [{ objectStoreId: "o", mountPath: "/o" }],
        { objectStores: [{ objectStoreId: "o", mountPath: "/o" }] },
      ],
      globalNetwork: [true, { machine: { globalNetwork: true } }],
      aiApiId: ["a", { aiApiId: "a" }],
    },
  },
  PodRentInterruptableInput: {
    document: `mutation ($input: PodRentInterruptableInput!) { podRentInterruptable(input: $input) { ${POD} } }`,
    base: { imageName: IMAGE, gpuTypeId: L4 },
    fields: { ...GPU_RENT, bidPerGpu: [0.33, { costPerHr: 0.33 }] },
  },
  deployCpuPodInput: {
    document: `mutation ($input: deployCpuPodInput!) { deployCpuPod(input: $input) { ${POD} } }`,
    base: { imageName: IMAGE },
    fields: {
      ...RENT,
      // A CPU Pod has at most 10 GB for each vCPU.
      ...same({ containerDiskInGb: 18, volumeKey: "k" }),
      instanceId: ["cpu3c-4-8", { cpuFlavorId: "cpu3c", memoryInGb: 8 }],
      deployCost: [0.01, /costs/],
      startJupyter: NOTEBOOK,
    },
  },
  PodEditJobInput: {
    document: `mutation ($input: PodEditJobInput!) { podEditJob(input: $input) { ${POD} } }`,
    base: { podId: "{podId}" },
    fields: {
      ...CONTAINER,
      ...same({ port: 7001, volumeInGb: 44 }),
      podId: ["{stoppedId}", { id: "{stoppedId}" }],
    },
  },
  PodBidResumeInput: {
    document: `mutation ($input: PodBidResumeInput!) { podBidResume(input: $input) { ${POD} } }`,
    base: { podId: "{stoppedId}", gpuCount: 1, bidPerGpu: 0.2 },
    fields: {
      podId: ["{podId}", /does not have a change of .*bidPerGpu of a Pod/],
      gpuCount: [2, { gpuCount: 2 }],
      bidPerGpu: [0.33, { costPerHr: 0.33 }],
    },
  },
  PodResumeInput: {
    document: `mutation ($input: PodResumeInput!) { podResume(input: $input) { ${POD} } }`,
    base: { podId: "{stoppedId}" },
    fields: {
      podId: ["{podId}", { id: "{podId}" }],
      gpuCount: [2, { gpuCount: 2 }],
      computeType: ["CPU", /does not have a change of computeType to CPU/],
      syncMachine: [true, /does not have a move to another machine/],
    },
  },
  PodStopInput: {
    document: `mutation ($input: PodStopInput!) { podStop(input: $input) { ${POD} } }`,
    base: { podId: "{podId}" },
    fields: {
      podId: ["{stoppedId}", { id: "{stoppedId}" }],
      incrementVersion: [true, { version: 1 }],
    },
  },
  PodTerminateInput: {
    document: `mutation ($input: PodTerminateInput!) { podTerminate(input: $input) }`,
    base: { podId: "{podId}" },
    fields: { podId: ["no", /^pod not found to terminate$/] },
  },
  PodFilter: {
    document: `query ($input: PodFilter) { pod(input: $input) { id } }`,
    base: { podId: "{podId}" },
    fields: { podId: ["{stoppedId}", { id: "{stoppedId}" }] },
  },
  SaveTemplateInput: {
    document: `mutation ($input: SaveTemplateInput) { saveTemplate(input: $input) { ${TEMPLATE} } }`,
    base: {
      name: "t",
      imageName: IMAGE,
      dockerArgs: "",
      env: [],
      containerDiskInGb: 10,
      volumeInGb: 0,
    },
    fields: {
      ...CONTAINER,
      ...same({
        env: [{ key: "A", value: "1" }],
        id: "{podTemplateId}",
        name: "other",
        volumeInGb: 44,
        portsConfig: [{ port: "7000", name: "web" }],
        startScript: "echo",
        advancedStart: true,
        isServerless: true,
        isPublic: true,
        category: "CPU",
        readme: "# a",
        startJupyter: true,
        startSsh: true,
      }),
    },
  },
  PodTemplateInput: {
    document: `query ($input: PodTemplateInput) { podTemplates(input: $input) { id } }`,
    base: {},
    fields: {
      isRunpod: [
        false,
        [
          { id: "public-notebook" },
          { id: "{podTemplateId}" },
          { id: "{templateId}" },
          { id: "{freeId}" },
        ],
      ],
    },
  },
  EndpointInput: {
    document: SAVE_ENDPOINT,
    base: { name: "a", templateId: "{templateId}", gpuIds: "ADA_24" },
    fields: {
      ...same({
        id: "{endpointId}",
        name: "b",
        type: "LB",
        templateId: "{freeId}",
        gpuIds: "AMPERE_16,-NVIDIA RTX A4500",
        gpuCount: 2,
        workersMin: 1,
        workersMax: 7,
        workersPFBTarget: 2,
        flashBootType: "PRIORITY_FLASHBOOT",
        idleTimeout: 42,
        executionTimeoutMs: 5000,
        scalerType: "REQUEST_COUNT",
        scalerValue: 9,
        locations: "US",
        networkVolumeId: "{volumeId}",
        allowedCudaVersions: "12.8,12.9",
        minCudaVersion: "12.4",
        compliance: ["GDPR"],
        modelReferences: ["a/b:main"],
        flashEnvironmentId: "f",
        requestTTL: 9000,
      }),
      template: [
        { name: "own", imageName: IMAGE },
        { template: { name: "own" } },
        { templateId: null },
      ],
      hubReleaseId: ["hub-release-text", /hubReleaseId/],
      instanceIds: [
        ["cpu3c-2-4"],
        { computeType: "CPU", instanceIds: ["cpu3c-2-4"], gpuIds: "" },
        { gpuIds: "" },
      ],
      dataCenterIds: [["EU-RO-1", "EU-CZ-1"], { locations: "EU-RO-1,EU-CZ-1" }],
      networkVolumeIds: [
        [{ networkVolumeId: "{volumeId}" }],
        {
          networkVolumeIds: [
            { networkVolumeId: "{volumeId}", dataCenterId: "EU-RO-1" },
          ],
        },
      ],
    },
  },
  EndpointTemplateInput: {
    document: SAVE_ENDPOINT,
    base: { name: "t", imageName: IMAGE },
    wrap: (template) => ({
      input: { name: "a", gpuIds: "ADA_24", template },
    }),
    fields: inTemplate({
      name: "other",
      imageName: "b:1",
      dockerArgs: "sleep 9",
      env: [{ key: "A", value: "1" }],
      ports: "7000/http",
      containerDiskInGb: 33,
      containerRegistryAuthId: "{authId}",
      startScript: "echo",
      advancedStart: true,
      config: { a: 1 },
    }),
  },
  UpdateEndpointTemplateInput: {
    document: `mutation ($input: UpdateEndpointTemplateInput) { updateEndpointTemplate(input: $input) { id templateId } }`,
    base: { endpointId: "{endpointId}", templateId: "{templateId}" },
    fields: {
      endpointId: ["no", /^endpoint not found$/],
      templateId: ["{freeId}", { templateId: "{freeId}" }],
    },
  },
  WorkerStateInput: {
    document: `query ($input: WorkerStateInput!) { myself { endpoint(id: "{endpointId}") { workerState(input: $input) { ready } } } }`,
    base: {},
    fields: { granularity: ["HOURLY", /statistics of workers/] },
  },
  SaveRegistryAuthInput: {
    document: `mutation ($input: SaveRegistryAuthInput) { saveRegistryAuth(input: $input) { name } }`,
    base: { name: "a", username: "u", password: "p" },
    fields: { name: ["b", { name: "b" }] },
  },
  UpdateRegistryAuthInput: {
    document: `mutation ($input: UpdateRegistryAuthInput) { updateRegistryAuth(input: $input) { id } }`,
    base: { id: "{authId}" },
    fields: { id: ["no", / not found$/] },
  },
  CreateNetworkVolumeInput: {
    document: `mutation ($input: CreateNetworkVolumeInput!) { createNetworkVolume(input: $input) { name size dataCenterId } }`,
    base: { name: "v", size: 10, dataCenterId: "EU-RO-1" },
    fields: same({ name: "b", size: 20, dataCenterId: "EU-CZ-1" }),
  },
  UpdateNetworkVolumeInput: {
    document: `mutation ($input: UpdateNetworkVolumeInput!) { updateNetworkVolume(input: $input) { id name size } }`,
    base: { id: "{volumeId}" },
    fields: same({ id: "{unusedVolumeId}", name: "b", size: 20 }),
  },
  DeleteNetworkVolumeInput: {
    document: `mutation ($input: DeleteNetworkVolumeInput!) { deleteNetworkVolume(input: $input) }`,
    base: { id: "{unusedVolumeId}" },
    fields: { id: ["no", /^Tried to delete nonexistent network volume$/] },
  },
  CreateClusterInput: {
    document: `mutation ($input: CreateClusterInput!) { createCluster(input: $input) { name type podCount gpuTypeId gpuCountPerPod pods { ${POD} } } }`,
    base: {
      imageName: IMAGE,
      gpuTypeId: "NVIDIA H200",
      podCount: 2,
      gpuCountPerPod: 8,
    },
    fields: {
      ...inPods({
        ...CONTAINER,
        templateId: RENT.templateId,
        networkVolumeId: RENT.networkVolumeId,
        startSsh: RENT.startSsh,
        volumeInGb: GPU_RENT.volumeInGb,
      }),
      ...same({
        type: "SLURM",
        podCount: 3,
        gpuTypeId: "NVIDIA B200",
        gpuCountPerPod: 4,
      }),
      clusterName: ["c", { name: "c" }],
      deployCost: [1, /costs/],
      dataCenterIds: [
        ["EU-CZ-1"],
        { pods: [{ machine: { dataCenterId: "EU-CZ-1" } }, {}] },
      ],
    },
  },
  DeleteClusterInput: {
    document: `mutation ($input: DeleteClusterInput!) { deleteCluster(input: $input) }`,
    base: { id: "{clusterId}" },
    fields: { id: ["no", /^Cluster not found$/] },
  },
  ClusterInput: {
    document: `query ($input: ClusterInput) { myself { cluster(input: $input) { id podCount } } }`,
    base: {},
    fields: { id: ["{clusterId}", { cluster: { id: "{clusterId}" } }] },
  },
  SecretCreateInput: {
    document: `mutation ($input: SecretCreateInput!) { secretCreate(input: $input) { name description } }`,
    base: { name: "a", value: "v" },
    fields: same({ name: "b", description: "d" }),
  },
  UpdateUserSettingsInput: {
    document: `mutation ($input: UpdateUserSettingsInput) { updateUserSettings(input: $input) { pubKey notifyPodsStale notifyPodsGeneral notifyLowBalance notifyOther } }`,
    base: {},
    fields: same({
      pubKey: "k",
      notifyPodsStale: false,
      notifyPodsGeneral: false,
      notifyLowBalance: false,
      notifyOther: false,
    }),
  },
  GpuTypeFilter: {
    document: `query ($input: GpuTypeFilter) { gpuTypes(input: $input) { id } }`,
    base: {},
    fields: {
      id: [L4, [{ id: L4 }]],
      ids: [[L4], [{ id: L4 }]],
      cluster: [
        true,
        [
          { id: "NVIDIA H100 80GB HBM3" },
          { id: "NVIDIA A100-SXM4-80GB" },
          { id: "NVIDIA H200" },
          { id: "NVIDIA B200" },
        ],
      ],
    },
  },
  GpuLowestPriceInput: {
    document: `query ($input: GpuLowestPriceInput) { gpuTypes(input: { id: "${L4}" }) { lowestPrice(input: $input) { ${PRICE} } } }`,
    base: { gpuCount: 1 },
    fields: {
      ...demands(lowest),
      gpuCount: [9, lowest(NONE)],
      secureCloud: [true, lowest({ uninterruptablePrice: 0.43 })],
      dataCenterId: ["XX-1", lowest(NONE)],
      countryCode: ["NO", lowest({ countryCode: "NO" })],
      compliance: [ITAR, lowest(NONE)],
      minDownload: [99_999, lowest(NONE)],
      minUpload: [99_999, lowest(NONE)],
      totalDisk: [99_999, lowest(NONE)],
      cudaVersion: ["99.0", lowest(NONE)],
    },
  },
  GpuAvailabilityInput: {
    document: `query ($input: GpuAvailabilityInput) { dataCenters { gpuAvailability(input: $input) { stockStatus } } }`,
    base: {},
    fields: {
      ...demands((stock) => everywhere(stock)),
      gpuCount: [9, everywhere(NONE)],
    },
  },
  CpuFlavorInput: {
    document: `query ($input: CpuFlavorInput) { cpuFlavors(input: $input) { id } }`,
    base: {},
    fields: { id: ["cpu3g", [{ id: "cpu3g" }]] },
  },
  SpecificsInput: {
    document: `query ($input: SpecificsInput) { cpuFlavors(input: { id: "cpu3g" }) { specifics(input: $input) { stockStatus securePrice } } }`,
    base: {},
    fields: {
      instanceId: ["cpu3g-4-16", [{ specifics: { securePrice: 0.12 } }]],
      dataCenterId: ["XX-1", [{ specifics: { stockStatus: null } }]],
    },
  },
};

/** The same rows for the Pods of a cluster, of which there are two. */
function inPods(rows: Readonly<Record<string, Row>>): Record<string, Row> {
  const entries = Object.entries(rows).map(([name, [value, pod]]) => [
    name,
    [value, { pods: [pod, pod] }],
  ]);
  return Object.fromEntries(entries) as Record<string, Row>;
}

/** Rows of fields that the template of an endpoint shows as they were given. */
function inTemplate(
  values: Readonly<Record<string, unknown>>,
): Record<string, Row> {
  const rows = Object.entries(values).map(([name, value]) => [
    name,
    [value, { template: { [name]: value } }],
  ]);
  return Object.fromEntries(rows) as Record<string, Row>;
}

/** What every data center answers of every GPU type. */
function everywhere(stock: object): object {
  const gpus = Array.from({ length: 45 }, () => stock);
  return Array.from({ length: 31 }, () => ({ gpuAvailability: gpus }));
}

/** Types that are part of another input, with the field whose row tries all of theirs. */
export const PARTS: Readonly<Record<string, string>> = {
  EnvironmentVariableInput: "PodFindAndDeployOnDemandInput.env",
  ObjectMountInput: "PodFindAndDeployOnDemandInput.objectMounts",
  SavingsPlanInput: "PodFindAndDeployOnDemandInput.savingsPlan",
  PortConfigInput: "SaveTemplateInput.portsConfig",
  NetworkVolumeIdsInput: "EndpointInput.networkVolumeIds",
};

/** Arguments that are no inputs, each with a document and its answer. */
export const ARGUMENTS: Readonly<Record<string, readonly [string, Expected]>> =
  {
    "Query.podTemplate(id)": [
      '{ podTemplate(id: "{freeId}") { name } }',
      { name: "free" },
    ],
    "Query.flashAuthRequestStatus(flashAuthRequestId)": [
      '{ flashAuthRequestStatus(flashAuthRequestId: "{signInId}") { id status } }',
      { id: "{signInId}", status: "PENDING" },
    ],
    "User.endpoint(id)": [
      '{ myself { endpoint(id: "{endpointId}") { name } } }',
      { endpoint: { name: "e" } },
    ],
    "Mutation.deleteTemplate(templateName)": [
      'mutation { deleteTemplate(templateName: "no") }',
      /^template not found$/,
    ],
    "Mutation.deleteEndpoint(id)": [
      'mutation { deleteEndpoint(id: "no") }',
      /^endpoint not found$/,
    ],
    "Mutation.deleteRegistryAuth(registryAuthId)": [
      'mutation { deleteRegistryAuth(registryAuthId: "no") }',
      / not found$/,
    ],
    "Mutation.secretDelete(id)": [
      'mutation { secretDelete(id: "no") }',
      /^secret not found$/,
    ],
  };

/** Inputs after which nothing looks different, each with the reason. */
export const NO_EFFECT: readonly (readonly [name: RegExp, reason: string])[] = [
  [
    /\.(stopAfter|terminateAfter)$/,
    "the service takes the moment, and nothing acts on it",
  ],
  [
    /^(SecretCreateInput\.value|\w+RegistryAuthInput\.(username|password))$/,
    "no API of the service shows it",
  ],
  [/\.supportPublicIp$/, "every machine of the emulator has it"],
  [
    /^GpuLowestPriceInput\.globalNetwork$/,
    "every machine of the emulator has it",
  ],
  [/^GpuAvailabilityInput\.secureCloud$/, "every data center has both clouds"],
  [/\.includeAiApi$/, "Pods and workers share one stock"],
  [/^ListingsInput\.|^Query\.listing/, "the hub of the emulator is empty"],
  [/\.isSls$/, "Pods and workers have the same flavors and stock"],
  [/\.bindEndpoint$/, "a template always names the endpoint that uses it"],
];
