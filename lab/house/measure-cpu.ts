import type { Client } from "../../src/index.js";
import { readArgument } from "../bench/child.js";
import { BARE, type CallKind } from "../bench/peers/clients.js";
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

export type CpuCall = "get" | "create" | "GraphQL";

/** A call, the path whose answer it gets, and the call without a client that the call is compared with. */
interface Call {
  readonly run: (cloud: Client) => Promise<unknown>;
  readonly answer: string;
  readonly bare: CallKind;
}

const CALLS: Readonly<Record<CpuCall, Call>> = {
  get: {
    run: (cloud) => cloud.pods.get("pod-1"),
    answer: "/pods/pod-1",
    bare: "get",
  },
  create: {
    run: (cloud) =>
      cloud.pods.create({ name: "bench", imageName: "ubuntu:24.04" }),
    answer: "/pods/pod-1",
    bare: "create",
  },
  GraphQL: {
    run: (cloud) => cloud.graphql.request("query { pods { id name } }"),
    answer: "/graphql",
    bare: "query",
  },
};

/** Sends microseconds of CPU per call in many rounds, first of the client's call, then of the bare call. */
const { main, call } = readArgument() as CpuRun;
const { run, answer, bare } = CALLS[call];
const service = createService(() =>
  Promise.resolve(respond(`http://127.0.0.1:9${answer}`)),
);
const createClient = await importClient(main);
const { createCalls } = await importCalls(BARE);
const createOwnCall = () => {
  const cloud = createClient(service.fetch);
  return () => run(cloud);
};
const createBareCall = () => {
  const call = createCalls(service)[bare];
  if (!call) throw new Error(`there is no bare ${bare}`);
  return call;
};
process.send?.(await microsInTurns([createOwnCall, createBareCall]));
