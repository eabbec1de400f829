import type { Urls } from "../../../src/emulator/server/listen.js";

/** Where the suite runs, and what it finds there; JSON, for it crosses into another process. */
export interface Place {
  /** What the platform is like: a process with files, a worker of a service, or a page. */
  readonly platform: "process" | "worker" | "page";
  readonly apiKey: string;
  /** The emulator's. */
  readonly urls: Urls;
  /** Origin of the desk, which arranges the emulator's faults and counts what was sent. */
  readonly desk: string;
  /** Origin of a server that breaks the connection of every change, below `/reset` and `/closed`. */
  readonly breaking: string;
  /** Origin at which nobody listens. */
  readonly absent: string;
  /** An empty folder of one's own; a platform without files leaves it alone. */
  readonly folder: string;
}

/** A change that the breaking server has seen. */
export interface Change {
  readonly method: string;
  /** Its place on the connection, from 1. */
  readonly nth: number;
}

/** How one case of the suite ended; `reason` says why it failed. */
export interface Result {
  readonly name: string;
  readonly ok: boolean;
  readonly reason?: string;
}
