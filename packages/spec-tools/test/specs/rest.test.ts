import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";

// What the interface says of the update of a network volume. That the emulator keeps to these limits is a matter of its
// tests `conformance` and `state`.

const spec = parse(await readFile("specs/rest.openapi.yaml", "utf8")) as {
  readonly paths: Readonly<Record<string, Record<string, object>>>;
};

test("the REST spec has the title, the version and the prefix of the service", () => {
  expect(spec).toMatchObject({
    openapi: "3.0.3",
    info: {
      title: "Public REST API for managing compute resources",
      version: "0.1.0",
    },
    servers: [{ url: expect.stringMatching(/\/v1$/) as string }],
  });
});

test("the REST spec gives a network volume its four fields, and the update its two, with the limits of the size", () => {
  const text = { type: "string" };
  const size = { type: "integer", minimum: 0, maximum: 4000 };
  const volume = { id: text, name: text, dataCenterId: text };
  expect(spec).toMatchObject({
    components: {
      schemas: {
        NetworkVolume: { properties: { ...volume, size: { type: "integer" } } },
        NetworkVolumeUpdateInput: { properties: { name: text, size } },
      },
    },
  });
  expect(spec).not.toHaveProperty(
    "components.schemas.NetworkVolumeUpdateInput.required",
  );
});

test("the REST spec describes both spellings of that update alike", () => {
  const contentOf = (schema: string) => {
    const $ref = `#/components/schemas/${schema}`;
    return { content: { "application/json": { schema: { $ref } } } };
  };
  const path = "/networkvolumes/{networkVolumeId}";
  const patch = spec.paths[path]?.["patch"];
  const post = spec.paths[`${path}/update`]?.["post"];
  for (const spelling of [patch, post])
    expect(spelling).toMatchObject({
      tags: ["network volumes"],
      parameters: [{ name: "networkVolumeId", in: "path", required: true }],
      requestBody: {
        required: true,
        ...contentOf("NetworkVolumeUpdateInput"),
      },
      responses: { 200: contentOf("NetworkVolume") },
    });
});
