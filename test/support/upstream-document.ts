/** JSON of the upstream document. A test may change its copy in place. */
export type UpstreamJson =
  null | boolean | number | string | UpstreamJson[] | UpstreamObject;
export interface UpstreamObject {
  [key: string]: UpstreamJson;
}

/**
 * The OpenAPI document of management REST 0.1.0 in the spelling of its publisher, as a new object for each call. The
 * structure is the publisher's; the descriptions are left out.
 *
 * The document has closed enumerations, named lists (`Pods`), no required field in any response, and these mistakes:
 *
 * - A PATCH and its POST synonym share one operationId.
 * - `env` and `portMappings` are objects with `items`, where a map is meant.
 * - `ports` is an array whose default is a string.
 * - `RestartPod` has no success response.
 * - Two GPU types are listed in two spellings, one of which has two spaces.
 */
export function upstreamDocument(): UpstreamObject {
  const document: UpstreamObject = {
    openapi: "3.0.3",
    info: {
      title: "Public REST API for managing compute resources",
      version: "0.1.0",
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: "https://rest.example.com/v1" }],
    security: [{ ApiKey: [] }],
    tags: TAGS.map((name) => ({ name })),
    paths: paths(),
    components: {
      securitySchemes: { ApiKey: { type: "http", scheme: "bearer" } },
      schemas: schemas(),
    },
  };
  // Each part is an object of its own, which a test may change.
  return JSON.parse(JSON.stringify(document)) as UpstreamObject;
}

/** The text of the document, as a service publishes it. */
export function upstreamText(): string {
  return JSON.stringify(upstreamDocument(), null, 2);
}

/** A response must have a description, which may be empty. */
const UNDESCRIBED = { description: "" };

const TAGS = [
  "pods",
  "endpoints",
  "network volumes",
  "templates",
  "container registry auths",
  "billing",
];

const GPU_TYPES = [
  "NVIDIA GeForce RTX 4090",
  "NVIDIA A40",
  "NVIDIA RTX A5000",
  "NVIDIA GeForce RTX 5090",
  "NVIDIA H100 80GB HBM3",
  "NVIDIA GeForce RTX 3090",
  "NVIDIA RTX A4500",
  "NVIDIA L40S",
  "NVIDIA H200",
  "NVIDIA L4",
  "NVIDIA RTX 6000 Ada Generation",
  "NVIDIA A100-SXM4-80GB",
  "NVIDIA RTX 4000 Ada Generation",
  "NVIDIA RTX A6000",
  "NVIDIA A100 80GB PCIe",
  "NVIDIA RTX 2000 Ada Generation",
  "NVIDIA RTX A4000",
  "NVIDIA RTX PRO 6000 Blackwell Server Edition",
  "NVIDIA H100 PCIe",
  "NVIDIA H100 NVL",
  "NVIDIA L40",
  "NVIDIA B200",
  "NVIDIA GeForce RTX 3080 Ti",
  "NVIDIA RTX PRO 6000 Blackwell Workstation Edition",
  "NVIDIA GeForce RTX 3080",
  "NVIDIA GeForce RTX 3070",
  "AMD Instinct MI300X OAM",
  "NVIDIA GeForce RTX 4080 SUPER",
  "Tesla V100-PCIE-16GB",
  "Tesla V100-SXM2-32GB",
  "NVIDIA RTX 5000 Ada Generation",
  "NVIDIA GeForce RTX 4070 Ti",
  "NVIDIA RTX 4000 SFF Ada Generation",
  "NVIDIA GeForce RTX 3090 Ti",
  "NVIDIA RTX A2000",
  "NVIDIA GeForce RTX 4080",
  "NVIDIA A30",
  "NVIDIA GeForce RTX 5080",
  "Tesla V100-FHHL-16GB",
  "NVIDIA H200 NVL",
  "Tesla V100-SXM2-16GB",
  "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition",
  "NVIDIA A5000 Ada",
  "Tesla V100-PCIE-32GB",
  "NVIDIA  RTX A4500",
  "NVIDIA  A30",
  "NVIDIA GeForce RTX 3080TI",
  "Tesla T4",
  "NVIDIA RTX A30",
];

