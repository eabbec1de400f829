import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Client } from "../../src/index.js";
import { readArgument } from "../bench/child.js";
import { importClient } from "./client.js";

/** The argument of this process: where the compiled tree is, and what to call. */
export interface CallRun {
  readonly folder: string;
  readonly call: CallName;
}

export type CallName = "pods.get" | "pods.create" | "run and wait";

/** A call, and what the service answers to each of its requests. */
interface Call {
  readonly answers: readonly (readonly [status: number, body: object])[];
  readonly run: (cloud: Client) => Promise<unknown>;
}

const pod = { id: "pod-1", name: "first" };
const CALLS: Readonly<Record<CallName, Call>> = {
  "pods.get": {
    answers: [[200, pod]],
    run: (cloud) => cloud.pods.get("pod-1"),
  },
  "pods.create": {
    answers: [[201, pod]],
    run: (cloud) =>
      cloud.pods.create({
        name: "first",
        imageName: "ubuntu:24.04",
        gpuTypeIds: ["NVIDIA L4"],
      }),
  },
  "run and wait": {
    answers: [
      [200, { id: "job-1", status: "IN_QUEUE" }],
      [
        200,
        {
          id: "job-1",
          status: "COMPLETED",
          output: { result: "https://example.com/1.png" },
        },
      ],
    ],
    run: async (cloud) => {
      const model = cloud.model("black-forest-labs-flux-1-schnell");
      const job = await model.run({ prompt: "a lighthouse" });
      return job.wait();
    },
  },
};

/**
 * Sends the files of the compiled tree whose functions run during a call. What runs when the client is imported and
 * created is not counted, nor are files of which only the body of the module runs.
 */
const { folder, call } = readArgument() as CallRun;
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", {
  callCount: true,
  detailed: true,
});
const createClient = await importClient(join(folder, "src", "index.js"));
const answers = CALLS[call].answers.values();
const cloud = createClient(() => {
  const { value } = answers.next();
  if (!value) throw new Error(`${call} has sent more requests than expected`);
  const [status, body] = value;
  return Promise.resolve(Response.json(body, { status }));
});
// Sets every count of the coverage to zero.
await session.post("Profiler.takePreciseCoverage");
await CALLS[call].run(cloud);
const { result } = await session.post("Profiler.takePreciseCoverage");
const root = `${pathToFileURL(folder).href}/`;
const files = result
  .filter(({ url, functions }) => url.startsWith(root) && hasRun(functions))
  .map(({ url }) => url.slice(root.length).replace(/js$/, "ts"));
process.send?.(files.sort());

/** The body of the module is listed as a function without a name that begins where the file begins. */
function hasRun(
  functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly {
      readonly startOffset: number;
      readonly count: number;
    }[];
  }[],
): boolean {
  return functions.some(({ functionName, ranges: [range] }) => {
    const isBody = functionName === "" && range?.startOffset === 0;
    return !isBody && range !== undefined && range.count > 0;
  });
}
