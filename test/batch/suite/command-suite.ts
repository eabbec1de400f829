import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createEmulator, type Emulator } from "cloud-compute-emulator";
import { bundleCli, type Cli } from "../../support/cli-process.js";
import { blocksOf } from "../../support/page-blocks.js";

const GUIDE = "guides/batches.md";
const PROMPTS = 60;
let cli: Cli;

/** How a test runs the command with one of the ledgers. */
interface CommandSetup {
  /** Tells the commands of this ledger from others in the guide. */
  readonly isOwn: (command: string) => boolean;
}

/** Tests the commands of the guide to batches as they are written, with one of the ledgers. */
export function testCommand({ isOwn }: CommandSetup): void {
  /** The commands of the guide with this ledger, for a batch of another name. */
  const commandsOf = (name: string) =>
    blocksOf(readFileSync(GUIDE, "utf8"), "sh")
      .flatMap((block) => block.trim().split("\n"))
      .filter(isOwn)
      .map((command) => command.replace("nightly", name));
  const commandOf = (action: string, name: string) =>
    commandsOf(name).find((command) => command.includes(action)) ?? "";

  beforeAll(async () => {
    cli = await bundleCli();
    const prompts = Array.from({ length: PROMPTS }, (_, n) =>
      JSON.stringify({
        input: { prompt: `lighthouse ${n}`, width: 256, height: 256 },
      }),
    );
    await writeFile(join(cli.folder, "prompts.jsonl"), prompts.join("\n"));
  });
  afterAll(() => cli.remove());

  it("of the guide run as they are written, in two terminals, and continue after kill -9", async () => {
    const emulator = createEmulator({ speed: 20 });
    const environment = await listen(emulator);
    const commands = commandsOf("nightly").filter((command) =>
      /^npx \S+ batch (add|work|results) /.test(command),
    );
    expect(commands).toHaveLength(3);
    const [add = "", work = "", results = ""] = commands;
    const run = (command: string) => start(command, environment);

    expect(await finish(run(add))).toMatchObject({
      code: 0,
      output: `${PROMPTS} items added, 0 were there\n`,
    });
    const [first, second] = [run(`${work} --concurrency 3`), run(work)];
    await until(emulator, () => emulator.jobs().length >= 10);
    first.kill("SIGKILL");
    const [killed, shared] = await Promise.all([finish(first), finish(second)]);
    expect(killed.code).toBe(null);
    expect(shared.output).toMatch(/^(done|no item is left to submit)/);

    const again = await finish(run(work));
    const listed = await finish(run(results));
    const completed = listed.output.split('"state":"completed"').length - 1;
    expect(completed).toBeGreaterThanOrEqual(PROMPTS - 3);
    expect(again.code).toBe(completed === PROMPTS ? 0 : 1);
    const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
    expect(new Set(inputs).size).toBe(inputs.length);

    const settled = await finish(
      run(`${work.replace("batch work", "batch settle")} --as resubmit`),
    );
    expect(settled.output).toMatch(
      new RegExp(`^${PROMPTS - completed} items? settled\n$`),
    );
    expect(await finish(run(work))).toMatchObject({
      code: 0,
      output: "done: every item has ended\n",
    });
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "finish the submits that are being sent on %s, so that nothing is in doubt, and delete the batch",
    async (signal, code) => {
      const emulator = createEmulator();
      const environment = await listen(emulator);
      emulator.fail("POST /v2/{slug}/run", { delay: 500, times: Infinity });
      const find = (action: string) => commandOf(action, signal);
      await finish(start(find("batch add"), environment));
      const work = start(find("batch work"), environment);
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
      const doubt = find("batch work").replace("batch work", "batch unknown");
      expect(await finish(start(doubt, environment))).toMatchObject({
        code: 0,
        output: "",
      });
      expect(emulator.jobs().length).toBeGreaterThan(0);

      const script = find("batch work").replace("batch work", "batch delete");
      expect(await finish(start(script, environment))).toMatchObject({
        code: 2,
        errors: expect.stringContaining("--yes is needed") as string,
      });
      const remove = `${script} --yes`;
      expect((await finish(start(remove, environment))).code).toBe(1);
      const abandon = `${remove} --abandon-jobs`;
      expect(await finish(start(abandon, environment))).toMatchObject({
        code: 0,
        output: `batch ${signal} is deleted\n`,
      });
      const results = start(find("batch results"), environment);
      expect(await finish(results)).toMatchObject({
        code: 1,
        errors: expect.stringContaining(`has no batch "${signal}": `) as string,
      });
    },
  );

  it("work on when nobody reads what they print, so that nothing is in doubt", async () => {
    const emulator = createEmulator({ speed: 50 });
    const environment = await listen(emulator);
    const find = (action: string) => commandOf(action, "unread");
    await finish(start(find("batch add"), environment));
    const work = start(find("batch work"), environment);
    work.stdout?.destroy();
    work.stderr?.destroy();
    expect(await once(work, "exit")).toEqual([0, null]);
    expect(emulator.jobs()).toHaveLength(PROMPTS);
    const results = start(find("batch results"), environment);
    results.stdout?.destroy();
    expect(await once(results, "exit")).toEqual([0, null]);
    const status = find("batch work").replace("batch work", "batch status");
    const { output } = await finish(start(status, environment));
    expect(output).toMatch(new RegExp(`^completed +${PROMPTS}$`, "m"));
    expect(output).toMatch(/^unknown +0$/m);
  });

  it("name the line of a wrong input, keep to --max-cost, pause and resume, and leave out what may be paid twice", async () => {
    const emulator = createEmulator({ speed: 50 });
    const environment = await listen(emulator);
    const add = commandOf("batch add", "careful");
    const ledger = / --postgres \S+/.exec(add)?.[0] ?? "";
    const run = (action: string) =>
      finish(start(`npx - batch ${action}${ledger}`, environment));
    const file = join(cli.folder, "careful.jsonl");
    const wrong = '{"input":{"prompt":"a reason to fail","width":12}}';
    await writeFile(file, `{"input":{"prompt":"a pier"}}\n\n${wrong}\n`);
    const careful = add.replace("prompts.jsonl", "careful.jsonl");

    const refused = await finish(start(careful, environment));
    expect(refused).toMatchObject({ code: 2, output: "" });
    expect(refused.errors).toMatch(/line 3: width must be/);
    expect(await run("status careful")).toMatchObject({
      output: expect.stringMatching(/^queued +1$/m) as string,
    });
    // A file of another system may begin with the mark of its byte order.
    await writeFile(file, `\ufeff{"input":{"prompt":"a pier"}}\n${wrong}\n`);
    const unchecked = `${careful} --no-check-input`;
    expect(await finish(start(unchecked, environment))).toMatchObject({
      output: "1 item added, 1 was there\n",
    });

    const rows = [
      "{broken",
      '{"key":"7","input":{"prompt":"a reef"}}',
      wrong,
      "also broken",
      '{"key":"7","input":{"prompt":"a pier"}}',
    ];
    await writeFile(join(cli.folder, "skipping.jsonl"), rows.join("\n"));
    const skipping = careful.replaceAll("careful", "skipping");
    const conflict = '\n{"key":"7","input":{"prompt":"a pier"}}';
    await writeFile(join(cli.folder, "conflict.jsonl"), conflict);
    const skipped = await finish(
      start(`${skipping} --skip-invalid`, environment),
    );
    expect(skipped).toMatchObject({
      code: 1,
      output: "1 item added, 0 were there\n",
    });
    expect(skipped.errors.trimEnd().split("\n")).toEqual([
      "line 1: the line is not valid JSON",
      expect.stringMatching(/^line 3: width must be /),
      "line 4: the line is not valid JSON",
      expect.stringMatching(
        /^line 5: batch skipping has an item .*: batch remove skipping --key=7( --postgres=\w+)?$/,
      ),
    ]);

    const conflicting = await finish(
      start(skipping.replace("skipping.jsonl", "conflict.jsonl"), environment),
    );
    expect(conflicting).toMatchObject({
      code: 1,
      errors: expect.stringMatching(
        /line 2: .* the key "7" and another input.*--key=7( --postgres=\w+)?; other lines may/,
      ) as string,
    });

    expect(await run("work careful --max-cost 0.0000001")).toMatchObject({
      code: 1,
      output: expect.stringMatching(/limit of the cost/) as string,
      errors: expect.stringMatching(
        /may cost 0\.0\d+, the limit is 1e-7, 0 is spent/,
      ) as string,
    });
    expect((await run("work carful")).errors).toMatch(
      /has no batch "carful": did you mean careful\? --ledger names another /,
    );
    expect((await run("set careful --max-cost 9")).code).toBe(0);
    expect((await run("pause careful")).code).toBe(0);
    expect((await run("status careful")).output).toMatch(
      /^paused +true\nmaxCost +9$/m,
    );
    expect((await run("work careful")).output).toMatch(
      /paused; run "cloud-compute-sdk batch resume careful( --postgres=\w+)?"/,
    );
    expect((await run("resume careful")).code).toBe(0);
    const unknown = careful
      .replace("careful ", "unknown ")
      .replace("black-forest-labs-flux-1-schnell", "no-such-model");
    await finish(start(unknown, environment));
    const misspelt = careful
      .replace("careful ", "misspelt ")
      .replace("flux-1-schnell", "flux-1-schnel");
    expect(await finish(start(misspelt, environment))).toMatchObject({
      code: 2,
      errors: expect.stringMatching(
        /did you mean black-forest-labs-flux-1-schnell\?/,
      ) as string,
    });
    expect((await run("list")).output).not.toContain("misspelt");
    const lines = (await run("list --json")).output.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ name: "careful", queued: 2 }),
    );
    if (ledger === "")
      expect((await run("list --ledger none")).errors).toMatch(
        /none has no batches: --ledger names another folder/,
      );
    expect((await run("work unknown")).errors).toContain(
      'answered 404: there is no model or endpoint "no-such-model"',
    );
    expect(emulator.jobs()).toEqual([]);

    emulator.fail("POST /v2/{slug}/run", { reset: "after" });
    const worked = await run("work careful --concurrency 1");
    expect(worked.errors).toMatch(/items in doubt .*may have been billed$/m);
    expect(worked.output).toMatch(/batch unknown careful.*settle --as fail/);
    const followed = await run("results careful --follow");
    expect(followed.code).toBe(1);
    expect(followed.errors).toMatch(/batch unknown careful.*settle/);
    await run("settle careful --as fail");
    expect(await run("results careful --follow")).toMatchObject({
      code: 0,
      errors: "",
    });
    const submitted = emulator.jobs().length;
    expect((await run("retry careful")).output).toMatch(
      /1 item left out .*--include-unknown/,
    );
    await run("work careful");
    expect((await run("list")).output).toMatch(
      /^careful: black-forest-labs-flux-1-schnell, \d completed, \d failed, 0 cancelled, 0 unknown, 0 left$/m,
    );
    // The other item has failed with its job, and is submitted again.
    expect(emulator.jobs()).toHaveLength(submitted + 1);
    expect(await run("retry careful --code job_fialed")).toMatchObject({
      code: 0,
      output: "0 items queued again\n",
      errors: "no item has the code job_fialed: did you mean job_failed?\n",
    });
    for (const action of ["retry", "cancel", "remove", "results"])
      expect(await run(`${action} careful --key nope`)).toMatchObject({
        code: 1,
        errors: expect.stringContaining('no item has the key "nope"') as string,
      });
    expect(await run("settle careful --as failed")).toMatchObject({
      code: 2,
      errors: expect.stringContaining("did you mean fail?") as string,
    });
    expect((await run("retry careful --include-unknown")).output).toMatch(
      /^(1 item|2 items) queued again$/m,
    );
  });

  it("need a key only where they ask the service", async () => {
    const add = commandOf("batch add", "keyless");
    const ledger = / --postgres \S+/.exec(add)?.[0] ?? "";
    const environment = { ...process.env };
    delete environment["CLOUD_COMPUTE_API_KEY"];
    const run = (action: string) =>
      finish(start(`npx - batch ${action}${ledger}`, environment));
    expect(await finish(start(add, environment))).toMatchObject({
      code: 0,
      output: `${PROMPTS} items added, 0 were there\n`,
    });
    for (const action of [
      "list",
      "status keyless --json",
      "results keyless",
      "unknown keyless",
      "set keyless --max-cost 3",
      "pause keyless",
      "resume keyless",
      "retry keyless",
      "settle keyless --as fail",
    ])
      expect({ action, ...(await run(action)) }).toMatchObject({
        action,
        code: 0,
        errors: "",
      });
    for (const action of ["work keyless", "cancel keyless"])
      expect(await run(action)).toMatchObject({
        code: 2,
        errors: expect.stringContaining("CLOUD_COMPUTE_API_KEY") as string,
      });
    expect((await run("remove keyless --code none")).code).toBe(0);
    expect(await run("delete keyless --yes")).toMatchObject({
      code: 0,
      output: "batch keyless is deleted\n",
    });
  });

  it("settle an item in doubt only by its key, with a job that the service knows", async () => {
    const emulator = createEmulator({ speed: 50 });
    const environment = await listen(emulator);
    const add = commandOf("batch add", "exact");
    const ledger = / --postgres \S+/.exec(add)?.[0] ?? "";
    const run = (action: string) =>
      finish(start(`npx - batch ${action}${ledger}`, environment));
    await writeFile(
      join(cli.folder, "exact.jsonl"),
      '{"key":"7","input":{"prompt":"a pier"}}\n',
    );
    const exact = add.replace("prompts.jsonl", "exact.jsonl");
    await finish(start(exact, environment));
    emulator.fail("POST /v2/{slug}/run", { reset: "after" });
    await run("work exact");

    expect(await run("settle exact --as fail --key nope")).toMatchObject({
      code: 1,
      output: "",
      errors: expect.stringMatching(
        /no unknown item has the key "nope"/,
      ) as string,
    });
    expect(await run("settle exact --as fail --as resubmit")).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/--as is given twice/) as string,
    });
    expect(await run("settle exact --as again")).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/"again" is neither resubmit/) as string,
    });
    expect(await run("settle exact --key 7 --as again")).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/does not know a job "again"/) as string,
    });
    expect((await run("status exact")).output).toMatch(/^unknown +1$/m);
    const id = emulator.jobs()[0]?.id ?? "";
    expect(await run(`settle exact --key 7 --as ${id}`)).toMatchObject({
      code: 0,
      output: "1 item settled\n",
    });
    expect((await run("retry exact --include-unknown")).output).toBe(
      "0 items queued again\n",
    );
  });
}