const DATA_CENTERS = [
  "EU-RO-1",
  "CA-MTL-1",
  "EU-SE-1",
  "US-IL-1",
  "EUR-IS-1",
  "EU-CZ-1",
  "US-TX-3",
  "EUR-IS-2",
  "US-KS-2",
  "US-GA-2",
  "US-WA-1",
  "US-TX-1",
  "CA-MTL-3",
  "EU-NL-1",
  "US-TX-4",
  "US-CA-2",
  "US-NC-1",
  "OC-AU-1",
  "US-DE-1",
  "EUR-IS-3",
  "CA-MTL-2",
  "AP-JP-1",
  "EUR-NO-1",
  "EU-FR-1",
  "US-KS-3",
  "US-GA-1",
];

const OLD_GPU_TYPES = [
  "NVIDIA GeForce RTX 4090",
  "NVIDIA RTX A5000",
  "NVIDIA RTX A4000",
  "NVIDIA GeForce RTX 3090",
  "NVIDIA RTX A6000",
  "NVIDIA A40",
  "NVIDIA RTX A4500",
  "NVIDIA A100 80GB PCIe",
  "NVIDIA L4",
  "NVIDIA RTX 4000 Ada Generation",
  "NVIDIA RTX 6000 Ada Generation",
  "NVIDIA A100-SXM4-80GB",
  "NVIDIA H100 80GB HBM3",
  "NVIDIA L40",
  "NVIDIA H100 PCIe",
  "NVIDIA L40S",
  "NVIDIA GeForce RTX 3080",
  "NVIDIA GeForce RTX 3070",
  "NVIDIA GeForce RTX 3080 Ti",
  "NVIDIA A30",
  "NVIDIA GeForce RTX 4080",
  "NVIDIA RTX A2000",
  "NVIDIA GeForce RTX 3090 Ti",
  "Tesla V100-SXM2-32GB",
  "NVIDIA GeForce RTX 4070 Ti",
  "NVIDIA RTX 4000 SFF Ada Generation",
  "NVIDIA RTX 5000 Ada Generation",
  "Tesla V100-SXM2-16GB",
  "Tesla V100-FHHL-16GB",
  "Tesla V100-PCIE-16GB",
  "NVIDIA RTX 2000 Ada Generation",
  "NVIDIA H100 NVL",
  "AMD Instinct MI300X OAM",
  "NVIDIA A100-SXM4-40GB",
];

const CUDA_VERSIONS = [
  "13.0",
  "12.9",
  "12.8",
  "12.7",
  "12.6",
  "12.5",
  "12.4",
  "12.3",
  "12.2",
  "12.1",
  "12.0",
  "11.8",
];

const string = { type: "string" };
const integer = { type: "integer" };
const number = { type: "number" };
const boolean = { type: "boolean" };
const flag = { type: "boolean", default: false };
const label = { type: "string", maxLength: 191 };
const size = { type: "integer", minimum: 0, maximum: 4000 };
const moment = { type: "string", format: "date-time" };
const texts = { type: "array", items: string };
const words = { type: "array", items: string, default: [] };
/** A map of strings, as the publisher writes one. */
const env = { type: "object", items: string, default: {} };
const defaultPorts = {
  type: "array",
  items: string,
  default: "8888/http,22/tcp",
};

function one(...values: string[]): UpstreamObject {
  return { type: "string", enum: values };
}

function oneOr(defaultValue: string, ...values: string[]): UpstreamObject {
  return { ...one(...values), default: defaultValue };
}

function listOf(items: UpstreamJson): UpstreamObject {
  return { type: "array", items };
}

function object(
  properties: UpstreamObject,
  required?: string[],
): UpstreamObject {
  const shape = { type: "object", properties };
  return required ? { ...shape, required } : shape;
}

function schemaRef(name: string): UpstreamObject {
  return { $ref: `#/components/schemas/${name}` };
}

const gpuTypes = listOf(one(...GPU_TYPES));
const cudaVersions = listOf(one(...CUDA_VERSIONS));
const dataCenters = {
  ...listOf(one(...DATA_CENTERS)),
  default: DATA_CENTERS,
};
const endpointCpuFlavors = listOf(one("cpu3c", "cpu3g", "cpu5c", "cpu5g"));
const priority = oneOr("availability", "availability", "custom");
const scalers = ["QUEUE_DELAY", "REQUEST_COUNT"];

