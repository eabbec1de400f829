import {
  getNamedType,
  isInputObjectType,
  isObjectType,
  type GraphQLInputType,
} from "graphql";
import { describe, expect, test } from "vitest";
import { isEmulated } from "../src/graphql/not-emulated.js";
import {
  answerTo,
  ARGUMENTS,
  fieldsOf,
  hasNoEffect,
  NO_EFFECT,
  PARTS,
  schema,
  trials,
} from "./support/graphql-inputs.js";
import { createAccount } from "./support/account.js";
import { createOwner } from "./support/graphql-owner.js";

/** Each argument of a field, as `Type.field(argument)`, and each field of each input, as `Type.field`. */
function everyInput(): string[] {
  const names = new Set<string>();
  const visit = (type: GraphQLInputType) => {
    const named = getNamedType(type);
    if (!isInputObjectType(named)) return false;
    for (const field of Object.values(named.getFields())) {
      const name = `${named.name}.${field.name}`;
      if (names.has(name)) continue;
      names.add(name);
      visit(field.type);
    }
    return true;
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    if (type.name.startsWith("__")) continue;
    for (const { name, args } of Object.values(type.getFields()).filter(
      (field) => isEmulated(`${type.name}.${field.name}`),
    ))
      for (const each of args)
        if (!visit(each.type)) names.add(`${type.name}.${name}(${each.name})`);
  }
  return [...names];
}

test("the emulator acts on every input of the GraphQL schema, refuses it, or is explained in a table", () => {
  const inputs = everyInput();
  const ofParts = Object.keys(PARTS).flatMap((type) =>
    fieldsOf(type).map((field) => `${type}.${field}`),
  );
  const tried = trials.map(({ name }) => name);
  const proved = [...tried, ...ofParts, ...Object.keys(ARGUMENTS)];
  const others = inputs.filter((input) => !hasNoEffect(input));
  expect(proved.sort()).toEqual(others.sort());
  for (const [name] of NO_EFFECT)
    expect(
      inputs.some((input) => name.test(input)),
      String(name),
    ).toBe(true);
});

describe("the emulator obeys or refuses an input of GraphQL, without which it answers otherwise:", () => {
  test.each(trials.map((trial) => [trial.name, trial] as const))(
    "%s",
    async (_, { type, field, value, needed }) => {
      const { answer, fill } = await answerTo(type, needed, { [field]: value });
      const without = await answerTo(type, needed);
      expect(answer).not.toEqual(without.answer);
      // What is a text or a number is shown as it was given.
      const isShown = Object.hasOwn(Object(answer.root) as object, field);
      if (isShown && typeof value !== "object")
        expect(answer.root).toMatchObject({ [field]: fill(value) });
    },
  );

  test("while the same input is answered in the same way", async () => {
    for (const type of new Set(trials.map((trial) => trial.type))) {
      const { answer } = await answerTo(type);
      expect((await answerTo(type)).answer).toEqual(answer);
    }
  });
});

describe("the emulator obeys an argument of GraphQL:", () => {
  test.each(Object.entries(ARGUMENTS))(
    "%s",
    async (_, [document, expected]) => {
      const { ask, fill } = await createOwner();
      const { data, problem } = await ask(document);
      if (expected instanceof RegExp) expect(problem).toMatch(expected);
      else
        expect(Object.values(data as object)).toMatchObject([fill(expected)]);
    },
  );
});

/** What an input has wrong, and the field of GraphQL that the message names. */
const WRONG: readonly [string, string, string][] = [
  ["podFindAndDeployOnDemand", 'gpuTypeId: "L5"', "gpuTypeId"],
  ["podFindAndDeployOnDemand", 'dataCenterId: "XX-1"', "dataCenterId"],
  ["podFindAndDeployOnDemand", "minVcpuCount: 999", "minVcpuCount"],
  ["podFindAndDeployOnDemand", 'templateId: "no"', "templateId"],
  ["deployCpuPod", 'dataCenterId: "XX-1"', "dataCenterId"],
  [
    "saveEndpoint",
    'gpuIds: "ADA_24", dataCenterIds: ["XX-1"]',
    "dataCenterIds",
  ],
  ["saveEndpoint", 'gpuIds: "ADA_24", locations: "XX"', "locations"],
  ["saveEndpoint", 'gpuIds: "ADA_24", type: "RT"', "type"],
  ["saveEndpoint", "workersMax: 1", "gpuIds"],
];

test.each(WRONG)(
  "an error of the GraphQL mutation %s with %s names the field of GraphQL",
  async (operation, wrong, field) => {
    const { ask } = await createOwner();
    const isEndpoint = operation === "saveEndpoint";
    const container = isEndpoint
      ? 'templateId: "{templateId}"'
      : 'imageName: "a"';
    const input = wrong.includes("templateId")
      ? wrong
      : `${wrong}, ${container}`;
    const { problem = "" } = await ask(
      `mutation { ${operation}(input: { ${input} }) { id } }`,
    );
    const names = problem.match(/\w+/g) ?? [];
    expect(names).toContain(field);
    const foreign = REST_NAMES.filter((name) => name !== field);
    expect(names.filter((name) => foreign.includes(name))).toEqual([]);
  },
);

/** What only version 0.1.0 calls so, unless an input of GraphQL has the name as well. */
const REST_NAMES = [
  "gpuTypeIds",
  "dataCenterIds",
  "countryCodes",
  "cpuFlavorIds",
  "vcpuCount",
  "minVCPUPerGPU",
  "minRAMPerGPU",
  "dockerStartCmd",
  "globalNetworking",
];

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
    'gpuIds: "ADA_24", networkVolumeId: "{volumeId}", networkVolumeIds: [{ networkVolumeId: "{unusedVolumeId}" }]',
    /networkVolumeId or networkVolumeIds/,
  ],
  [
    "saveEndpoint",
    'gpuIds: "", instanceIds: ["cpu3c-2-4", "cpu3g-4-16"]',
    /different numbers of vCPUs/,
  ],
  [
    "saveEndpoint",
    'gpuIds: "", instanceIds: ["cpu3c-2-4"], gpuCount: 2',
    /gpuCount or instanceIds/,
  ],
  ["saveEndpoint", 'gpuIds: "ADA_24,-NVIDIA H200"', /excludes "NVIDIA H200"/],
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
