import { describe, expect, test } from "vitest";
import { createAccount } from "./support/account.js";
import { INPUTS, type Row } from "./support/graphql-inputs.js";
import { createOwner } from "./support/graphql-owner.js";

/** Pairs that are obeyed together, although the answer is another than for each field alone. */
const COMBINED: readonly (readonly [pair: RegExp, reason: string])[] = [
  [/^env with startSsh$/, "the variables and the key of SSH are both set"],
  [/^ports with startJupyter$/, "the ports and that of the notebook are open"],
  [/^gpuCount with min/, "each GPU brings more than the least amount"],
  [/^gpuCount with bidPerGpu$/, "the price is that of both GPUs"],
  [/\bpodCount\b/, "each of the three Pods has it"],
];

/** Every two fields of an input that both show in the answer. */
function pairsOf(fields: Readonly<Record<string, Row>>) {
  const shown = Object.entries(fields).filter(
    ([, [, expected]]) => !(expected instanceof RegExp),
  );
  return shown.flatMap(([first, one], index) =>
    shown
      .slice(index + 1)
      .map(([second, other]) => ({ first, one, second, other })),
  );
}

const mutations = Object.entries(INPUTS).filter(([, { document }]) =>
  document.startsWith("mutation"),
);

describe("the emulator obeys every two fields of an input of GraphQL, or refuses the pair:", () => {
  test.each(mutations)("%s", async (_, input) => {
    const { document, base, fields } = input;
    const { wrap = (given: object) => ({ input: given }) } = input;
    const dropped: string[] = [];
    for (const { first, one, second, other } of pairsOf(fields)) {
      const [value, expected, more] = one;
      const [otherValue, otherExpected, otherMore] = other;
      const both = { [first]: value, [second]: otherValue };
      const variables = wrap({ ...base, ...more, ...otherMore, ...both });
      const { ask, fill } = await createOwner();
      const { data, problem } = await ask(document, variables);
      if (problem !== undefined) continue;
      const [root] = Object.values(data as object) as unknown[];
      const isObeyed = [expected, otherExpected].every((each) =>
        holds({ root }, { root: fill(each) }),
      );
      if (!isObeyed) dropped.push(`${first} with ${second}`);
    }
    const unexplained = dropped.filter(
      (pair) => !COMBINED.some(([explained]) => explained.test(pair)),
    );
    expect(unexplained).toEqual([]);
  });
});

function holds(actual: object, expected: object): boolean {
  try {
    expect(actual).toMatchObject(expected);
    return true;
  } catch {
    return false;
  }
}

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
    'gpuIds: "ADA_24", templateId: "{freeId}", hubReleaseId: "hub-release-text"',
    /templateId or hubReleaseId/,
  ],
  [
    "saveEndpoint",
    'gpuIds: "ADA_24", hubReleaseId: "hub-release-text", template: { name: "t", imageName: "a" }',
    /hubReleaseId or template.imageName/,
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
