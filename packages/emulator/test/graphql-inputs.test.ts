import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  type GraphQLInputType,
} from "graphql";
import { describe, expect, test } from "vitest";
import { schema as schemaSource } from "../generated/graphql.js";
import { isEmulated } from "../src/graphql/not-emulated.js";
import {
  INPUTS,
  ARGUMENTS,
  NO_EFFECT,
  PARTS,
  type Row,
} from "./support/graphql-inputs.js";
import { check, createOwner } from "./support/graphql-owner.js";

const schema = buildSchema(schemaSource);

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

/** The inputs that the tables below prove or explain. */
function everyRow(): string[] {
  const fieldsOf = (type: string) => {
    const named = schema.getType(type);
    return isInputObjectType(named) ? Object.keys(named.getFields()) : [];
  };
  return [
    ...Object.entries(INPUTS).flatMap(([type, { fields }]) =>
      Object.keys(fields).map((field) => `${type}.${field}`),
    ),
    ...Object.keys(PARTS).flatMap((type) =>
      fieldsOf(type).map((field) => `${type}.${field}`),
    ),
    ...Object.keys(ARGUMENTS),
    ...Object.keys(NO_EFFECT),
  ];
}

test("the emulator acts on every input of the GraphQL schema, refuses it, or is explained in a table", () => {
  expect(everyRow().sort()).toEqual(everyInput().sort());
});

const rows = Object.entries(INPUTS).flatMap(([type, input]) =>
  Object.entries(input.fields).map(
    ([field, row]) => [`${type}.${field}`, input, field, row] as const,
  ),
);

describe("the emulator obeys an input of GraphQL, which without it answers otherwise:", () => {
  test.each(rows)("%s", async (_, input, field, row: Row) => {
    const [value, expected, more] = row;
    const {
      document,
      base,
      wrap = (fields: object) => ({ input: fields }),
    } = input;
    const without: Record<string, unknown> = { ...base, ...more };
    const withField = wrap({ ...without, [field]: value });
    await check(await createOwner(), [document, withField], expected);
    const others = check(
      await createOwner(),
      [document, wrap(without)],
      expected,
    );
    await expect(others).rejects.toThrow();
  });
});

describe("the emulator obeys an argument of GraphQL:", () => {
  test.each(Object.entries(ARGUMENTS))(
    "%s",
    async (_, [document, expected]) => {
      await check(await createOwner(), [document], expected);
    },
  );
});

/** Each field that the emulator does not answer, with the values that the schema requires, and with its first leaf. */
const notEmulated = ["Query", "Mutation"].flatMap((root) => {
  const type = schema.getType(root);
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields())
    .filter((field) => !isEmulated(`${root}.${field.name}`))
    .map((field) => {
      const args = field.args
        .filter((arg) => isNonNullType(arg.type))
        .map((arg) => `${arg.name}: ${sampleOf(arg.type)}`);
      const list = args.length > 0 ? `(${args.join(", ")})` : "";
      const named = getNamedType(field.type);
      const leaf = isObjectType(named) ? " { __typename }" : "";
      return `${root.toLowerCase()} { ${field.name}${list}${leaf} }`;
    });
});

/** A value of a type as a document writes it. */
function sampleOf(type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name ?? "";
  if (!isInputObjectType(named)) return named.name === "Int" ? "1" : '"a"';
  const required = Object.values(named.getFields()).filter((field) =>
    isNonNullType(field.type),
  );
  const members = required.map(
    (field) => `${field.name}: ${sampleOf(field.type)}`,
  );
  return `{ ${members.join(", ")} }`;
}

test.each(notEmulated)(
  "the emulator refuses an operation of GraphQL that it does not have: %s",
  async (document) => {
    await check(await createOwner(), [document], /^the emulator does not have/);
  },
);

/** What an input has wrong, and the field of GraphQL that the message names. */
const WRONG: readonly [string, string, string][] = [
  ["podFindAndDeployOnDemand", 'gpuTypeId: "L5"', "gpuTypeId"],
  ["podFindAndDeployOnDemand", 'dataCenterId: "XX-1"', "dataCenterId"],
  ["podFindAndDeployOnDemand", 'countryCode: "ZZ"', "countryCode"],
  ["podFindAndDeployOnDemand", "gpuCount: -1", "gpuCount"],
  ["podFindAndDeployOnDemand", "minVcpuCount: 999", "minVcpuCount"],
  ["podFindAndDeployOnDemand", "minMemoryInGb: 9999", "minMemoryInGb"],
  ["podFindAndDeployOnDemand", 'templateId: "no"', "templateId"],
  ["podRentInterruptable", 'gpuTypeId: "L5"', "gpuTypeId"],
  ["deployCpuPod", 'dataCenterId: "XX-1"', "dataCenterId"],
  [
    "saveEndpoint",
    'gpuIds: "ADA_24", dataCenterIds: ["XX-1"]',
    "dataCenterIds",
  ],
  ["saveEndpoint", 'gpuIds: "ADA_24", locations: "XX"', "locations"],
  ["saveEndpoint", 'gpuIds: "ADA_24", scalerType: "NO"', "scalerType"],
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
