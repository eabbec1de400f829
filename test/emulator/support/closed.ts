import { Ajv } from "ajv";
import { expect } from "vitest";
import type { Schema } from "./operations.js";

/** The fields that the emulator does not always give; all others of a schema it does. */
const SOMETIMES: Readonly<Record<string, readonly string[]>> = {
  Pod: [
    ...["templateId", "containerRegistryAuthId", "networkVolume", "gpu"],
    ...["cpuFlavorId", "machine", "savingsPlans"],
    ...["endpointId", "aiApiId", "slsVersion"],
  ],
  Machine: [
    ...["gpuTypeId", "gpuType", "gpuDisplayName", "gpuAvailable"],
    ...["minPodGpuCount", "currentPricePerGpu", "cpuTypeId", "cpuType"],
    ...["maintenanceStart", "maintenanceEnd", "maintenanceNote", "note"],
  ],
  Endpoint: [
    ...["template", "workers", "allowedCudaVersions", "minCudaVersion"],
    ...["networkVolumeId", "networkVolumeIds"],
  ],
  Template: ["containerRegistryAuthId", "earned", "runtimeInMin"],
  BillingRecord: ["podId", "endpointId", "gpuTypeId"],
  Job: ["output", "error", "delayTime", "executionTime", "workerId"],
  ModelOutput: ["image_url", "video_url", "audio_url", "cost"],
};

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
const compiled = new Map<Schema, ReturnType<typeof ajv.compile>>();

/** Fails unless a value is all that the emulator always gives, and nothing that the spec does not know. */
export function expectClosed(
  schema: Schema,
  value: unknown,
  said: string,
): void {
  const validate = compiled.get(schema) ?? ajv.compile(closed(schema));
  compiled.set(schema, validate);
  const isValid = validate(value);
  expect(isValid, `${said}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}

/** The schema with every field required that is always given, and no other field let through. */
function closed(schema: Schema): Schema {
  const { properties, items, anyOf, name = "" } = schema;
  return {
    ...schema,
    ...(anyOf ? { anyOf: anyOf.map(closed) } : {}),
    ...(items ? { items: closed(items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, each]) => [
              key,
              closed(each),
            ]),
          ),
          required: Object.keys(properties).filter(
            (key) => !SOMETIMES[name]?.includes(key),
          ),
          additionalProperties: schema.additionalProperties ?? false,
        }
      : {}),
  };
}
