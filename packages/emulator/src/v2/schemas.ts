import type { V2Components as components } from "cloud-compute-sdk";

/** The bodies of version 2 of the management API, as its document describes them. */
export type Schemas = components["schemas"];

/** A reply with the status 201. */
export function created<Body>(body: Body): {
  readonly status: 201;
  readonly body: Body;
} {
  return { status: 201, body };
}

/** A moment as the API writes it. */
export function toIsoString(time: number): string {
  return new Date(time).toISOString();
}
