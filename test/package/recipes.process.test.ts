import { EventEmitter, once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../src/index.js";
import { blocksOf } from "../support/page-blocks.js";
import {
  serveInEnvironment,
  writePageCodes,
  type PageCodes,
} from "../support/page-code.js";
import { runWithin } from "../support/run-script.js";

const FOLDER = "guides/recipes";
/** The recipes that are no program: a workflow, and the files of a project, which a test of their own follows. */
const NO_PROGRAMS = ["check-in-ci", "resize-through-volume"];
const recipes = readdirSync(FOLDER)
  .map((file) => file.replace(".md", ""))
  .filter((name) => !NO_PROGRAMS.includes(name));

const emulator = createEmulator({ speed: 50 });
let codes: PageCodes;
let end: () => Promise<void>;
let folder: string;
/** With which code the program that ran last would exit. */
let exitCode: number;

beforeAll(async () => {
  codes = await writePageCodes(recipes.map((name) => `${FOLDER}/${name}.md`));
  end = await serveInEnvironment(emulator);
});
beforeEach(async () => {
  emulator.reset();
  vi.stubEnv("IMAGE", "example/resizer:1.0.0");
  vi.stubEnv("LIMIT", "5");
  folder = await mkdtemp(join(tmpdir(), "recipe-"));
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(async () => {
  await end();
  await codes.remove();
});

/** Runs the programs of a recipe in a folder of its own, and returns what they printed. */
async function follow(
  name: string,
  isRun?: (program: string) => boolean,
): Promise<string> {
  let lines: unknown[][] = [];
  const ended = await runWithin(folder, async () => {
    lines = await codes.of(`${FOLDER}/${name}.md`).run(isRun);
    return Number(process.exitCode ?? 0);
  });
  exitCode = ended.code;
  return lines.map((line) => line.join(" ")).join("\n");
}

const PICTURES = "pictures-from-csv";
const [ROWS = ""] = blocksOf(
  readFileSync(`${FOLDER}/${PICTURES}.md`, "utf8"),
  "text",
);
const writeTable = (rows: string) =>
  writeFile(join(folder, "prompts.csv"), rows);
const lamps = (count: number) =>
  `name,prompt\n${Array.from({ length: count }, (_, at) => `lamp ${at},a lamp\n`).join("")}`;

const submits = () =>
  emulator.requests.filter(({ path }) => path.endsWith("/run")).length;

it.each(recipes)("the recipe %s compiles under the strictest options", (name) =>
  expect(codes.of(`${FOLDER}/${name}.md`).errors()).toEqual([]),
);

describe("a recipe", () => {
  it("saves a picture for each row, and only the missing ones in a second run", async () => {
    await writeTable(`${ROWS}wreck,a reason to fail\n`);
    const first = await follow(PICTURES);
    expect(first).toContain("pictures/buoy.png saved");
    expect(first).toContain("wreck: JobError");
    expect(submits()).toBe(3);
    const [, buoy] = emulator.snapshot().jobs;
    expect(buoy).toMatchObject({ input: { prompt: 'a "red" buoy, in fog' } });
    await writeTable(`${ROWS}wreck,a wreck\n`);
    const second = await follow(PICTURES);
    expect(second).toMatch(
      /^pictures\/wreck\.png saved\nin this run: 1 pictures, 0 failed, 0\.\d+ USD$/,
    );
    expect(submits()).toBe(4);
    expect(existsSync(join(folder, "pictures/wreck.png"))).toBe(true);
  });

  it("saves the pictures of the jobs that an earlier run has submitted, and pays only for the rest", async () => {
    await writeTable(`${ROWS}wreck,how to fail\n`);
    await follow(PICTURES);
    const pictures = join(folder, "pictures");
    const drawn = await readFile(join(pictures, "pier.png"));
    // As if the program had been stopped between the submits and the downloads.
    await rm(pictures, { recursive: true });
    const second = await follow(PICTURES);
    expect(second).toContain("in this run: 2 pictures, 1 failed");
    expect(await readFile(join(pictures, "pier.png"))).toEqual(drawn);
    expect(submits()).toBe(4);
  });

  it("sends no more rows after Ctrl+C, and saves the pictures of the jobs that run", async () => {
    await writeTable(lamps(12));
    const others = process.listeners("SIGINT");
    const send = globalThis.fetch;
    const fetch = vi.spyOn(globalThis, "fetch");
    onTestFinished(() => fetch.mockRestore());
    fetch.mockImplementation((input, init) => {
      for (const listener of process.listeners("SIGINT"))
        if (!others.includes(listener)) listener("SIGINT");
      return send(input, init);
    });
    const first = await follow(PICTURES);
    expect(first).toContain("in this run: 10 pictures, 0 failed");
    expect(first).toContain("2 rows were not sent: stopped by Ctrl+C");
    expect(exitCode).toBe(1);
    fetch.mockRestore();
    expect(await follow(PICTURES)).toContain("2 pictures, 0 failed");
    expect(submits()).toBe(12);
  });

  it("stops at the limit of its spend guard, and says once why and how many rows were not sent", async () => {
    await writeTable(lamps(30));
    vi.stubEnv("LIMIT", "0.01");
    const output = await follow(PICTURES);
    const sent = submits();
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(10);
    expect(output).toContain(`in this run: ${sent} pictures, 0 failed`);
    expect(output).toMatch(
      new RegExp(`^${30 - sent} rows were not sent: SpendError: `, "m"),
    );
    expect(output.match(/SpendError/g)).toHaveLength(1);
    expect(exitCode).toBe(1);
  });

  it("deploys an endpoint with its volume once, and then changes only what differs", async () => {
    const deploy = () =>
      follow("deploy-again", (program) => program.includes("findChanges"));
    const { serverless, networkVolumes } = createClient().v2;
    const updates = () =>
      emulator.requests.filter(({ method }) => method === "PATCH").length;
    expect(await deploy()).toMatch(/^created \S+ example\/resizer:1\.0\.0$/);
    expect(await deploy()).toBe("nothing to change");
    expect(updates()).toBe(0);
    const [volume] = await networkVolumes.list();
    const [endpoint] = await serverless.list();
    const { id = "" } = endpoint ?? {};
    expect(endpoint).toMatchObject({ networkVolumes: [volume?.id] });
    vi.stubEnv("IMAGE", "example/resizer:1.0.1");
    expect(await deploy()).toBe(`updated ${id}: image`);
    process.argv.push("--rollback");
    expect(await deploy()).toBe(`updated ${id}: image`);
    expect((await serverless.get(id)).image).toBe("example/resizer:1.0.0");
    process.argv.pop();
    expect(await deploy()).toBe(`updated ${id}: image`);
    await serverless.update(id, {
      env: { LOG_LEVEL: "info", DEBUG: "1" },
      workers: { max: 5 },
      networkVolumes: [],
    });
    expect(await deploy()).toBe(`updated ${id}: env, workers, networkVolumes`);
    expect(await deploy()).toBe("nothing to change");
    expect(await serverless.list()).toMatchObject([
      { id, env: { LOG_LEVEL: "info" }, workers: { max: 3 } },
    ]);
    expect(await networkVolumes.list()).toEqual([volume]);
  });

  it("waits until no worker of the endpoint has the old image", async () => {
    expect(await follow("deploy-again")).toContain(
      "no worker has the old image",
    );
  });

  it.each([
    ["pier,a pier\nPier,another pier", "line 3: Pier again"],
    ["pier,\nbuoy", /line 2 is not .*: pier,\nline 3 is not .*: buoy/],
  ])("refuses the rows %j before a job is paid for", async (rows, problem) => {
    await writeTable(`name,prompt\n${rows}\n`);
    await expect(follow(PICTURES)).rejects.toThrow(problem);
    expect(submits()).toBe(0);
  });

  it("shows what the account spends per hour", async () => {
    expect(await follow("stop-everything")).toBe("0.00 USD per hour");
    expect(exitCode).toBe(0);
  });

  it("rents the next GPU when the first is sold out, and leaves no machine", async () => {
    emulator.account.setStock({ "NVIDIA L4": 0 });
    expect(await follow("another-gpu")).toMatch(
      /^rented: NVIDIA A40, [A-Z]{2}-\S+\nhttp\S+8000/,
    );
    expect(emulator.snapshot().pods).toEqual([]);
  });

  it("reports what was charged for each Pod and kind, and names a deleted Pod that was written down", async () => {
    const cloud = createClient();
    const { id } = await cloud.pods.create({
      name: "reported",
      imageName: "ubuntu:24.04",
      gpuTypeIds: ["NVIDIA L4"],
    });
    const isCreate = (program: string) => program.includes("pods.create(");
    await follow("cost-report", isCreate);
    await emulator.clock.advance(3_600_000);
    for await (const pod of cloud.v2.pods.list())
      if (pod.name === "training") await cloud.v2.pods.delete(pod.id);
    const output = await follow("cost-report", (text) => !isCreate(text));
    expect(output).toMatch(/,Pod,\w+,"training \(NVIDIA L4\)",0\.\d*[1-9]/);
    expect(output).toMatch(
      /^\d{4}-\d\d-\d\d,Pod,\w+,"reported \(NVIDIA L4\)",0\.\d*[1-9]\d*$/m,
    );
    expect(output).toMatch(/^total,,,,0\.\d*[1-9]\d*$/m);
    await cloud.pods.delete(id);
  });
});

interface ChatRoute {
  readonly POST: (request: Request) => Promise<Response>;
  readonly readAnswer: (response: Response) => AsyncIterable<string>;
  readonly server: Server;
}

const MESSAGES = [{ role: "user", content: "Describe a lighthouse" }];

describe("the chat route", () => {
  let route: ChatRoute;
  let address: string;
  let emitter: EventEmitter;

  beforeEach(async () => {
    vi.stubEnv("PORT", "0");
    route = (await codes.of(`${FOLDER}/chat-route.md`).load()) as ChatRoute;
    await once(route.server, "listening");
    const { port } = route.server.address() as AddressInfo;
    address = `http://127.0.0.1:${port}`;
    emitter = new EventEmitter();
  });
  afterEach(async () => {
    route.server.closeAllConnections();
    route.server.close();
    await once(route.server, "close");
    vi.restoreAllMocks();
  });

  const post = (body: unknown, signal?: AbortSignal) =>
    fetch(address, {
      method: "POST",
      body: JSON.stringify(body),
      signal: signal ?? null,
    });

  /** Lets the model wait until its caller leaves. */
  function holdModel(): void {
    emulator.model("text-demo", async (_, { signal }) => {
      emitter.emit("called");
      await once(signal, "abort");
      emitter.emit("left");
    });
  }

  it("ends the call when the visitor leaves before the answer, and goes on", async () => {
    const log = vi.spyOn(console, "error");
    holdModel();
    const visitor = new AbortController();
    const called = once(emitter, "called");
    const left = once(emitter, "left");
    const leaving = expect(
      post({ messages: MESSAGES }, visitor.signal),
    ).rejects.toThrow();
    await called;
    visitor.abort();
    await leaving;
    await left;
    emulator.model("text-demo", () => "A lighthouse");
    const response = await post({ messages: MESSAGES });
    expect(await response.text()).toBe("A lighthouse");
    expect(log).not.toHaveBeenCalled();
  });

  it("answers 504 when its time is over", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    holdModel();
    const called = once(emitter, "called");
    const body = JSON.stringify({ messages: MESSAGES });
    const answer = route.POST(new Request(address, { method: "POST", body }));
    await called;
    const limit = timers.mock.calls.find(([, ms]) => ms === 120_000);
    limit?.[0]();
    expect((await answer).status).toBe(504);
  });

  it("sends only the messages of the visitor, with its own limit", async () => {
    const response = await post({
      messages: MESSAGES,
      max_tokens: 1_000_000,
      model: "dear",
    });
    await response.text();
    expect(emulator.requests.at(-1)?.body).toEqual({
      model: "text-demo",
      messages: MESSAGES,
      max_tokens: 1000,
      stream: true,
    });
  });

  const readAll = async (response: Response) => {
    let text = "";
    for await (const piece of route.readAnswer(response)) text += piece;
    return text;
  };

  it("reads the text of the answer in the browser", async () => {
    emulator.model("text-demo", (_, { stream }) => {
      for (const piece of ["A light", "house"]) stream(piece);
      return "A lighthouse";
    });
    const response = await post({ messages: MESSAGES });
    expect(await readAll(response)).toBe("A lighthouse");
  });

  it("cuts the answer where the model fails, and keeps the reason from the visitor", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    emulator.model("text-demo", (_, { stream }) => {
      stream("A light");
      throw new Error("out of memory");
    });
    const response = await post({ messages: MESSAGES });
    const failure = await readAll(response).catch(String);
    expect(failure).toMatch(/^TypeError/);
    expect(failure).not.toContain("memory");
    expect(log).toHaveBeenCalledOnce();
    expect(log.mock.lastCall?.join(" ")).toContain("out of memory");
  });

  it("closes the chat while the account has no money, and says why only in the log", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    emulator.account.setBalance(0);
    const response = await post({ messages: MESSAGES });
    expect(response.status).toBe(503);
    const body = await response.clone().text();
    expect(body).not.toMatch(/account|balance|money/i);
    await expect(readAll(response)).rejects.toThrow("The chat is closed");
    expect(log.mock.lastCall?.join(" ")).toMatch(/no money left.*balance/);
  });

  it.each([null, { messages: "text" }, { messages: ["text"] }])(
    "refuses the body %j",
    async (body) => {
      const response = await post(body);
      expect(response.status).toBe(400);
      expect(emulator.requests).toEqual([]);
    },
  );
});
