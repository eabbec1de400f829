import type { BodyOf, Route } from "../server/operations.js";

/** A body for each route that takes one. In a body `{…Id}` stands for the id of something that the account owns. */
type SampleBodies = {
  readonly [R in Route]?: BodyOf<R>;
};

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
  "POST /v2/{slug}/run": { input: { prompt: "a lighthouse" } },
  "POST /v2/{slug}/runsync": { input: { prompt: "a lighthouse" } },
};
