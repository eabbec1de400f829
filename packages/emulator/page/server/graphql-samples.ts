import { documents } from "../../generated/graphql.js";

const podId = "the id of a Pod";

/** Example variables of the shipped documents that take some. */
const variables: Readonly<Record<string, object>> = {
  deployPod: {
    input: {
      name: "from the page",
      imageName: "ubuntu:24.04",
      gpuTypeId: "NVIDIA L4",
      gpuCount: 1,
    },
  },
  pod: { input: { podId } },
  resumePod: { input: { podId } },
  stopPod: { input: { podId } },
  terminatePod: { input: { podId } },
  deleteEndpoint: { id: "the id of an endpoint" },
  deleteTemplate: { templateName: "from-the-page" },
  saveTemplate: {
    input: {
      name: "from-the-page",
      imageName: "ubuntu:24.04",
      dockerArgs: "",
      env: [],
      containerDiskInGb: 20,
      volumeInGb: 0,
    },
  },
  saveEndpoint: {
    input: {
      name: "from the page",
      templateId: "the id of a serverless template",
      gpuIds: "AMPERE_16",
      workersMin: 0,
      workersMax: 3,
    },
  },
};

const FIRST_DOCUMENTS = ["myself", "pods", "gpuTypes", "deployPod"];

/** The documents that the explorer of the page offers: those that the client ships, with example variables. */
export const graphqlSamples = [
  ...new Set([...FIRST_DOCUMENTS, ...Object.keys(documents)]),
].map((name) => ({
  name,
  query: documents[name] ?? "",
  variables: variables[name] ?? {},
}));
