import { describe, expect, test } from "vitest";
import { CallbackError, type Client } from "../../src/index.js";
import { collect } from "../support/collect.js";
import { passTime, useFakeTime } from "../support/fake-time.js";
import {
  DONE,
  failure,
  QUEUED,
  RUNNING,
  scripted,
  state,
  success,
} from "../support/scripted-fetch.js";

useFakeTime({ leavesNoTimer: true });

const job = (cloud: Client) => cloud.model("m").job("j1");
const at = (output: unknown) => state("IN_PROGRESS", { output });
const REPORTS = [RUNNING, at(20), at(20), at({ step: 2 }), at(20), DONE];

describe("the progress of a job", () => {
  test("is the output of the answer while the job runs", async () => {
    const { cloud } = scripted([at({ percent: 40 })]);
    const running = await success(job(cloud).status<{ percent: number }>());
    expect(running).toMatchObject({
      status: "IN_PROGRESS",
      progress: { percent: 40 },
    });
    expect(running).not.toHaveProperty("output");
  });

  test("is passed to onProgress of wait whenever it changes", async () => {
    const { cloud } = scripted(REPORTS);
    const seen: unknown[] = [];
    const waiting = job(cloud).wait({
      onProgress: (value) => seen.push(value),
    });
    const { output } = await success(waiting);
    expect(seen).toEqual([20, { step: 2 }, 20]);
    expect(output).toEqual({ image_url: "u" });
  });

  test("is yielded by watch beside each change of the status", async () => {
    const { cloud } = scripted(REPORTS);
    const updates = await success(collect(job(cloud).watch()));
    const seen = updates.map((update) => [
      update.status,
      "progress" in update ? update.progress : undefined,
    ]);
    expect(seen).toEqual([
      ["IN_PROGRESS", undefined],
      ["IN_PROGRESS", 20],
      ["IN_PROGRESS", { step: 2 }],
      ["IN_PROGRESS", 20],
      ["COMPLETED", undefined],
    ]);
  });

  test("does not reach onUpdate, which receives the changes of the status", async () => {
    const { cloud } = scripted(REPORTS);
    const seen: string[] = [];
    const onUpdate = ({ status }: { status: string }) => {
      seen.push(status);
    };
    await success(job(cloud).wait({ onUpdate }));
    expect(seen).toEqual(["IN_PROGRESS", "COMPLETED"]);
  });

  test("holds the next poll until onProgress has ended", async () => {
    const { cloud, requests } = scripted([at(20), DONE]);
    let proceed: () => void = () => undefined;
    const onProgress = () =>
      new Promise<void>((resolve) => (proceed = () => resolve()));
    const waiting = job(cloud).wait({ onProgress, timeout: 60_000 });
    await passTime(30_000);
    expect(requests).toHaveLength(1);
    proceed();
    await success(waiting);
    expect(requests).toHaveLength(2);
  });

  test("ends the wait with a CallbackError if onProgress fails", async () => {
    const { cloud } = scripted([at(20), DONE]);
    const onProgress = () => Promise.reject(new Error("no disk"));
    const error = await failure(job(cloud).wait({ onProgress }));
    expect(error).toBeInstanceOf(CallbackError);
    expect(error).toMatchObject({
      callback: "onProgress",
      cause: { message: "no disk" },
      jobs: [{ slug: "m", id: "j1" }],
    });
  });

  test("is passed to onProgress of map, with the job and the index of its input", async () => {
    const { cloud } = scripted([QUEUED, at("half"), DONE]);
    const seen: unknown[] = [];
    const mapping = collect(
      cloud.model("m").map([{ n: 1 }], {
        onProgress: (value, { id }, index) => seen.push([value, id, index]),
      }),
    );
    await success(mapping);
    expect(seen).toEqual([["half", "j1", 0]]);
  });
});
