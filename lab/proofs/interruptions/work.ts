import { openBatch } from "../../../src/batch/index.js";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { createClient } from "../../../src/index.js";
import { rentPod } from "../../../src/machines/index.js";
import { API_KEY } from "../gateways/origin.js";

/** What the process sends to its parent at the end. */
export interface WorkReport {
  readonly wait: unknown;
  readonly map: readonly unknown[];
  /** The pieces of the stream, the error that ended it, and the output that a wait gave afterwards. */
  readonly stream: {
    readonly pieces: readonly number[];
    readonly error: string | undefined;
    readonly output: unknown;
  };
  readonly batch: { readonly completed: number; readonly unknown: number };
  readonly rent: string;
}

interface Input {
  readonly text: string;
}

/** The last argument says how many jobs `map` runs, and how many the batch runs. */
const [url = "", ledgerFolder = "", jobs] = process.argv.slice(2);
const JOBS = Number(jobs);
const warnings: string[] = [];
const cloud = createClient({
  apiKey: API_KEY,
  baseUrl: `${url}/v1`,
  publicBaseUrl: url,
  warn: (message) => warnings.push(message),
});
const model = cloud.model<Input, Input>("m");
const inputs = (name: string): Input[] =>
  Array.from({ length: JOBS }, (_, index) => ({ text: `${name} ${index}` }));

async function waitForJob(): Promise<unknown> {
  const job = await model.run({ text: "wait" });
  return (await job.wait({ interval: 500 })).output?.text;
}

async function map(): Promise<unknown[]> {
  const outputs: unknown[] = [];
  const results = model.map(inputs("map"), {
    interval: 500,
    concurrency: JOBS,
  });
  for await (const { input, job, error } of results)
    outputs.push(
      job?.output?.text === input.text ? "right" : String(error ?? "wrong"),
    );
  return outputs;
}

async function stream(): Promise<WorkReport["stream"]> {
  const job = await model.run({ text: "stream" });
  const pieces: number[] = [];
  let error: string | undefined;
  try {
    for await (const piece of job.stream<number>({ interval: 500 }))
      pieces.push(piece);
  } catch (reason) {
    error = String(reason);
  }
  const { output } = await job.wait({ interval: 500 });
  return { pieces, error, output: output?.text };
}

async function workOnBatch(): Promise<WorkReport["batch"]> {
  const ledger = fileLedger(ledgerFolder);
  const batch = await openBatch<Input>(cloud, {
    name: "proof",
    model: "m",
    ledger,
    onWarning: (message) => warnings.push(message),
  });
  await batch.add(inputs("batch").map((input) => ({ key: input.text, input })));
  await batch.work({ concurrency: JOBS });
  const { completed, unknown } = await batch.progress();
  await batch.close();
  await ledger.close();
  return { completed, unknown };
}

async function rent(): Promise<string> {
  const pod = await rentPod(
    cloud,
    { imageName: "example/image:1" },
    { maxHours: 1, ready: { tcp: 22, banner: "" } },
  );
  await pod.release();
  return "released";
}

/** What a part rejects with is its result: the others go on. */
const settle = <Value>(part: Promise<Value>): Promise<Value> =>
  part.catch((error: unknown) => String(error) as Value);

// The synchronous work of a program: no code of the package runs meanwhile.
process.on("message", (computeMs: number) => {
  const until = performance.now() + computeMs;
  while (performance.now() < until);
});

const [waited, mapped, streamed, worked, rented] = await Promise.all([
  settle(waitForJob()),
  settle(map()),
  settle(stream()),
  settle(workOnBatch()),
  settle(rent()),
]);
const report: WorkReport = {
  wait: waited,
  map: mapped,
  stream: streamed,
  batch: worked,
  rent: rented,
};
process.send?.({ ...report, warnings });
process.disconnect();
