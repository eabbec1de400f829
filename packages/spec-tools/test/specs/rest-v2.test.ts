import { Ajv2020 } from "ajv/dist/2020.js";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const document = parse(
  await readFile("specs/rest-v2.openapi.yaml", "utf8"),
) as object;

describe("the schemas of version 2", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "document");
  const validator = (name: string) => {
    const validate = ajv.getSchema(`document#/components/schemas/${name}`);
    if (!validate) throw new Error(`the document has no schema ${name}`);
    return validate;
  };

  test("take a Pod with an image or a template, and nothing of version 0.1.0", () => {
    const isPod = validator("CreatePodRequest");
    const gpu = { id: "NVIDIA A40" };
    expect(isPod({ name: "a", image: "alpine", gpu })).toBe(true);
    expect(isPod({ name: "a", templateId: "t", gpu })).toBe(true);
    expect(isPod({ name: "a", gpu })).toBe(false);
    expect(isPod({ image: "alpine", gpu })).toBe(false);
    expect(isPod({ name: "a", image: "alpine", gpu, imageName: "b" })).toBe(
      false,
    );
    expect(
      isPod({ name: "a", image: "alpine", gpu: { ...gpu, pools: ["A"] } }),
    ).toBe(false);
  });

  test("take whole mounts only, and a persistent one from 10 GB on", () => {
    const isMounts = validator("Mounts");
    expect(isMounts({})).toBe(true);
    expect(isMounts({ persistent: { size: 10, path: "/data" } })).toBe(true);
    expect(isMounts({ persistent: { size: 9, path: "/data" } })).toBe(false);
    expect(isMounts({ persistent: { size: 10 } })).toBe(false);
    expect(isMounts({ network: [{ volumeId: "v" }] })).toBe(false);
  });

  test("take request-count scaling only for an endpoint that balances load", () => {
    const isEndpoint = validator("CreateEndpointRequest");
    const endpoint = {
      name: "a",
      image: "alpine",
      gpu: { pools: ["ADA_24"] },
      type: "QUEUE",
      scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
    };
    expect(isEndpoint(endpoint)).toBe(true);
    expect(isEndpoint({ ...endpoint, type: "LOAD_BALANCER" })).toBe(false);
    expect(
      isEndpoint({
        ...endpoint,
        type: "LOAD_BALANCER",
        scaling: { type: "REQUEST_COUNT", requestCount: 4 },
      }),
    ).toBe(true);
    expect(isEndpoint({ ...endpoint, flashboot: true })).toBe(false);
    expect(isEndpoint({ ...endpoint, scaling: undefined })).toBe(false);
  });
});
