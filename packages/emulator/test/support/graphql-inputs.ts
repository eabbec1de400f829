import { buildSchema, isInputObjectType } from "graphql";
import { schema as schemaSource } from "../../generated/graphql.js";
import { IMAGE } from "./account.js";
import { createOwner } from "./graphql-owner.js";

/** A document that has an input of one type, with the fields without which the type cannot be sent. Names in braces stand for ids. */
interface TriedInput {
  readonly document: string;
  readonly base: object;
  readonly wrap?: (fields: object) => object;
}

const L4 = "NVIDIA L4";

const POD = `id name imageName dockerArgs env port ports containerDiskInGb volumeInGb volumeMountPath networkVolumeId
  containerRegistryAuthId templateId gpuCount costPerHr vcpuCount memoryInGb cpuFlavorId aiApiId volumeKey version
  desiredStatus objectStores { objectStoreId mountPath }
  machine { gpuTypeId dataCenterId secureCloud globalNetwork location }`;
const OWN_TEMPLATE = `template { name imageName dockerArgs ports containerDiskInGb containerRegistryAuthId startScript
  advancedStart config env { key value } boundEndpointId }`;
const ENDPOINT = `id name type computeType gpuIds gpuCount instanceIds templateId ${OWN_TEMPLATE}
  workersMin workersMax workersPFBTarget flashBootType idleTimeout executionTimeoutMs scalerType scalerValue locations
  networkVolumeId networkVolumeIds { networkVolumeId dataCenterId } allowedCudaVersions minCudaVersion compliance
  modelReferences flashEnvironmentId requestTTL`;
const TEMPLATE = `id name imageName dockerArgs ports containerDiskInGb volumeInGb volumeMountPath containerRegistryAuthId
  startScript advancedStart startJupyter startSsh isServerless isPublic category readme env { key value }
  portsConfig { port name }`;
const PRICE = `stockStatus uninterruptablePrice minVcpu minMemory countryCode`;

