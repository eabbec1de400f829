import {
  isTypeDefinitionNode,
  Kind,
  parse,
  type DefinitionNode,
  type DocumentNode,
} from "graphql";

/**
 * What the tools of the service ask for and the shipped schema leaves out: doubtful or private members, which the client
 * does not offer. The emulator answers them, so that those tools work.
 */
const EXTENSION = /* GraphQL */ `
  enum DiscountType {
    SERVERLESS
  }
  enum EndpointStatisticGranularity {
    LIVE
    HOURLY
    DAILY
    WEEKLY
    MONTHLY
  }
  enum ModelVersionStatus {
    PENDING
    READY
    FAILED
  }
  input SecretCreateInput {
    name: String
    value: String
    description: String
  }
  input UpdateUserSettingsInput {
    pubKey: String
    notifyPodsStale: Boolean
    notifyPodsGeneral: Boolean
    notifyLowBalance: Boolean
    notifyOther: Boolean
  }
  input WorkerStateInput {
    granularity: EndpointStatisticGranularity
  }
  input WebhookRequestsInput {
    granularity: EndpointStatisticGranularity
  }
  input ListingsInput {
    id: String
    type: String
    category: String
    owner: String
    searchQuery: String
    tags: [String]
    limit: Int
    offset: Int
    orderBy: String
    orderDirection: String
  }
  input AddModelToRepoInput {
    owner: String
    name: String
    provider: String
    model: String
    status: ModelVersionStatus
    versions: [JSON]
  }
  input RemoveModelFromRepoInput {
    id: String
    owner: String
    name: String
  }
  input ModelRepoUploadInput {
    id: String
    owner: String
    name: String
    hash: ID
    uuid: ID
  }

  type Secret {
    id: ID!
    name: String!
    createdAt: DateTime!
    updatedAt: DateTime
    description: String
    lastRetrievedAt: DateTime
    lastUpdatedAt: DateTime
  }
  type Discount {
    userId: String!
    type: DiscountType!
    discountFactor: Float!
    expirationDate: DateTime!
    activeDiscountFactor: Float
    activeWorkers: Int
  }
  type IPAddress {
    id: String
    address: String
    networkRangeId: String
  }
  type PodRegistry {
    auth: String
    pass: String
    url: String
    user: String
    username: String
  }
  type WorkerState {
    time: DateTime
    initialized: Int
    ready: Int
    running: Int
    throttled: Int
    initializing: Int
    idle: Int
    unhealthy: Int
  }
  type WebhookRequestStatus {
    time: DateTime
    responses: [Int]
  }
  type GitBuild {
    id: String
    imageName: String
    commitHash: String
    commitMessage: String
    branch: String
    commitDate: DateTime
    state: String
    startedAt: DateTime
    completedAt: DateTime
    error: String
    repoId: String
  }
  type Repo {
    repoName: String
    repoId: String
    branch: String
    dockerFilePath: String
    buildContext: String
    dockerArgs: String
    containerRegistryAuthId: String
  }
  type Listing {
    id: String
    title: String
    repoName: String
    repoOwner: String
    description: String
    category: String
    type: String
    tags: [String]
    stars: Int
    views: Int
    deploys: Int
    language: String
    createdAt: DateTime
    updatedAt: DateTime
  }
  type StoredModel {
    id: String
    owner: String
    provider: String
    name: String
    status: String
    createdAt: DateTime
    updatedAt: DateTime
    users: [String]
    versions: [StoredModelVersion]
  }
  type StoredModelVersion {
    uuid: ID
    hash: ID
    status: String
    metadata: JSON
    createdAt: DateTime
    updatedAt: DateTime
  }
  type ModelStoreResult {
    success: Boolean
    message: String
    model: StoredModel
    version: StoredModelVersion
    upload: JSON
  }

  extend type Query {
    countryCodes: [String]
    listings(input: ListingsInput!): [Listing]
    listing(id: String!): Listing
    listingFromRepo(repoOwner: String!, repoName: String!): Listing
    myModels: [StoredModel]
    myModel(owner: String!, name: String!): StoredModel
  }
  extend type Mutation {
    secretCreate(input: SecretCreateInput!): Secret
    secretDelete(id: ID!): Void
    updateUserSettings(input: UpdateUserSettingsInput): User
    addModelToRepo(input: AddModelToRepoInput!): ModelStoreResult
    removeModelFromRepo(input: RemoveModelFromRepoInput!): ModelStoreResult
    createModelRepoUpload(input: ModelRepoUploadInput!): ModelStoreResult
    completeModelRepoUpload(input: ModelRepoUploadInput!): ModelStoreResult
    updateModelVersionStatus(
      uuid: ID
      hash: ID
      status: ModelVersionStatus!
    ): ModelStoreResult
  }
  extend type User {
    authId: String
    machineQuota: Int
    referralEarned: Float
    signedTermsOfService: Boolean
    stripeSavedPaymentId: String
    stripeSavedPaymentLast4: String
    templateEarned: Float
    stripeAutoReloadAmount: Int
    stripeAutoPaymentThreshold: Int
    referralId: String
    datacenters: [DataCenter]
    hostBalance: Float
    hostStripeLinked: Boolean
    stripeAccountId: String
    notifyPodsStale: Boolean
    notifyPodsGeneral: Boolean
    notifyLowBalance: Boolean
    notifyOther: Boolean
    creditAlertThreshold: Float
    serverlessDiscount: Discount
    secrets: [Secret!]!
    backgroundPods: [Pod]
  }
  extend type Endpoint {
    aiKey: String
    userId: String
    workerState(input: WorkerStateInput!): [WorkerState]
    webhookRequests(input: WebhookRequestsInput!): [WebhookRequestStatus]
    activeBuildid: String
    idePodId: String
    flashEnvironmentId: String
    builds: [GitBuild]
    repo: Repo
  }
  extend type Pod {
    aiApiId: String
    apiKey: String
    consumerUserId: String
    registry: PodRegistry
    volumeKey: String
    machineType: String
    slsVersion: Int
    clusterIp: String
    clusterIdx: Int
    clusterCidr: String
    clusterId: String
    testPod: Boolean
    ideAiApiId: String
    ipAddress: IPAddress
  }
  extend type PodMachineInfo {
    machineType: String
    runpodIp: String
    globalNetwork: Boolean
  }
  extend type PodTemplate {
    userId: String
    presentationOrder: Int
    allowedCudaVersions: String
  }
  extend type MachineSystem {
    diskTotal: Int
    diskFree: Int
    privateIp: String
    publicIp: String
  }
  extend type ContainerRegistryAuth {
    userId: String
    registryAuth: String
  }
  extend type DataCenter {
    globalNetwork: Boolean
    region: String
  }
  extend type GpuType {
    throughput: Int
  }
  extend type LowestPrice {
    maxGpuCount: Int
    maxUnreservedGpuCount: Int
  }
  extend type SavingsPlan {
    id: String
  }
  extend input PodResumeInput {
    syncMachine: Boolean
  }
  extend input PodFindAndDeployOnDemandInput {
    aiApiId: String
    volumeKey: String
    globalNetwork: Boolean
  }
  extend input PodRentInterruptableInput {
    volumeKey: String
    minCudaVersion: String
  }
  extend input deployCpuPodInput {
    deployCost: Float
    startJupyter: Boolean
    volumeKey: String
    terminateAfter: DateTime
  }
  extend input GpuLowestPriceInput {
    includeAiApi: Boolean
    minCudaVersion: String
    globalNetwork: Boolean
  }
  extend input GpuAvailabilityInput {
    includeAiApi: Boolean
    minCudaVersion: String
  }
  extend input EndpointInput {
    flashEnvironmentId: String
    bindEndpoint: Boolean
  }
`;

