import type { S3Options, Urls } from "cloud-compute-emulator";

/** Where the suite runs and what it talks to. The value is JSON, because it crosses into another process. */
export interface Environment {
  /** The kind of platform: a process with files, a worker of a service, or a page. */
  readonly platform: "process" | "worker" | "page";
  readonly apiKey: string;
  /** The emulator's addresses. */
  readonly urls: Urls;
  /** The access to files of volumes at the emulator. */
  readonly s3: S3Options;
  /** Origin of the control server, which adds rules to the emulator and returns what was sent. */
  readonly control: string;
  /** Origin of a server that breaks the connection of every change, below `/reset` and `/closed`. */
  readonly breaking: string;
  /** Origin at which nobody listens. */
  readonly absent: string;
  /** An empty folder for this suite; a platform without files does not use it. */
  readonly folder: string;
}

/** A change that reached the breaking server. */
export interface ChangeRequest {
  readonly method: string;
  /** The number of the request on its connection, from 1. */
  readonly nth: number;
}

/** How one case of the suite ended; `reason` says why the case failed. */
export interface Result {
  readonly name: string;
  readonly ok: boolean;
  readonly reason?: string;
}