/** How each input type is sent. */
export const INPUTS: Readonly<Record<string, TriedInput>> = {
  PodFindAndDeployOnDemandInput: {
    document: `mutation ($input: PodFindAndDeployOnDemandInput) { podFindAndDeployOnDemand(input: $input) { ${POD} } }`,
    base: { imageName: IMAGE },
  },
  PodRentInterruptableInput: {
    document: `mutation ($input: PodRentInterruptableInput!) { podRentInterruptable(input: $input) { ${POD} } }`,
    base: { imageName: IMAGE, gpuTypeId: L4 },
  },
  deployCpuPodInput: {
    document: `mutation ($input: deployCpuPodInput!) { deployCpuPod(input: $input) { ${POD} } }`,
    base: { imageName: IMAGE },
  },
  PodEditJobInput: {
    document: `mutation ($input: PodEditJobInput!) { podEditJob(input: $input) { ${POD} } }`,
    base: { podId: "{podId}" },
  },
  PodBidResumeInput: {
    document: `mutation ($input: PodBidResumeInput!) { podBidResume(input: $input) { ${POD} } }`,
    base: { podId: "{stoppedId}", gpuCount: 1, bidPerGpu: 0.2 },
  },
  PodResumeInput: {
    document: `mutation ($input: PodResumeInput!) { podResume(input: $input) { ${POD} } }`,
    base: { podId: "{stoppedId}" },
  },
  PodStopInput: {
    document: `mutation ($input: PodStopInput!) { podStop(input: $input) { ${POD} } }`,
    base: { podId: "{podId}" },
  },
  PodTerminateInput: {
    document: `mutation ($input: PodTerminateInput!) { podTerminate(input: $input) }`,
    base: { podId: "{podId}" },
  },
  PodFilter: {
    document: `query ($input: PodFilter) { pod(input: $input) { id } }`,
    base: { podId: "{podId}" },
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
  },
  PodTemplateInput: {
    document: `query ($input: PodTemplateInput) { podTemplates(input: $input) { id } }`,
    base: {},
  },
  EndpointInput: {
    document: `mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { ${ENDPOINT} } }`,
    base: { name: "a", templateId: "{templateId}", gpuIds: "ADA_24" },
  },
  EndpointTemplateInput: {
    document: `mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { ${OWN_TEMPLATE} } }`,
    base: { name: "t", imageName: IMAGE },
    wrap: (template) => ({
      input: { name: "a", gpuIds: "ADA_24", template },
    }),
  },
  UpdateEndpointTemplateInput: {
    document: `mutation ($input: UpdateEndpointTemplateInput) { updateEndpointTemplate(input: $input) { id templateId } }`,
    base: { endpointId: "{endpointId}", templateId: "{templateId}" },
  },
  WorkerStateInput: {
    document: `query ($input: WorkerStateInput!) { myself { endpoint(id: "{endpointId}") { workerState(input: $input) { ready } } } }`,
    base: {},
  },
  SaveRegistryAuthInput: {
    document: `mutation ($input: SaveRegistryAuthInput) { saveRegistryAuth(input: $input) { name } }`,
    base: { name: "a", username: "u", password: "p" },
  },
  UpdateRegistryAuthInput: {
    document: `mutation ($input: UpdateRegistryAuthInput) { updateRegistryAuth(input: $input) { id } }`,
    base: { id: "{authId}" },
  },
  CreateNetworkVolumeInput: {
    document: `mutation ($input: CreateNetworkVolumeInput!) { createNetworkVolume(input: $input) { name size dataCenterId } }`,
    base: { name: "v", size: 10, dataCenterId: "EU-RO-1" },
  },
  UpdateNetworkVolumeInput: {
    document: `mutation ($input: UpdateNetworkVolumeInput!) { updateNetworkVolume(input: $input) { id name size } }`,
    base: { id: "{volumeId}" },
  },
  DeleteNetworkVolumeInput: {
    document: `mutation ($input: DeleteNetworkVolumeInput!) { deleteNetworkVolume(input: $input) }`,
    base: { id: "{unusedVolumeId}" },
  },
  CreateClusterInput: {
    document: `mutation ($input: CreateClusterInput!) { createCluster(input: $input) { name type podCount gpuTypeId gpuCountPerPod pods { ${POD} } } }`,
    base: {
      imageName: IMAGE,
      gpuTypeId: "NVIDIA H200",
      podCount: 2,
      gpuCountPerPod: 8,
    },
  },
  DeleteClusterInput: {
    document: `mutation ($input: DeleteClusterInput!) { deleteCluster(input: $input) }`,
    base: { id: "{clusterId}" },
  },
  ClusterInput: {
    document: `query ($input: ClusterInput) { myself { cluster(input: $input) { id podCount } } }`,
    base: {},
  },
  SecretCreateInput: {
    document: `mutation ($input: SecretCreateInput!) { secretCreate(input: $input) { name description } }`,
    base: { name: "a", value: "v" },
  },
  UpdateUserSettingsInput: {
    document: `mutation ($input: UpdateUserSettingsInput) { updateUserSettings(input: $input) { pubKey notifyPodsStale notifyPodsGeneral notifyLowBalance notifyOther } }`,
    base: {},
  },
  GpuTypeFilter: {
    document: `query ($input: GpuTypeFilter) { gpuTypes(input: $input) { id } }`,
    base: {},
  },
  GpuLowestPriceInput: {
    document: `query ($input: GpuLowestPriceInput) { gpuTypes(input: { id: "${L4}" }) { lowestPrice(input: $input) { ${PRICE} } } }`,
    base: { gpuCount: 1 },
  },
  GpuAvailabilityInput: {
    document: `query ($input: GpuAvailabilityInput) { dataCenters { gpuAvailability(input: $input) { stockStatus } } }`,
    base: {},
  },
  CpuFlavorInput: {
    document: `query ($input: CpuFlavorInput) { cpuFlavors(input: $input) { id } }`,
    base: {},
  },
  SpecificsInput: {
    document: `query ($input: SpecificsInput) { cpuFlavors(input: { id: "cpu3g" }) { specifics(input: $input) { stockStatus securePrice } } }`,
    base: {},
  },
};

