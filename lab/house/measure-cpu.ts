import type { Client } from "../../src/index.js";
import { readArgument } from "../bench/child.js";
import type { BaselineCall } from "../bench/peers/clients.js";
import {
  createService,
  importCalls,
  respond,
} from "../bench/peers/children/service.js";
import { microsInTurns } from "../bench/turns.js";
import { importClient } from "./client.js";

/** The argument of this process: the main entry point, and what to call. */
export interface CpuRun {
  readonly main: string;
  readonly call: CpuCall;
}

export type CpuCall = "list" | "get" | "create" | "GraphQL";

/** A call, the path whose answer it gets, and the call without a client that the call is compared with. */
interface Call {
  readonly run: (cloud: Client) => Promise<unknown>;
  readonly answer: string;
  readonly bare: BaselineCall;
}

const CALLS: Readonly<Record<CpuCall, Call>> = {
  list: {
    run: (cloud) => cloud.pods.list(),
    answer: "/pods",
    bare: "bare-list",
  },
  get: {
    run: (cloud) => cloud.pods.get("pod-1"),
    answer: "/pods/pod-1",
    bare: "bare-list",
  },
  create: {
    run: (cloud) =>
      cloud.pods.create({ name: "bench", imageName: "ubuntu:24.04" }),
    answer: "/pods/pod-1",
    bare: "bare-submit",
  },
  GraphQL: {
    run: (cloud) => cloud.graphql.request("query { pods { id name } }"),
    answer: "/graphql",
    bare: "bare-submit",
  },
};

/** Sends microseconds of CPU per call in many rounds, first of the client's call, then of the bare call. */
const { main, call } = readArgument() as CpuRun;
const { run, answer, bare } = CALLS[call];
const service = createService(() =>
  Promise.resolve(respond(`http://127.0.0.1:9${answer}`)),
);
const createClient = await importClient(main);
const { createCall } = await importCalls(bare);
const createOwnCall = () => {
  const cloud = createClient(service.fetch);
  return () => run(cloud);
};
process.send?.(await microsInTurns([createOwnCall, () => createCall(service)]));
