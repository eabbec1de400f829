// Made by `npm run generate` from specs/rest.openapi.yaml and specs/jobs.openapi.yaml. Do not edit.

/**
 * Every update with two spellings: the PATCH route, and the POST route that means the same. Where a surface is a member
 * of the client, its name and a dot stand before the route.
 */
export const synonyms = {
  "PATCH /pods/{podId}": "POST /pods/{podId}/update",
  "PATCH /endpoints/{endpointId}": "POST /endpoints/{endpointId}/update",
  "PATCH /networkvolumes/{networkVolumeId}": "POST /networkvolumes/{networkVolumeId}/update",
  "PATCH /templates/{templateId}": "POST /templates/{templateId}/update",
} as const satisfies Readonly<Record<string, string>>;