/** Resolves when a condition holds of what the emulator has received. */
function until(emulator: Emulator, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = emulator.subscribe(() => {
      if (!holds()) return;
      end();
      resolve();
    });
  });
}

/** Serves an emulator, and returns the environment in which a command finds it. */
async function listen(emulator: Emulator): Promise<NodeJS.ProcessEnv> {
  const { urls } = await emulator.listen();
  onTestFinished(() => emulator.close());
  return {
    ...process.env,
    CLOUD_COMPUTE_API_KEY: emulator.apiKey,
    CLOUD_COMPUTE_PUBLIC_BASE_URL: urls.publicBaseUrl,
  };
}

/** Starts a command line that begins with `npx cloud-compute-sdk`. */
function start(command: string, env: NodeJS.ProcessEnv): ChildProcess {
  const [, , ...args] = command.split(" ");
  return spawn(
    process.execPath,
    ["--no-warnings", join(cli.folder, "cli.mjs"), ...args],
    { cwd: cli.folder, env, stdio: ["ignore", "pipe", "pipe"] },
  );
}

/** Resolves when the process has ended. */
async function finish(child: ChildProcess) {
  const output = child.stdout ? text(child.stdout) : "";
  const errors = child.stderr ? text(child.stderr) : "";
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, output: await output, errors: await errors };
}
