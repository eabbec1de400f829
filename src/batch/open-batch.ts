import type { JobPolicy, JobS3Config } from "../../generated/jobs/resources.js";
import type { Client } from "../client.js";
import type { Webhooks } from "../webhooks/index.js";
import type { OpenStore } from "./store.js";

/** What the parts of an open batch share. */
export interface OpenBatch {
  readonly cloud: Client;
  readonly name: string;
  readonly model: string;
  readonly store: OpenStore;
  readonly policy: JobPolicy | undefined;
  readonly s3Config: JobS3Config | undefined;
  readonly maxCost: number | undefined;
  readonly webhooks: Webhooks | undefined;
  readonly onDoubt: "keep" | "resubmit-after-ttl";
  readonly warn: (message: string) => void;
  /** What the submit of an input may cost; undefined if that is not known. */
  readonly estimate: (input: object) => number | undefined;
  readonly maxOutputBytes: number;
}