const gpu = object({
  id: string,
  count: integer,
  displayName: string,
  securePrice: number,
  communityPrice: number,
  oneMonthPrice: number,
  threeMonthPrice: number,
  sixMonthPrice: number,
  oneWeekPrice: number,
  communitySpotPrice: number,
  secureSpotPrice: number,
});

const cpu = object({
  id: string,
  displayName: string,
  cores: number,
  threadsPerCore: number,
  groupId: string,
});

const machine = object({
  minPodGpuCount: integer,
  gpuTypeId: string,
  gpuType: gpu,
  cpuCount: integer,
  cpuTypeId: string,
  cpuType: cpu,
  location: string,
  dataCenterId: string,
  diskThroughputMBps: integer,
  maxDownloadSpeedMbps: integer,
  maxUploadSpeedMbps: integer,
  supportPublicIp: boolean,
  secureCloud: boolean,
  maintenanceStart: string,
  maintenanceEnd: string,
  maintenanceNote: string,
  note: string,
  costPerHr: number,
  currentPricePerGpu: number,
  gpuAvailable: integer,
  gpuDisplayName: string,
});

const networkVolume = object({
  id: string,
  name: string,
  size: integer,
  dataCenterId: string,
});

const billingRecord = object({
  amount: number,
  diskSpaceBilledGb: integer,
  endpointId: string,
  gpuTypeId: string,
  podId: string,
  time: moment,
  timeBilledMs: integer,
});

const volumeBillingRecord = object({
  amount: number,
  diskSpaceBilledGb: integer,
  highPerformanceStorageAmount: number,
  highPerformanceStorageDiskSpaceBilledGb: integer,
  time: moment,
});

function schemas(): UpstreamObject {
  return {
    Pods: listOf(schemaRef("Pod")),
    Pod: pod,
    PodUpdateInPlaceInput: object({
      locked: flag,
      name: { ...label, default: "my pod" },
    }),
    PodUpdateInput: podUpdate,
    PodCreateInput: podCreate,
    NetworkVolumes: listOf(networkVolume),
    NetworkVolume: networkVolume,
    NetworkVolumeCreateInput: object(
      { dataCenterId: string, name: string, size },
      ["name", "size", "dataCenterId"],
    ),
    NetworkVolumeUpdateInput: object({ name: string, size }),
    Templates: listOf(schemaRef("Template")),
    Template: template,
    TemplateCreateInput: object(
      {
        category: oneOr("NVIDIA", "NVIDIA", "AMD", "CPU"),
        isServerless: flag,
        ...templateSettings,
      },
      ["name", "imageName"],
    ),
    TemplateUpdateInPlaceInput: object({
      isPublic: flag,
      name: string,
      readme: { ...string, default: "" },
      volumeInGb: { ...integer, default: 20 },
      volumeMountPath: { ...string, default: "/workspace" },
    }),
    TemplateUpdateInput: object(templateSettings),
    Endpoints: listOf(schemaRef("Endpoint")),
    Endpoint: endpoint,
    EndpointUpdateInPlaceInput: object({ ...scaling, name: string }),
    EndpointUpdateInput: object(endpointSettings),
    EndpointCreateInput: object(
      { computeType: oneOr("GPU", "GPU", "CPU"), ...endpointSettings },
      ["templateId"],
    ),
    User: string,
    SavingsPlan: object({
      costPerHr: number,
      endTime: string,
      gpuTypeId: string,
      id: string,
      podId: string,
      startTime: string,
    }),
    Machine: machine,
    DataCenter: object({ id: string }),
    UnauthorizedError: object({ message: string }),
    CudaVersions: one("12.4", "12.3", "12.2", "12.1", "12.0", "11.8"),
    GPUTypeId: one(...OLD_GPU_TYPES),
    ContainerRegistryAuth: object({ id: string, name: string }),
    ContainerRegistryAuths: listOf(schemaRef("ContainerRegistryAuth")),
    ContainerRegistryAuthCreateInput: object(
      { name: string, password: string, username: string },
      ["name", "username", "password"],
    ),
    BillingRecord: billingRecord,
    BillingRecords: listOf(billingRecord),
    NetworkVolumeBillingRecord: volumeBillingRecord,
    NetworkVolumeBillingRecords: listOf(volumeBillingRecord),
  };
}

