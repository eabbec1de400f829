import { InputError, JobError } from "cloud-compute-sdk";
import { must, same, type Case, type Scene } from "./scene.js";

const INPUT = { prompt: "a lighthouse", width: 64, height: 64 };
const RUN = "POST /v2/{slug}/run";
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47];

/** The job API, from a submit to the file that the job made. */
export const jobCases: readonly Case[] = [
  {
    name: "a job is submitted once, watched, and waited for",
    run: async ({ cloud, count }) => {
      const submit = async () => {
        const job = await cloud.model("flux-schnell").run(INPUT);
        const seen: unknown[] = [];
        for await (const { status } of job.watch()) seen.push(status);
        same(seen.at(-1), "COMPLETED");
        const { output } = await job.wait();
        must(typeof output.image_url === "string", "the output has an address");
      };
      same(await count(submit, RUN), 1);
    },
  },
  {
    name: "a job is gone on with from its JSON",
    run: async ({ cloud }) => {
      const job = await cloud.model("flux-schnell").run(INPUT);
      const kept = JSON.parse(JSON.stringify(job)) as typeof job;
      same((await cloud.job(kept).wait()).id, job.id);
    },
  },
  {
    name: "runSync resolves with the ended job, by one request",
    run: async ({ cloud, count }) => {
      const model = cloud.model("flux-schnell");
      const run = async () =>
        same((await model.runSync(INPUT)).status, "COMPLETED");
      same(await count(run), 1);
    },
  },
  {
    name: "map works off its inputs, each submitted once",
    run: async ({ cloud, count }) => {
      const inputs = ["a pier", "a buoy", "a wreck"].map((prompt) => ({
        ...INPUT,
        prompt,
      }));
      const ended: (string | undefined)[] = [];
      const map = async () => {
        const model = cloud.model("flux-schnell");
        for await (const { index, job } of model.map(inputs, {
          concurrency: 2,
        }))
          ended[index] = job?.status;
      };
      same(await count(map, RUN), 3);
      same(ended, ["COMPLETED", "COMPLETED", "COMPLETED"]);
    },
  },
  {
    name: "a job that fails is a JobError with the worker's words",
    run: async ({ cloud, rejection }) => {
      const job = await cloud.model("flux-schnell").run({ prompt: "fail" });
      const error = await rejection(job.wait());
      must(error instanceof JobError, "it is a JobError");
      same([error.code, error.job.status], ["job_failed", "FAILED"]);
      must((error.job.error ?? "") !== "", "the worker's words are kept");
    },
  },
  {
    name: "a result is downloaded as a stream",
    run: async (scene) => {
      const bytes = await streamed(scene);
      same([...bytes.slice(0, 4)], SIGNATURE);
    },
  },
  {
    name: "a result is downloaded to a file, where there are files",
    run: async (scene) => {
      const { cloud, place, rejection } = scene;
      const [picture] = await result(scene);
      must(picture !== undefined, "the job made a picture");
      const path = `${place.folder}/picture.png`;
      const saving = cloud.download.toFile(picture, path);
      if (place.platform !== "process") {
        must((await rejection(saving)) instanceof InputError, "it says so");
        return;
      }
      const length = await saving;
      const files = process.getBuiltinModule("node:fs/promises");
      same(await files.readdir(place.folder), ["picture.png"]);
      const bytes = await files.readFile(path);
      same([bytes.length, bytes.equals(await streamed(scene))], [length, true]);
    },
  },
];

async function result({ cloud }: Scene) {
  return (await cloud.model("flux-schnell").run(INPUT)).outputs();
}

async function streamed(scene: Scene): Promise<Uint8Array> {
  const [picture] = await result(scene);
  must(picture !== undefined, "the job made a picture");
  const stream = await scene.cloud.download(picture);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
