import type { BodyOf, Route } from "../../src/http/operations.js";

/** A body for each route that takes one. In a body `{…Id}` stands for the id of something that the account owns. */
type SampleBodies = {
  readonly [R in Route]?: BodyOf<R>;
} & Readonly<Record<string, unknown>>;

const image = "ubuntu:24.04";

/** The bodies that the forms of the reference are filled in with. Each of them is accepted as it is. */
export const sampleBodies: SampleBodies = {
  "POST /pods": {
    name: "from the page",
    imageName: image,
    gpuTypeIds: ["NVIDIA L4"],
    gpuCount: 1,
    ports: ["8888/http", "22/tcp"],
    env: { MODE: "test" },
  },
  "PATCH /pods/{podId}": { name: "renamed on the page" },
  "POST /endpoints": {
    name: "from the page",
    templateId: "{templateId}",
    gpuTypeIds: ["NVIDIA L4"],
    workersMin: 0,
    workersMax: 3,
  },
  "PATCH /endpoints/{endpointId}": { workersMax: 5 },
  "POST /networkvolumes": {
    name: "models",
    size: 50,
    dataCenterId: "EU-RO-1",
  },
  "PATCH /networkvolumes/{networkVolumeId}": { size: 200 },
  "POST /templates": {
    name: "from the page",
    imageName: image,
    isServerless: true,
  },
  "PATCH /templates/{templateId}": { readme: "Changed on the page." },
  "POST /containerregistryauth": {
    name: "registry",
    username: "user",
    password: "secret",
  },
  "PUT /v2/account/ssh-keys": { keys: ["ssh-ed25519 AAAA from the page"] },
  "POST /v2/account/secrets": { name: "HF_TOKEN", value: "from the page" },
  "PATCH /v2/account/secrets/{id}": { description: "Changed on the page." },
  "POST /v2/pods": {
    name: "from the page",
    image,
    gpu: { id: "NVIDIA L4", count: 1 },
    ports: ["8888/http", "22/tcp"],
  },
  "PATCH /v2/pods/{id}": { name: "renamed on the page" },
  "POST /v2/pods/{id}/action": { action: "stop" },
  "POST /v2/clusters": {
    name: "from the page",
    image,
    type: "RAY",
    compute: { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: 2 },
  },
  "PATCH /v2/clusters/{id}": { name: "renamed on the page" },
  "POST /v2/serverless": {
    name: "from the page",
    image,
    type: "QUEUE",
    scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
    gpu: { pools: ["AMPERE_24"] },
  },
  "PATCH /v2/serverless/{id}": { workers: { max: 5 } },
  "POST /v2/templates": { name: "from version 2", image, serverless: true },
  "PATCH /v2/templates/{id}": { image: "ubuntu:26.04" },
  "POST /v2/network-volumes": {
    name: "models",
    size: 50,
    dataCenter: "EU-RO-1",
  },
  "PATCH /v2/network-volumes/{id}": { size: 200 },
  "POST /v2/registries": {
    name: "registry of version 2",
    username: "user",
    password: "secret",
  },
  "POST /v2/registries/delegations": {
    resource: "arn:aws:ecr:us-east-1:123456789012:repository/team/app",
  },
  "POST /v2/{slug}/run": { input: { prompt: "a lighthouse" } },
  "POST /v2/{slug}/runsync": { input: { prompt: "a lighthouse" } },
};
