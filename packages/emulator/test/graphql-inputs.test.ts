import {
  buildSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
  type GraphQLInputType,
} from "graphql";
import { describe, expect, test } from "vitest";
import { schema as schemaSource } from "../generated/graphql.js";
import {
  INPUTS,
  ARGUMENTS,
  NO_EFFECT,
  PARTS,
  REFUSED,
  type Expected,
  type Row,
} from "./support/graphql-inputs.js";
import { createAccount, IMAGE } from "./support/account.js";

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
    for (const { name, args } of Object.values(type.getFields()))
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
  const wholeTypes = [...Object.keys(PARTS), ...Object.keys(REFUSED)];
  return [
    ...Object.entries(INPUTS).flatMap(([type, { fields }]) =>
      Object.keys(fields).map((field) => `${type}.${field}`),
    ),
    ...wholeTypes.flatMap((type) =>
      type.includes("(")
        ? [type]
        : fieldsOf(type).map((field) => `${type}.${field}`),
    ),
    ...Object.keys(ARGUMENTS),
    ...Object.keys(NO_EFFECT),
  ];
}

test("the emulator acts on every input of the GraphQL schema, refuses it, or is explained in a table", () => {
  expect(everyRow().sort()).toEqual(everyInput().sort());
});

/** An account that owns one of everything that an input can name. */
async function createOwner() {
  const account = createAccount();
  const create = async (path: string, body: object) =>
    (await account.callOk("POST", `/v1/${path}`, body)).id;
  const ask = async (query: string, variables: object = {}) => {
    const request = { query, variables };
    const { headers, body } = await account.call("POST", "/graphql", request);
    const { data, errors = [] } = body as {
      readonly data: unknown;
      readonly errors?: readonly { readonly message: string }[];
    };
    const [error] = errors;
    const warning = headers.get("x-emulator-warning");
    const problem = [error?.message, warning].filter(Boolean).join(" ");
    return { data, problem: problem || undefined };
  };
  const template = { name: "pod template", imageName: IMAGE };
  const place = { size: 10, dataCenterId: "EU-RO-1" };
  const auth = { name: "login", username: "u", password: "p" };
  const workers = { ...template, name: "free", isServerless: true };
  const ids: Record<string, string> = {
    podTemplateId: await create("templates", template),
    templateId: await create("templates", { ...workers, name: "workers" }),
    freeId: await create("templates", workers),
    volumeId: await create("networkvolumes", { name: "v", ...place }),
    unusedVolumeId: await create("networkvolumes", { name: "w", ...place }),
    authId: await create("containerregistryauth", auth),
    podId: await create("pods", { imageName: IMAGE }),
    stoppedId: await create("pods", { imageName: IMAGE }),
  };
  await account.callOk("POST", `/v1/pods/${ids["stoppedId"]}/stop`);
  const endpoint = { templateId: ids["templateId"], name: "e" };
  ids["endpointId"] = await create("endpoints", endpoint);
  const cluster = `createCluster(input: { imageName: "a", gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 }) { id }`;
  const secret = `secretCreate(input: { name: "s", value: "v" }) { id }`;
  const keys = `updateUserSettings(input: { pubKey: "ssh-ed25519 A" }) { id }`;
  const made = (
    await ask(
      `mutation { ${cluster} ${secret} ${keys} createFlashAuthRequest { id } }`,
    )
  ).data as Record<string, { id: string }>;
  ids["clusterId"] = made["createCluster"]?.id ?? "";
  ids["secretId"] = made["secretCreate"]?.id ?? "";
  ids["signInId"] = made["createFlashAuthRequest"]?.id ?? "";
  const fill = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(value).replace(
        /\{(\w+Id)\}/g,
        (whole, name: string) => ids[name] ?? whole,
      ),
    ) as Value;
  return {
    fill,
    ask: (query: string, variables: object = {}) =>
      ask(fill(query), fill(variables)),
  };
}

/** Whether an answer has what is expected: a message of an error with its warning, or members of the data. */
async function check(
  { ask, fill }: Awaited<ReturnType<typeof createOwner>>,
  [query, variables]: readonly [string, object?],
  expected: Expected,
): Promise<void> {
  const { data, problem } = await ask(query, variables);
  if (expected instanceof RegExp) {
    expect(problem).toMatch(expected);
    return;
  }
  expect(problem).toBeUndefined();
  const root = Object.values(data as object)[0] as unknown;
  expect({ root }).toMatchObject({ root: fill(expected) });
}

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

describe("the emulator refuses, with words, an operation of GraphQL that it cannot carry out:", () => {
  test.each(Object.entries(REFUSED))(
    "%s",
    async (_, { document, input, expected }) => {
      await check(await createOwner(), [document, { input }], expected);
    },
  );
});

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
