import { describe, expect, test } from "vitest";
import { JobError } from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  failure,
  KEY,
  scripted,
  state,
  success,
} from "../support/scripted-fetch.js";

useFakeTime();

/** The error of a wait for a job that ended as FAILED with these members. */
async function failWith(members: object): Promise<JobError> {
  const { cloud } = scripted([state("FAILED", members)]);
  const error = await failure(cloud.model("m").job("j1").wait());
  expect(error).toBeInstanceOf(JobError);
  return error as JobError;
}

describe("the JobError of a failed job", () => {
  test("keeps the error, the output, the times, the worker and the retries of the job", async () => {
    const members = {
      error: "out of memory",
      output: { partial: ["a", 1] },
      delayTime: 5,
      executionTime: 9,
      workerId: "w7",
      retries: 1,
    };
    const { job } = await failWith(members);
    expect(job).toEqual({ slug: "m", id: "j1", status: "FAILED", ...members });
  });

  test("says that the worker has refused the job where the service only names a timeout", async () => {
    const error = "job timed out after 1 retries";
    const { message } = await failWith({ error, retries: 1 });
    expect(message).toBe(
      `job.wait: job j1 of m ended as FAILED: ${error} (its worker refused it, as it does an empty input: the log of the worker says why)`,
    );
  });

  test("redacts the key in whatever the worker wrote", async () => {
    const text = `the key is ${KEY}`;
    const { job, message } = await failWith({
      error: text,
      output: [text],
      workerId: KEY,
    });
    const shown = [message, JSON.stringify(job), JSON.stringify(job.output)];
    for (const each of shown) expect(each).not.toContain(KEY);
    expect(job.output).toEqual(["the key is [key]"]);
  });

  test("keeps 64 kB of a long error, and of the JSON of a long output", async () => {
    const long = "x".repeat(500_000);
    const { job } = await failWith({ error: long, output: [long] });
    expect(job.error).toHaveLength(2 ** 16);
    expect(job.output).toHaveLength(2 ** 16);
    expect(String(job.output).slice(0, 3)).toBe('["x');
  });

  test.each([
    [7, ": 7"],
    [true, ": true"],
    [{ code: "OOM" }, ': {"code":"OOM"}'],
    [null, ""],
    [{ message: "no memory" }, ": no memory"],
    [["no memory", "no disk"], ": no memory; no disk"],
  ])(
    "takes the error %j, which is no text, and shows its reason",
    async (error, reason) => {
      const { job, message } = await failWith({ error });
      expect(job.error).toEqual(error);
      expect(message).toBe(`job.wait: job j1 of m ended as FAILED${reason}`);
    },
  );
});

test("no error of a wait shows the key that the service has sent as a status", async () => {
  const { cloud } = scripted([{ json: { id: "j1", status: KEY } }]);
  const job = cloud.model("m").job("j1");
  const error = await failure(job.wait({ timeout: 5000 }));
  expect(error).toMatchObject({
    name: "TimeoutError",
    lastStatus: "[key]",
  });
  expect(String(error)).toContain("last status [key]");
  expect(JSON.stringify(error)).not.toContain(KEY);
});

const HOSTILE_IDS = [
  "j1\nroot: logged in",
  "j1\r\n\u001b[31mred",
  "j1\u202Egnp.exe",
  `j${"1".repeat(5000)}`,
];

test.each(HOSTILE_IDS)(
  "a message that names job %j is one short printable line",
  async (id) => {
    const { cloud } = scripted([
      { json: { id } },
      state("IN_PROGRESS", { id }),
      state("FAILED", { id, error: "a\nb\u0007c\u001b[0m" }),
    ]);
    const job = await success(cloud.model("m").run({}));
    expect(job.id).toBe(id);
    const error = (await failure(job.wait())) as JobError;
    expect(error.job.id).toBe(id);
    expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(error.message).toMatch(
      /^job\.wait: job j1.* of m ended as FAILED: a b c/,
    );
    expect(error.message.length).toBeLessThan(300);
  },
);

const IMPOSSIBLE = [
  { status: ["COMPLETED"] },
  { status: { name: "COMPLETED" } },
  { status: 7 },
  { status: null },
  [],
  "COMPLETED",
  7,
];

test.each(IMPOSSIBLE)(
  "the impossible answer %j is an invalid_response, never a TypeError",
  async (json) => {
    const { cloud } = scripted([{ json }]);
    const job = cloud.model("m").job("j1");
    for (const call of [job.status(), job.wait({ outageTimeout: 1000 })])
      expect(await failure(call)).toMatchObject({
        code: "invalid_response",
        maybeSent: true,
      });
  },
);

describe("an answer that carries another id than that of the job", () => {
  const answerOf = (id: unknown) => ({
    json: { id, status: "COMPLETED", output: "of another job" },
  });

  test.each(["j2", "J1", "", null, 7])(
    "is invalid for status, and no answer to a wait or a stream, which goes on: the id %j",
    async (id) => {
      const steps = [answerOf(id), state("COMPLETED", { output: "its own" })];
      const connect = () => scripted(steps).cloud.model("m").job("j1");
      expect(await failure(connect().status())).toMatchObject({
        code: "invalid_response",
        message: expect.stringContaining("another job") as string,
      });
      const waiting = connect().wait();
      expect(await success(waiting)).toMatchObject({ output: "its own" });
      const next = connect().stream({ outageTimeout: 1 }).next();
      expect(await failure(next)).toMatchObject({ job: { id: "j1" } });
    },
  );

  test("is taken where it carries no id at all", async () => {
    const json = { status: "COMPLETED", output: 1 };
    const job = scripted([{ json }]).cloud.model("m").job("j1");
    expect(await success(job.wait())).toMatchObject({ output: 1 });
  });
});