/** The extension without what the shipped schema has itself. */
export function schemaExtension(shipped: DocumentNode): DocumentNode {
  const members = new Map<string, ReadonlySet<string>>();
  for (const definition of shipped.definitions) {
    if (!isTypeDefinitionNode(definition)) continue;
    const fields = "fields" in definition ? (definition.fields ?? []) : [];
    const names = fields.map((field) => field.name.value);
    members.set(definition.name.value, new Set(names));
  }
  const { kind, definitions } = parse(EXTENSION);
  return {
    kind,
    definitions: definitions.flatMap((each) => newPart(each, members)),
  };
}

function newPart(
  definition: DefinitionNode,
  members: ReadonlyMap<string, ReadonlySet<string>>,
): DefinitionNode[] {
  if (isTypeDefinitionNode(definition))
    return members.has(definition.name.value) ? [] : [definition];
  if (definition.kind === Kind.OBJECT_TYPE_EXTENSION) {
    const known = members.get(definition.name.value);
    const { fields = [] } = definition;
    const added = fields.filter(({ name }) => !known?.has(name.value));
    return added.length > 0 ? [{ ...definition, fields: added }] : [];
  }
  if (definition.kind === Kind.INPUT_OBJECT_TYPE_EXTENSION) {
    const known = members.get(definition.name.value);
    const { fields = [] } = definition;
    const added = fields.filter(({ name }) => !known?.has(name.value));
    return added.length > 0 ? [{ ...definition, fields: added }] : [];
  }
  return [definition];
}