const pod = object({
  adjustedCostPerHr: number,
  aiApiId: string,
  consumerUserId: string,
  containerDiskInGb: integer,
  containerRegistryAuthId: string,
  costPerHr: { type: "number", format: "currency" },
  cpuFlavorId: string,
  desiredStatus: one("RUNNING", "EXITED", "TERMINATED"),
  dockerEntrypoint: texts,
  dockerStartCmd: texts,
  endpointId: string,
  env,
  gpu,
  id: string,
  image: string,
  interruptible: boolean,
  lastStartedAt: string,
  lastStatusChange: string,
  locked: boolean,
  machine,
  machineId: string,
  memoryInGb: number,
  name: label,
  networkVolume,
  portMappings: { type: "object", nullable: true, items: integer },
  ports: texts,
  publicIp: { type: "string", format: "ipv4", nullable: true },
  savingsPlans: listOf(schemaRef("SavingsPlan")),
  slsVersion: integer,
  templateId: string,
  vcpuCount: number,
  volumeEncrypted: boolean,
  volumeInGb: integer,
  volumeMountPath: string,
});

const podSettings = {
  containerDiskInGb: { type: "integer", default: 50, nullable: true },
  containerRegistryAuthId: string,
  dockerEntrypoint: words,
  dockerStartCmd: words,
  env,
  globalNetworking: flag,
  imageName: string,
  locked: flag,
  name: { ...label, default: "my pod" },
  ports: defaultPorts,
  volumeInGb: { type: "integer", default: 20, nullable: true },
  volumeMountPath: { type: "string", default: "/workspace" },
};

const podUpdate = object(podSettings);

const podCreate = object({
  allowedCudaVersions: cudaVersions,
  cloudType: oneOr("SECURE", "SECURE", "COMMUNITY"),
  computeType: oneOr("GPU", "GPU", "CPU"),
  countryCodes: texts,
  cpuFlavorIds: listOf(
    one("cpu3c", "cpu3g", "cpu3m", "cpu5c", "cpu5g", "cpu5m"),
  ),
  cpuFlavorPriority: priority,
  dataCenterIds: dataCenters,
  dataCenterPriority: priority,
  gpuCount: { type: "integer", default: 1, minimum: 1 },
  gpuTypeIds: gpuTypes,
  gpuTypePriority: priority,
  interruptible: flag,
  minDiskBandwidthMBps: number,
  minDownloadMbps: number,
  minRAMPerGPU: { type: "integer", default: 8 },
  minUploadMbps: number,
  minVCPUPerGPU: { type: "integer", default: 2 },
  networkVolumeId: string,
  supportPublicIp: boolean,
  templateId: string,
  vcpuCount: { type: "integer", default: 2 },
  ...podSettings,
});

const template = object({
  category: string,
  containerDiskInGb: integer,
  containerRegistryAuthId: string,
  dockerEntrypoint: texts,
  dockerStartCmd: texts,
  earned: number,
  env,
  id: string,
  imageName: string,
  isPublic: boolean,
  isRunpod: boolean,
  isServerless: boolean,
  name: string,
  ports: texts,
  readme: string,
  runtimeInMin: integer,
  volumeInGb: integer,
  volumeMountPath: string,
});

const templateSettings = {
  containerDiskInGb: { type: "integer", default: 50 },
  containerRegistryAuthId: string,
  dockerEntrypoint: words,
  dockerStartCmd: words,
  env,
  imageName: string,
  isPublic: flag,
  name: string,
  ports: defaultPorts,
  readme: { type: "string", default: "" },
  volumeInGb: { type: "integer", default: 20 },
  volumeMountPath: { type: "string", default: "/workspace" },
};

