import { Ajv } from "ajv";
import { expect } from "vitest";
import type { Schema } from "./operations.js";

/** The fields that the emulator leaves out in some cases. It always returns all other fields of a schema. */
const OPTIONAL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Pod: [
    "imageName",
    "templateId",
    "template",
    "containerRegistryAuthId",
    "networkVolume",
    "gpu",
    "cpuFlavorId",
    "machine",
    "savingsPlans",
    "endpointId",
    "aiApiId",
    "slsVersion",
  ],
  Machine: [
    "gpuTypeId",
    "gpuType",
    "gpuDisplayName",
    "gpuAvailable",
    "minPodGpuCount",
    "currentPricePerGpu",
    "cpuTypeId",
    "cpuType",
    "maintenanceStart",
    "maintenanceEnd",
    "maintenanceNote",
    "note",
  ],
  Endpoint: [
    "template",
    "workers",
    "allowedCudaVersions",
    "minCudaVersion",
    "networkVolumeId",
    "networkVolumeIds",
  ],
  Template: ["containerRegistryAuthId", "earned", "runtimeInMin"],
  BillingRecord: ["podId", "endpointId", "gpuTypeId"],
  Job: ["output", "error", "delayTime", "executionTime", "workerId", "retries"],
  ModelOutput: ["image_url", "video_url", "audio_url", "cost"],
};

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
const compiled = new Map<Schema, ReturnType<typeof ajv.compile>>();

/** Fails unless a value has every field that the emulator always returns, and no field that the schema does not have. */
export function expectStrictMatch(
  schema: Schema,
  value: unknown,
  label: string,
): void {
  const validate = compiled.get(schema) ?? ajv.compile(strictSchema(schema));
  compiled.set(schema, validate);
  const isValid = validate(value);
  expect(isValid, `${label}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}

/** The schema with every field required that the emulator always returns, and without any other fields allowed. */
function strictSchema(schema: Schema): Schema {
  const { properties, items, anyOf, name = "" } = schema;
  let strict = schema;
  if (anyOf) strict = { ...strict, anyOf: anyOf.map(strictSchema) };
  if (items) strict = { ...strict, items: strictSchema(items) };
  if (!properties) return strict;
  const members = Object.entries(properties).map(
    ([key, property]): [string, Schema] => [key, strictSchema(property)],
  );
  return {
    ...strict,
    properties: Object.fromEntries(members),
    required: Object.keys(properties).filter(
      (key) => !OPTIONAL_FIELDS[name]?.includes(key),
    ),
    additionalProperties: schema.additionalProperties ?? false,
  };
}
