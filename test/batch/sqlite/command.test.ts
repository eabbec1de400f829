import { once } from "node:events";
import { describe, expect, it } from "vitest";
import {
  finish,
  openCommands,
  PROMPTS,
  startCommand,
  testGuideCommands,
  until,
  useCommands,
  writeLines,
} from "../suite/commands.js";

const FLUX = "black-forest-labs-flux-1-schnell";

/** The action that adds a file to a batch. */
const add = (name: string, file = "prompts", model = FLUX) =>
  `add ${name} --model ${model} --file ${file}.jsonl`;

const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;

describe("the batch commands with SQLite", () => {
  useCommands();
  testGuideCommands();

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "finish the submits that are being sent on %s, so that nothing is in doubt",
    async (signal, code) => {
      const { emulator, start, run } = await openCommands({});
      emulator.fail("POST /v2/{slug}/run", { delay: 500, times: Infinity });
      await run(add(signal));
      const work = start(`work ${signal}`);
      await until(emulator, () =>
        emulator.requests.some(({ path }) => path.endsWith("/run")),
      );
      work.kill(signal);
      const stopped = await finish(work);
      expect(stopped).toMatchObject({
        code,
        output: "stopped; run the same command to continue\n",
      });
      // The words of a terminal, without the calls of a program.
      expect(stopped.errors).toMatch(
        /no process waits for them.* again before/,
      );
      expect(stopped.errors).not.toMatch(/\w\(\)/);
      expect((await run(`unknown ${signal}`)).output).toBe("");
      expect(emulator.jobs().length).toBeGreaterThan(0);
    },
  );

  it("work on when nobody reads what they print, so that nothing is in doubt", async () => {
    const { start, run } = await openCommands();
    await run(add("unread"));
    for (const action of ["work", "results"]) {
      const unread = start(`${action} unread`);
      unread.stdout?.destroy();
      unread.stderr?.destroy();
      expect(await once(unread, "exit")).toEqual([0, null]);
    }
    const { output } = await run("status unread");
    expect(output).toMatch(new RegExp(`^completed +${PROMPTS}$`, "m"));
    expect(output).toMatch(/^unknown +0$/m);
  });

  it("add names the line of a wrong input or key, and carries the flags of the ledger into its advice", async () => {
    const { run } = await openCommands();
    const wrong = '{"input":{"prompt":"a reason to fail","width":12}}';
    const pier = '{"input":{"prompt":"a pier"}}';
    await writeLines("wrong.jsonl", pier, "", wrong);
    expect(await run(add("wrong"))).toMatchObject({ code: 0 });
    expect(await run(add("wrong", "wrong"))).toMatchObject({
      code: 2,
      output: "",
      errors: matching(/line 3: width must be/),
    });
    // A file of another system may begin with the mark of its byte order.
    await writeLines("marked.jsonl", `\ufeff${pier}`, wrong);
    const marked = `${add("wrong", "marked")} --no-check-input`;
    expect((await run(marked)).output).toBe("1 item added, 1 was there\n");

    await writeLines(
      "skipping.jsonl",
      "{broken",
      '{"key":"7","input":{"prompt":"a reef"}}',
      wrong,
      '{"key":"7","input":{"prompt":"a pier"}}',
    );
    const skipping = `${add("skipping", "skipping")} --ledger ./own`;
    const skipped = await run(`${skipping} --skip-invalid`);
    expect(skipped).toMatchObject({
      code: 1,
      output: "1 item added, 0 were there\n",
    });
    expect(skipped.errors.trimEnd().split("\n")).toEqual([
      "line 1: the line is not valid JSON",
      matching(/^line 3: width must be /),
      matching(/^line 4: .*: batch remove skipping --key=7 --ledger=\.\/own$/),
    ]);
    await writeLines("conflict.jsonl", "", '{"key":"7","input":{"prompt":""}}');
    const conflict = skipping.replace("skipping.jsonl", "conflict.jsonl");
    expect(await run(`${conflict} --no-check-input`)).toMatchObject({
      code: 1,
      errors: matching(/line 2: .*--key=7 --ledger=\.\/own; other lines may/),
    });
    const misspelt = add("misspelt", "wrong", FLUX.slice(0, -1));
    expect(await run(misspelt)).toMatchObject({
      code: 2,
      errors: matching(/did you mean black-forest-labs-flux-1-schnell\?/),
    });
    expect((await run("list")).output).not.toContain("misspelt");
  });

  it("keep to --max-cost, pause and resume, and name what was misspelt", async () => {
    const { emulator, run } = await openCommands();
    await writeLines("two.jsonl", { input: { n: 1 } }, { input: { n: 2 } });
    const estimated = `${add("careful", "two", "own")} --estimate 0.5`;
    await run(estimated);
    expect(await run("work careful --max-cost 0.0000001")).toMatchObject({
      code: 1,
      output: matching(/limit of the cost/),
      errors: matching(/may cost 0\.5, the limit is 1e-7, 0 is spent/),
    });
    expect((await run("work carful")).errors).toMatch(
      /has no batch "carful": did you mean careful\? --ledger names another /,
    );
    await run("set careful --max-cost 9");
    await run("pause careful");
    expect((await run("status careful")).output).toMatch(
      /^paused +true\nmaxCost +9$/m,
    );
    expect((await run("work careful")).output).toMatch(
      /paused; run "cloud-compute-sdk batch resume careful"/,
    );
    expect((await run("resume careful")).code).toBe(0);
    const lines = (await run("list --json")).output.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ name: "careful", queued: 2 }),
    );
    expect((await run("list --ledger none")).errors).toMatch(
      /none has no batches: --ledger names another folder/,
    );
    expect((await run("work careful")).errors).toContain(
      'answered 404: there is no model or endpoint "own"',
    );
    expect(emulator.jobs()).toEqual([]);
  });

  it("leave out what may be paid twice, and say how to settle it", async () => {
    const { emulator, run } = await openCommands();
    await writeLines(
      "doubt.jsonl",
      { key: "doubt", input: { prompt: "a pier" } },
      { key: "failing", input: { prompt: "a reason to fail" } },
    );
    await run(add("doubt", "doubt"));
    emulator.fail("POST /v2/{slug}/run", { reset: "after" });
    const worked = await run("work doubt --concurrency 1");
    expect(worked.errors).toMatch(/items in doubt .*may have been billed$/m);
    expect(worked.output).toMatch(/batch unknown doubt.*settle --as fail/);
    expect(await run("results doubt --follow")).toMatchObject({
      code: 1,
      errors: matching(/batch unknown doubt.*settle/),
    });
    const settle = "settle doubt --as";
    for (const [action, code, error] of [
      [`${settle} fail --key nope`, 1, /no unknown item has the key "nope"/],
      [`${settle} fail --as resubmit`, 2, /--as is given twice/],
      [`${settle} again`, 2, /"again" is neither resubmit/],
      [`${settle} failed`, 2, /did you mean fail\?/],
      [`${settle} again --key doubt`, 1, /does not know a job "again"/],
    ] as const)
      expect(await run(action)).toMatchObject({
        code,
        errors: matching(error),
      });
    expect((await run("status doubt")).output).toMatch(/^unknown +1$/m);

    await run(`${settle} fail`);
    expect(await run("results doubt --follow")).toMatchObject({
      code: 0,
      errors: "",
    });
    expect((await run("retry doubt")).output).toMatch(
      /^1 item queued again\n1 item left out .*--include-unknown/,
    );
    expect((await run("work doubt")).code).toBe(3);
    expect((await run("list")).output).toContain(
      `doubt: ${FLUX}, 0 completed, 2 failed, 0 cancelled, 0 unknown, 0 left\n`,
    );
    expect(emulator.jobs()).toHaveLength(3);
    expect(await run("retry doubt --code job_fialed")).toMatchObject({
      output: "0 items queued again\n",
      errors: "no item has the code job_fialed: did you mean job_failed?\n",
    });
    for (const action of ["retry", "cancel", "remove", "results"])
      expect(await run(`${action} doubt --key nope`)).toMatchObject({
        code: 1,
        errors: matching(/no item has the key "nope"/),
      });
    expect((await run("retry doubt --include-unknown")).output).toMatch(
      /^2 items queued again$/m,
    );
  });

  it("settle an item in doubt with a job that the service knows", async () => {
    const { emulator, run } = await openCommands();
    await writeLines("exact.jsonl", { key: "7", input: { prompt: "a pier" } });
    await run(add("exact", "exact"));
    emulator.fail("POST /v2/{slug}/run", { reset: "after" });
    await run("work exact");
    const id = emulator.jobs()[0]?.id ?? "";
    expect(await run(`settle exact --key 7 --as ${id}`)).toMatchObject({
      code: 0,
      output: "1 item settled\n",
    });
    expect((await run("work exact")).code).toBe(0);
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("delete a batch only with --yes, and with jobs or doubts only with --abandon-jobs", async () => {
    const { emulator, run } = await openCommands();
    emulator.fail("POST /v2/{slug}/run", { reset: "after" });
    await run(add("old"));
    await run("work old --concurrency 1");
    expect(await run("delete old")).toMatchObject({
      code: 2,
      errors: matching(/--yes is needed/),
    });
    expect((await run("delete old --yes")).code).toBe(1);
    expect(await run("delete old --yes --abandon-jobs")).toMatchObject({
      code: 0,
      output: "batch old is deleted\n",
    });
    expect(await run("results old")).toMatchObject({
      code: 1,
      errors: matching(/has no batch "old": /),
    });
  });

  it("need a key only where they ask the service", async () => {
    const run = (action: string) =>
      finish(startCommand(action, { CLOUD_COMPUTE_API_KEY: undefined }));
    for (const action of [
      add("keyless"),
      "list",
      "status keyless --json",
      "results keyless",
      "unknown keyless",
      "set keyless --max-cost 3",
      "pause keyless",
      "resume keyless",
      "retry keyless",
      "settle keyless --as fail",
      "remove keyless --code none",
    ])
      expect({ action, ...(await run(action)) }).toMatchObject({
        action,
        code: 0,
        errors: "",
      });
    for (const action of ["work keyless", "cancel keyless"])
      expect(await run(action)).toMatchObject({
        code: 2,
        errors: matching(/CLOUD_COMPUTE_API_KEY/),
      });
    expect((await run("delete keyless --yes")).code).toBe(0);
  });
});
