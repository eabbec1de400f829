import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../../../src/index.js";

interface Operation {
  readonly operationId?: string;
}

interface Schema {
  readonly properties: Record<string, { readonly type?: string }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
  };
}

const spec = parse(
  await readFile("specs/rest.openapi.yaml", "utf8"),
) as Document;

describe("the REST spec", () => {
  test("has the title, the version and the prefix of the service", () => {
    expect(spec).toMatchObject({
      openapi: "3.0.3",
      info: {
        title: "Public REST API for managing compute resources",
        version: "0.1.0",
      },
      servers: [{ url: expect.stringMatching(/\/v1$/) as string }],
    });
  });

  test("gives a network volume its four fields", () => {
    expect(typesOf("NetworkVolume")).toEqual({
      id: "string",
      name: "string",
      size: "integer",
      dataCenterId: "string",
    });
  });

  test("gives the update of a network volume its two fields, and the size its limits", () => {
    const { NetworkVolumeUpdateInput: input } = spec.components.schemas;
    expect(typesOf("NetworkVolumeUpdateInput")).toEqual({
      name: "string",
      size: "integer",
    });
    expect(input).not.toHaveProperty("required");
    expect(input?.properties["size"]).toMatchObject({
      minimum: 0,
      maximum: 4000,
    });
  });

  test("describes both spellings of that update alike", () => {
    const path = "/networkvolumes/{networkVolumeId}";
    const patch = spec.paths[path]?.["patch"];
    const post = spec.paths[`${path}/update`]?.["post"];
    const ids = [patch, post].map((spelling) => spelling?.operationId);
    expect(ids).toContain("UpdateNetworkVolume");
    for (const spelling of [patch, post])
      expect(spelling).toMatchObject({
        tags: ["network volumes"],
        parameters: [
          {
            name: "networkVolumeId",
            in: "path",
            required: true,
            schema: { type: "string" },
          },
        ],
        requestBody: {
          required: true,
          content: contentOf("NetworkVolumeUpdateInput"),
        },
        responses: {
          200: { content: contentOf("NetworkVolume") },
          400: expect.any(Object) as object,
        },
      });
  });
});

describe("networkVolumes on the emulator", () => {
  const emulator = createEmulator();
  const { networkVolumes, rest } = createClient({
    apiKey: emulator.apiKey,
    ...emulator.urls,
    fetch: emulator.fetch,
  });
  const create = (size: number) =>
    networkVolumes.create({ name: "a", size, dataCenterId: "EU-RO-1" });

  test.each(["patch", "post"] as const)(
    "accepts a larger size by %s, up to 4000 GB, and refuses any other size",
    async (updateMethod) => {
      const { id } = await create(10);
      const update = (size: number) =>
        networkVolumes.update(id, { size }, {}, { updateMethod });
      const refused = {
        error: expect.stringMatching(/\bsize\b/) as string,
      };
      for (const size of [10, 9])
        await expect(update(size), String(size)).rejects.toMatchObject({
          status: 400,
          body: refused,
        });
      // The functions of the client refuse these sizes themselves.
      const init = (size: number) => ({
        params: { path: { networkVolumeId: id } },
        body: { size },
      });
      for (const size of [4001, -1, 10.5]) {
        const { response, error } =
          updateMethod === "patch"
            ? await rest.PATCH("/networkvolumes/{networkVolumeId}", init(size))
            : await rest.POST(
                "/networkvolumes/{networkVolumeId}/update",
                init(size),
              );
        expect(response.status, String(size)).toBe(400);
        expect(error).toMatchObject(refused);
      }
      expect((await networkVolumes.get(id)).size).toBe(10);
      expect((await update(11)).size).toBe(11);
      expect((await update(4000)).size).toBe(4000);
      expect((await networkVolumes.get(id)).size).toBe(4000);
    },
  );

  test("creates volumes of 0 GB, and two of one name", async () => {
    const [one, other] = [await create(0), await create(0)];
    expect(one).toMatchObject({ size: 0, name: other.name });
    expect(one.id).not.toBe(other.id);
  });
});

function typesOf(schema: string): Record<string, string | undefined> {
  const { properties = {} } = spec.components.schemas[schema] ?? {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [name, type]),
  );
}

function contentOf(schema: string): object {
  const $ref = `#/components/schemas/${schema}`;
  return { "application/json": { schema: { $ref } } };
}