const endpoint = object({
  allowedCudaVersions: cudaVersions,
  computeType: one("CPU", "GPU"),
  createdAt: string,
  dataCenterIds: dataCenters,
  env,
  executionTimeoutMs: integer,
  gpuCount: integer,
  gpuTypeIds: gpuTypes,
  id: string,
  idleTimeout: integer,
  instanceIds: texts,
  minCudaVersion: one(...CUDA_VERSIONS),
  name: string,
  networkVolumeId: string,
  networkVolumeIds: texts,
  scalerType: one(...scalers),
  scalerValue: integer,
  template: schemaRef("Template"),
  templateId: string,
  userId: string,
  version: integer,
  workers: listOf(schemaRef("Pod")),
  workersMax: integer,
  workersMin: integer,
});

const scaling = {
  executionTimeoutMs: integer,
  flashboot: boolean,
  idleTimeout: { type: "integer", default: 5, minimum: 1, maximum: 3600 },
  scalerType: oneOr("QUEUE_DELAY", ...scalers),
  scalerValue: { type: "integer", default: 4, minimum: 1 },
  workersMax: { type: "integer", minimum: 0 },
  workersMin: { type: "integer", minimum: 0 },
};

const endpointSettings = {
  ...scaling,
  allowedCudaVersions: cudaVersions,
  cpuFlavorIds: endpointCpuFlavors,
  dataCenterIds: dataCenters,
  gpuCount: { type: "integer", default: 1, minimum: 1 },
  gpuTypeIds: gpuTypes,
  minCudaVersion: one(...CUDA_VERSIONS),
  name: label,
  networkVolumeId: string,
  networkVolumeIds: texts,
  templateId: string,
  vcpuCount: { type: "integer", default: 2 },
};

const podFlags = {
  includeMachine: flag,
  includeNetworkVolume: flag,
  includeSavingsPlans: flag,
  includeTemplate: flag,
  includeWorkers: flag,
};
const endpointFlags = { includeTemplate: flag, includeWorkers: flag };
const templateFlags = {
  includeEndpointBoundTemplates: flag,
  includePublicTemplates: flag,
  includeRunpodTemplates: flag,
};
const billingPeriod = {
  bucketSize: oneOr("day", "hour", "day", "week", "month", "year"),
  endTime: moment,
  startTime: moment,
};

/** The document itself, and a page that shows the document. */
function documentationPaths(): UpstreamObject {
  const answers = (operationId: string, content: UpstreamObject) => ({
    get: {
      operationId,
      tags: ["docs"],
      responses: { 200: { ...UNDESCRIBED, content } },
    },
  });
  return {
    "/docs": answers("GetDocs", { "text/html": { schema: string } }),
    "/openapi.json": answers("GetOpenAPI", {
      "application/json": { schema: { type: "object" } },
    }),
  };
}

function paths(): UpstreamObject {
  return {
    ...documentationPaths(),
    ...resourcePaths({
      path: "/pods",
      tag: "pods",
      name: "Pod",
      created: "201",
      listQuery: {
        computeType: one("GPU", "CPU"),
        cpuFlavorId: texts,
        dataCenterId: texts,
        desiredStatus: one("RUNNING", "EXITED", "TERMINATED"),
        endpointId: label,
        gpuTypeId: texts,
        id: string,
        imageName: string,
        name: label,
        networkVolumeId: string,
        templateId: string,
        ...podFlags,
      },
      getQuery: podFlags,
    }),
    ...actionPaths(),
    ...resourcePaths({
      path: "/endpoints",
      tag: "endpoints",
      name: "Endpoint",
      listQuery: endpointFlags,
      getQuery: endpointFlags,
    }),
    ...resourcePaths({
      path: "/templates",
      tag: "templates",
      name: "Template",
      listQuery: templateFlags,
      getQuery: templateFlags,
    }),
    ...resourcePaths({
      path: "/networkvolumes",
      tag: "network volumes",
      name: "NetworkVolume",
    }),
    ...resourcePaths({
      path: "/containerregistryauth",
      tag: "container registry auths",
      name: "ContainerRegistryAuth",
      hasUpdate: false,
    }),
    ...billingPaths(),
  };
}

/** One resource with its usual operations. */
interface Resource {
  readonly path: string;
  readonly tag: string;
  /** The name of the schema. The names of the schemas of inputs and lists are built from this name. */
  readonly name: string;
  /** The status of a successful creation. */
  readonly created?: string;
  readonly hasUpdate?: boolean;
  readonly listQuery?: UpstreamObject;
  readonly getQuery?: UpstreamObject;
}

