import { expect, test } from "vitest";
import { createAccount } from "./support/account.js";
import { createOwner } from "./support/graphql-owner.js";

test("stopAfter of a Pod has no effect, of which the emulator warns", async () => {
  const { emulator, call } = createAccount();
  const warnings: string[] = [];
  emulator.subscribe((event) => {
    if (event.kind === "warning") warnings.push(event.message);
  });
  const query = `mutation { podFindAndDeployOnDemand(input: { imageName: "a", stopAfter: "2026-01-31T12:00:00Z" }) { id } }`;
  await call("POST", "/graphql", { query });
  expect(warnings).toEqual(["stopAfter has no effect, as in the service"]);
});

/** What an input of `saveEndpoint` or `podFindAndDeployOnDemand` has too much, and what the error names. */
const PAIRS: readonly [operation: string, input: string, named: RegExp][] = [
  [
    "saveEndpoint",
    'gpuIds: "ADA_24", instanceIds: ["cpu3c-2-4"]',
    /gpuIds or instanceIds/,
  ],
  [
    "saveEndpoint",
    'gpuIds: "ADA_24", templateId: "{freeId}", template: { name: "t", imageName: "a" }',
    /templateId or template,/,
  ],
  [
    "saveEndpoint",
    'gpuIds: "ADA_24", networkVolumeId: "{volumeId}", networkVolumeIds: [{ networkVolumeId: "{unusedVolumeId}" }]',
    /networkVolumeId or networkVolumeIds/,
  ],
  [
    "saveEndpoint",
    'gpuIds: "", instanceIds: ["cpu3c-2-4"], gpuCount: 2',
    /gpuCount or instanceIds/,
  ],
  [
    "saveEndpoint",
    'gpuIds: "", instanceIds: ["cpu3c-2-4", "cpu3g-4-16"]',
    /different numbers of vCPUs/,
  ],
  ["saveEndpoint", 'gpuIds: "ADA_24,-NVIDIA H200"', /excludes "NVIDIA H200"/],
  ["saveEndpoint", 'gpuIds: "ADA_24,-NOPE"', /excludes "NOPE"/],
  [
    "podFindAndDeployOnDemand",
    'gpuTypeId: "NVIDIA L4", gpuTypeIdList: ["NVIDIA A40"]',
    /gpuTypeId or gpuTypeIdList/,
  ],
  [
    "podFindAndDeployOnDemand",
    'gpuTypeId: "NVIDIA L4", instanceIds: ["cpu3c-2-4"]',
    /gpuTypeId or instanceIds/,
  ],
  [
    "podFindAndDeployOnDemand",
    'gpuTypeId: "NVIDIA L4", computeType: CPU',
    /gpuTypeId or computeType/,
  ],
  [
    "podFindAndDeployOnDemand",
    'networkVolumeId: "{volumeId}", dataCenterId: "EU-CZ-1"',
    /is in EU-RO-1/,
  ],
];

test.each(PAIRS)(
  "the GraphQL mutation %s refuses %s",
  async (operation, input, named) => {
    const container = operation === "saveEndpoint" ? "" : ', imageName: "a"';
    const { ask } = await createOwner();
    const { problem } = await ask(
      `mutation { ${operation}(input: { name: "n", ${input}${container} }) { id } }`,
    );
    expect(problem).toMatch(named);
  },
);
