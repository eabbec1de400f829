import { readFileSync } from "node:fs";
import { buildSchema, isEnumType, parse, validate } from "graphql";
import { expect, test } from "vitest";

// The documents of the service's own clients run against the emulator in its test `clients`. These are the forms that
// the schema leaves out; guides/graphql.md says why.

const schema = buildSchema(readFileSync("specs/schema.graphql", "utf8"));

test.each([
  [
    "allowedCudaVersions of a resume",
    'mutation { podResume(input: { podId: "p", allowedCudaVersions: ["12.8"] }) { id } }',
    /"allowedCudaVersions" is not defined by type "PodResumeInput"/,
  ],
  [
    "a cluster by clusterId",
    'mutation { deleteCluster(input: { clusterId: "c" }) }',
    /"clusterId" is not defined by type "DeleteClusterInput"/,
  ],
  [
    "another name of the input of a network volume",
    "mutation m($input: NetworkVolumeInput!) { createNetworkVolume(input: $input) { id } }",
    /Unknown type "NetworkVolumeInput"/,
  ],
])("the GraphQL schema leaves out %s", (_, document, reason) => {
  const messages = validate(schema, parse(document)).map((it) => it.message);
  expect(messages.join("\n")).toMatch(reason);
});

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

test("the GraphQL schema describes each type, field and value", () => {
  const types = Object.values(schema.getTypeMap()).filter(
    ({ name, astNode }) => astNode && !name.startsWith("__"),
  );
  const members = types.flatMap((type): readonly Described[] => {
    if (isEnumType(type)) return type.getValues();
    return "getFields" in type
      ? Object.values<Described>(type.getFields())
      : [];
  });
  const all: readonly Described[] = [...types, ...members];
  const undescribed = all.filter(({ description }) => !description?.trim());
  expect(undescribed.map(({ name }) => name)).toEqual([]);
});