function resourcePaths({
  path,
  tag,
  name,
  created = "200",
  hasUpdate = true,
  listQuery = {},
  getQuery = {},
}: Resource): UpstreamObject {
  const idName = `${name.charAt(0).toLowerCase()}${name.slice(1)}Id`;
  const id = parameter("path", idName, string);
  // The PATCH and its POST synonym have one operationId in the original.
  const update = operation(tag, `Update${name}`, {
    parameters: [id],
    requestBody: bodyOf(`${name}UpdateInput`),
    responses: { 200: answer(name), 400: UNDESCRIBED },
  });
  const item: UpstreamObject = {
    get: operation(tag, `Get${name}`, {
      parameters: [...queryOf(getQuery), id],
      responses: { 200: answer(name), 400: UNDESCRIBED, 404: UNDESCRIBED },
    }),
    ...(hasUpdate && { patch: update }),
    delete: operation(tag, `Delete${name}`, {
      parameters: [id],
      responses: { 204: UNDESCRIBED, 400: UNDESCRIBED, 401: UNDESCRIBED },
    }),
  };
  return {
    [path]: {
      post: operation(tag, `Create${name}`, {
        requestBody: bodyOf(`${name}CreateInput`),
        responses: { [created]: answer(name), 400: UNDESCRIBED },
      }),
      get: operation(tag, `List${name}s`, {
        parameters: queryOf(listQuery),
        responses: {
          200: answer(`${name}s`),
          400: UNDESCRIBED,
          404: UNDESCRIBED,
        },
      }),
    },
    [`${path}/{${idName}}`]: item,
    ...(hasUpdate && { [`${path}/{${idName}}/update`]: { post: update } }),
  };
}

function actionPaths(): UpstreamObject {
  const entries = ["start", "stop", "reset", "restart"].map((action) => {
    const verb = action.charAt(0).toUpperCase() + action.slice(1);
    // The original lists no success of a restart.
    const done = action === "restart" ? {} : { 200: UNDESCRIBED };
    const post = operation("pods", `${verb}Pod`, {
      parameters: [parameter("path", "podId", string)],
      responses: { ...done, 400: UNDESCRIBED, 401: UNDESCRIBED },
    });
    return [`/pods/{podId}/${action}`, { post }];
  });
  return Object.fromEntries(entries) as UpstreamObject;
}

function billingPaths(): UpstreamObject {
  const billing = (id: string, list: string, query: UpstreamObject) => ({
    get: operation("billing", id, {
      parameters: queryOf({ ...billingPeriod, ...query }),
      responses: { 200: answer(list) },
    }),
  });
  return {
    "/billing/pods": billing("PodBilling", "BillingRecords", {
      gpuTypeId: one(...GPU_TYPES),
      grouping: oneOr("gpuTypeId", "podId", "gpuTypeId"),
      podId: string,
    }),
    "/billing/endpoints": billing("EndpointBilling", "BillingRecords", {
      dataCenterId: dataCenters,
      endpointId: string,
      gpuTypeId: gpuTypes,
      grouping: oneOr("endpointId", "endpointId", "podId", "gpuTypeId"),
      imageName: string,
      templateId: string,
    }),
    "/billing/networkvolumes": billing(
      "NetworkVolumeBilling",
      "NetworkVolumeBillingRecords",
      {},
    ),
  };
}

function operation(
  tag: string,
  operationId: string,
  parts: UpstreamObject,
): UpstreamObject {
  return {
    tags: [tag],
    operationId,
    ...parts,
  };
}

function parameter(
  place: "path" | "query",
  name: string,
  schema: UpstreamJson,
): UpstreamObject {
  const required = place === "path";
  return { name, in: place, required, schema };
}

function queryOf(parameters: UpstreamObject): UpstreamObject[] {
  return Object.entries(parameters).map(([name, schema]) =>
    parameter("query", name, schema),
  );
}

function bodyOf(name: string): UpstreamObject {
  return { required: true, content: jsonOf(name) };
}

function answer(name: string): UpstreamObject {
  return { ...UNDESCRIBED, content: jsonOf(name) };
}

function jsonOf(name: string): UpstreamObject {
  return { "application/json": { schema: schemaRef(name) } };
}