/** A value for each field, other than its default and that of the base: by the name of the field, or for one type alone. */
const VALUES: Readonly<Record<string, unknown>> = {
  // Containers
  imageName: "example/other:2",
  dockerArgs: "sleep 9",
  env: [{ key: "A", value: "1" }],
  port: 7001,
  ports: "7000/http",
  // A CPU Pod has at most 10 GB for each vCPU.
  containerDiskInGb: 18,
  volumeInGb: 44,
  volumeMountPath: "/data",
  volumeKey: "k",
  containerRegistryAuthId: "{authId}",
  networkVolumeId: "{volumeId}",
  templateId: "{freeId}",
  startScript: "echo",
  advancedStart: true,
  startJupyter: true,
  startSsh: true,
  name: "n",
  // Machines
  cloudType: "COMMUNITY",
  computeType: "CPU",
  dataCenterId: "EU-CZ-1",
  dataCenterIds: ["EU-CZ-1"],
  countryCode: "NO",
  gpuTypeId: "NVIDIA A40",
  gpuTypeIdList: ["NVIDIA A40"],
  gpuCount: 2,
  instanceId: "cpu3c-4-8",
  instanceIds: ["cpu3c-2-4"],
  minVcpuCount: 17,
  minMemoryInGb: 99,
  minDisk: 99_999,
  minDownload: 99_999,
  minUpload: 99_999,
  totalDisk: 99_999,
  cudaVersion: "99.0",
  minCudaVersion: "99.0",
  allowedCudaVersions: ["99.0"],
  compliance: ["ITAR"],
  secureCloud: true,
  // Pods
  podId: "{stoppedId}",
  bidPerGpu: 0.33,
  deployCost: 0.01,
  savingsPlan: { planLength: "month" },
  objectMounts: [{ objectStoreId: "o", mountPath: "/o" }],
  globalNetwork: true,
  aiApiId: "a",
  syncMachine: true,
  incrementVersion: true,
  "PodFindAndDeployOnDemandInput.templateId": "{podTemplateId}",
  "PodRentInterruptableInput.templateId": "{podTemplateId}",
  "deployCpuPodInput.templateId": "{podTemplateId}",
  "PodBidResumeInput.podId": "{podId}",
  "PodResumeInput.podId": "{podId}",
  "PodTerminateInput.podId": "no",
  // Templates
  portsConfig: [{ port: "7000", name: "web" }],
  isServerless: true,
  isPublic: true,
  isRunpod: false,
  category: "CPU",
  readme: "# a",
  config: { a: 1 },
  "SaveTemplateInput.id": "{podTemplateId}",
  // Endpoints
  endpointId: "no",
  template: { name: "own", imageName: IMAGE },
  hubReleaseId: "hub-release-text",
  gpuIds: "AMPERE_16,-NVIDIA RTX A4500",
  workersMin: 1,
  workersMax: 7,
  workersPFBTarget: 2,
  flashBootType: "PRIORITY_FLASHBOOT",
  flashEnvironmentId: "f",
  idleTimeout: 42,
  executionTimeoutMs: 5000,
  requestTTL: 9000,
  scalerType: "REQUEST_COUNT",
  scalerValue: 9,
  locations: "US",
  networkVolumeIds: [{ networkVolumeId: "{volumeId}" }],
  modelReferences: ["a/b:main"],
  granularity: "HOURLY",
  "EndpointInput.id": "{endpointId}",
  "EndpointInput.type": "LB",
  "EndpointInput.allowedCudaVersions": "12.8,12.9",
  "EndpointInput.minCudaVersion": "12.4",
  // Clusters
  clusterName: "c",
  podCount: 3,
  gpuCountPerPod: 4,
  "CreateClusterInput.type": "SLURM",
  "CreateClusterInput.gpuTypeId": "NVIDIA B200",
  "CreateClusterInput.templateId": "{podTemplateId}",
  "ClusterInput.id": "{clusterId}",
  // The rest of the account
  id: "no",
  size: 20,
  description: "d",
  pubKey: "k",
  notifyPodsStale: false,
  notifyPodsGeneral: false,
  notifyLowBalance: false,
  notifyOther: false,
  "UpdateNetworkVolumeInput.id": "{unusedVolumeId}",
  // Prices and stock
  ids: [L4],
  cluster: true,
  "GpuTypeFilter.id": L4,
  "CpuFlavorInput.id": "cpu3g",
  "SpecificsInput.instanceId": "cpu3g-4-16",
  "SpecificsInput.dataCenterId": "XX-1",
  "GpuLowestPriceInput.dataCenterId": "XX-1",
  "GpuLowestPriceInput.gpuCount": 9,
  "GpuLowestPriceInput.minVcpuCount": 999,
  "GpuLowestPriceInput.minMemoryInGb": 9999,
  "GpuAvailabilityInput.gpuCount": 9,
  "GpuAvailabilityInput.minVcpuCount": 999,
  "GpuAvailabilityInput.minMemoryInGb": 9999,
};

