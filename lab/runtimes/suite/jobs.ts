import { InputError, JobError } from "cloud-compute-sdk";
import { assert, assertEqual, type Case, type Context } from "./context.js";

const INPUT = { prompt: "a lighthouse", width: 256, height: 256 };
const RUN = "POST /v2/{slug}/run";
const SIGNATURE = [0xff, 0xd8, 0xff, 0xe0];

/** The job API, from a submit to the file that the job made. */
export const jobCases: readonly Case[] = [
  {
    name: "a job is submitted once, watched, and waited for",
    run: async ({ cloud, count }) => {
      const submit = async () => {
        const job = await cloud
          .model("black-forest-labs-flux-1-schnell")
          .run(INPUT);
        const seen: unknown[] = [];
        for await (const { status } of job.watch()) seen.push(status);
        assertEqual(seen.at(-1), "COMPLETED");
        const { output } = await job.wait();
        assert(
          typeof output.image_url === "string",
          "the output has an address",
        );
      };
      assertEqual(await count(submit, RUN), 1);
    },
  },
  {
    name: "a job is resumed from its JSON",
    run: async ({ cloud }) => {
      const job = await cloud
        .model("black-forest-labs-flux-1-schnell")
        .run(INPUT);
      const kept = JSON.parse(JSON.stringify(job)) as typeof job;
      assertEqual((await cloud.job(kept).wait()).id, job.id);
    },
  },
  {
    name: "runSync resolves with the ended job, by one request",
    run: async ({ cloud, count }) => {
      const model = cloud.model("black-forest-labs-flux-1-schnell");
      const run = async () =>
        assertEqual((await model.runSync(INPUT)).status, "COMPLETED");
      assertEqual(await count(run), 1);
    },
  },
  {
    name: "map submits each input once",
    run: async ({ cloud, count }) => {
      const inputs = ["a pier", "a buoy", "a wreck"].map((prompt) => ({
        ...INPUT,
        prompt,
      }));
      const ended: (string | undefined)[] = [];
      const map = async () => {
        const model = cloud.model("black-forest-labs-flux-1-schnell");
        for await (const { index, job } of model.map(inputs, {
          concurrency: 2,
        }))
          ended[index] = job?.status;
      };
      assertEqual(await count(map, RUN), 3);
      assertEqual(ended, ["COMPLETED", "COMPLETED", "COMPLETED"]);
    },
  },
  {
    name: "a failed job is a JobError with the worker's message",
    run: async ({ cloud, rejection }) => {
      const job = await cloud
        .model("black-forest-labs-flux-1-schnell")
        .run({ prompt: "fail" });
      const error = await rejection(job.wait());
      assert(error instanceof JobError, "the error is a JobError");
      assertEqual([error.code, error.job.status], ["job_failed", "FAILED"]);
      assert((error.job.error ?? "") !== "", "the worker's message is kept");
    },
  },
  {
    name: "a result is downloaded as a stream",
    run: async (context) => {
      const bytes = await streamed(context);
      assertEqual([...bytes.slice(0, 4)], SIGNATURE);
    },
  },
  {
    name: "a result is downloaded to a file, where there are files",
    run: async (context) => {
      const { cloud, environment, rejection } = context;
      const [picture] = await result(context);
      assert(picture !== undefined, "the job made a picture");
      const path = `${environment.folder}/picture.png`;
      const saving = cloud.download.toFile(picture, path);
      if (environment.platform !== "process") {
        assert(
          (await rejection(saving)) instanceof InputError,
          "the error is an InputError",
        );
        return;
      }
      const length = await saving;
      const files = process.getBuiltinModule("node:fs/promises");
      assertEqual(await files.readdir(environment.folder), ["picture.png"]);
      const bytes = await files.readFile(path);
      assertEqual(
        [bytes.length, bytes.equals(await streamed(context))],
        [length, true],
      );
    },
  },
];

async function result({ cloud }: Context) {
  return (
    await cloud.model("black-forest-labs-flux-1-schnell").run(INPUT)
  ).outputs();
}

async function streamed(context: Context): Promise<Uint8Array> {
  const [picture] = await result(context);
  assert(picture !== undefined, "the job made a picture");
  const stream = await context.cloud.download(picture);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