/** What else must be sent for a field to have its effect. */
const NEEDED: Readonly<Record<string, object>> = {
  startJupyter: { ports: "22/tcp" },
  template: { templateId: null },
  "EndpointInput.instanceIds": { gpuIds: "" },
};

/** Types that are part of another input, with the field whose row tries all of theirs. */
export const PARTS: Readonly<Record<string, string>> = {
  EnvironmentVariableInput: "PodFindAndDeployOnDemandInput.env",
  ObjectMountInput: "PodFindAndDeployOnDemandInput.objectMounts",
  SavingsPlanInput: "PodFindAndDeployOnDemandInput.savingsPlan",
  PortConfigInput: "SaveTemplateInput.portsConfig",
  NetworkVolumeIdsInput: "EndpointInput.networkVolumeIds",
};

/** Arguments that are no inputs, each with a document and its answer. */
export const ARGUMENTS: Readonly<
  Record<string, readonly [string, object | RegExp]>
> = {
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

export const schema = buildSchema(schemaSource);

/** The names of the fields of an input type. */
export function fieldsOf(type: string): string[] {
  const named = schema.getType(type);
  return isInputObjectType(named) ? Object.keys(named.getFields()) : [];
}

export function hasNoEffect(input: string): boolean {
  return NO_EFFECT.some(([name]) => name.test(input));
}

/** A field of an input, as it is tried. */
export interface Trial {
  /** `Type.field` */
  readonly name: string;
  readonly type: string;
  readonly field: string;
  readonly value: unknown;
  /** What else must be sent for the field to have its effect. */
  readonly needed: object;
}

/** Each field that has an effect. */
export const trials: readonly Trial[] = Object.keys(INPUTS)
  .flatMap((type) => fieldsOf(type).map((field) => ({ type, field })))
  .map(({ type, field }) => {
    const name = `${type}.${field}`;
    const value = VALUES[name] ?? VALUES[field];
    const needed = NEEDED[name] ?? NEEDED[field] ?? {};
    return { name, type, field, value, needed };
  })
  .filter(({ name }) => !hasNoEffect(name));

/** What a new account answers to fields of an input and those without which the type cannot be sent: the same each time. */
export async function answerTo(type: string, ...fields: readonly object[]) {
  const input = INPUTS[type];
  if (!input) throw new Error(`${type} is not in the table`);
  const {
    document,
    base,
    wrap = (given: object) => ({ input: given }),
  } = input;
  const { ask, fill } = await createOwner();
  const given = Object.assign({}, base, ...fields) as object;
  const { data, problem } = await ask(document, wrap(given));
  const [root] = Object.values(Object(data) as object) as unknown[];
  return { answer: { root, problem }, fill };
}
