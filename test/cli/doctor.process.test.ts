import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { bundleCli, type Cli } from "../support/cli-process.js";

const PUBLIC = "CLOUD_COMPUTE_PUBLIC_BASE_URL";
const POD = {
  id: "pod",
  imageName: "example/image:1",
  env: { TOKEN: "a-private-value" },
};

interface Transcript {
  readonly examinations: Readonly<
    Record<string, { readonly calls: readonly unknown[] }>
  >;
}

const emulator = createEmulator({ speed: 100 });
let cli: Cli;
let variables: Readonly<Record<string, string>>;

beforeAll(async () => {
  cli = await bundleCli();
  ({ variables } = await emulator.listen({ podPorts: false }));
});
beforeEach(() => {
  emulator.reset();
  for (const [name, value] of Object.entries(variables))
    vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await emulator.close();
  await cli.remove();
});

/** Leaves only these variables set. */
function setOnly(names: RegExp): void {
  for (const name of Object.keys(variables))
    if (!names.test(name)) vi.stubEnv(name, "");
}

describe("the command doctor", () => {
  it("reads each list of each API that has an address, and changes nothing", async () => {
    emulator.seed({ pods: [POD] });
    const { code, stdout, stderr } = await cli.call("doctor");
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toContain('ok      rest.GET("/pods")');
    expect(stdout).toContain("ok      graphql.myself()");
    expect(stdout).toMatch(/^ {2}ok {6}job\(\)\.status\(\) .* black-forest/m);
    expect(stdout).not.toMatch(/failed|drift/);
    const changes = emulator.requests.filter(
      ({ method, path }) => method !== "GET" && !path.startsWith("/graphql"),
    );
    expect(changes).toEqual([]);
  });

  it("leaves out an API without a URL, and needs one URL", async () => {
    setOnly(/API_KEY|GRAPHQL/);
    const { code, stdout } = await cli.call("doctor");
    expect(code).toBe(0);
    expect(stdout).toContain("rest: not examined, CLOUD_COMPUTE_BASE_URL is");
    vi.stubEnv("CLOUD_COMPUTE_GRAPHQL_URL", "");
    const none = await cli.call("doctor");
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("no URL is set: set CLOUD_COMPUTE_DEPLOY");
  });

  it("asks the deployment that is named for each URL that is not set", async () => {
    // The other URLs stay those of the emulator.
    vi.stubEnv("CLOUD_COMPUTE_DEPLOYMENT", "runpod");
    const { code, stdout } = await cli.call("doctor");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^deployment: runpod\n/);
    vi.stubEnv("CLOUD_COMPUTE_DEPLOYMENT", "runpdo");
    const unknown = await cli.call("doctor");
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("known deployments: runpod");
    vi.stubEnv("CLOUD_COMPUTE_DEPLOYMENT", undefined);
  });

  it("says of an API that answers 410 only that it is retired, and exits with 0", async () => {
    for (const route of ["GET /pods", "GET /endpoints", "GET /networkvolumes"])
      emulator.fail(route as "GET /pods", { status: 410 });
    setOnly(/API_KEY|COMPUTE_BASE_URL/);
    const { code, stdout } = await cli.call("doctor");
    expect(stdout).toContain("retired: the service no longer has this API");
    expect(code).toBe(0);
  });

  it("shows the reason of a call that fails, goes on, and exits with 1", async () => {
    emulator.fail("GET /endpoints", {
      status: 403,
      body: { error: "this key may not read endpoints" },
    });
    const { code, stdout } = await cli.call("doctor");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^ {2}failed {2}rest\.GET\("\/endpoints"\) .*this key may not read/m,
    );
    expect(stdout).toContain('ok      rest.GET("/templates")');
  });

  it("shows where an answer differs from its documentation, and exits with 1", async () => {
    emulator.fail("GET /pods", { status: 200, body: [{ id: 7 }] });
    const { code, stdout } = await cli.call("doctor");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^ {2}drift {3}rest\.GET \(GET \/pods\): wrong type at \[\]\.id/m,
    );
  });

  it.each([
    ["CLOUD_COMPUTE_API_KEY", "wrong", /the API key is not valid/],
    [PUBLIC, "http://127.0.0.1:9", /no connection to 127/],
  ])(
    "finds a wrong %s of a program that only runs models",
    async (name, value, reason) => {
      setOnly(/API_KEY|PUBLIC/);
      vi.stubEnv(name, value);
      const { code, stdout } = await cli.call("doctor");
      expect(stdout).toMatch(/^ {2}failed {2}job\(\)\.status\(\)/m);
      expect(stdout).toMatch(reason);
      expect(code).toBe(1);
    },
  );

  it.each([
    ["CLOUD_COMPUTE_API_KEY", "x", "fail in the same way: check CLOUD_COMPUTE"],
    [PUBLIC, "/v2", "publicBaseUrl must not end in /v2"],
  ])(
    "says what is wrong with %s that ends in %s",
    async (name, end, advice) => {
      vi.stubEnv(name, `${variables[name]}${end}`);
      const { code, stdout } = await cli.call("doctor");
      expect(stdout).toContain(advice);
      expect(code).toBe(1);
    },
  );

  it("runs the job of another model with --model and --input, and refuses both before anything is sent", async () => {
    const job = ["--model", "qwen3-32b-awq", "--input", '{"prompt":"hello"}'];
    const { code, stdout } = await cli.call("doctor", "--spend", "1", ...job);
    expect(stdout).toMatch(/ok {6}model\(\)\.run\(\) .* qwen3-32b-awq: 0\.\d+/);
    expect(code).toBe(0);
    const before = emulator.requests.length;
    const spend = ["--spend", "1"];
    for (const [args, problem] of [
      [job, "add --spend"],
      [[...spend, "--model", "qwen3-32b-aqw"], "did you mean qwen3-32b-awq?"],
      [[...spend, "--input", "[1]"], "--input must be a JSON object"],
      [[...spend, "--input", '{"promt":"a"}'], "did you mean prompt?"],
    ] as const) {
      const refused = await cli.call("doctor", ...args);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(problem);
    }
    expect(emulator.requests).toHaveLength(before);
  });

  it("runs one job with --spend, unless the job costs more", async () => {
    const { code, stdout } = await cli.call("doctor", "--spend", "0.05");
    expect(stdout).toMatch(/^ {2}ok {6}model\(\)\.run\(\) .* 0\.\d+ USD$/m);
    expect(code).toBe(0);
    expect(submits()).toBe(1);
    const refused = await cli.call("doctor", "--spend", "0.00001");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("is too little: the job costs about");
    vi.stubEnv(PUBLIC, "");
    const without = await cli.call("doctor", "--spend", "0.05");
    expect(without.code).toBe(2);
    expect(without.stderr).toContain(`--spend runs a job: set ${PUBLIC}`);
    expect(submits()).toBe(1);
  });

  it("runs one job and rents one Pod with --trial --yes, and leaves nothing behind", async () => {
    const { code, stdout } = await cli.call("doctor", "--trial", "--yes");
    expect(stdout).toMatch(/^ {2}ok {6}model\(\)\.run\(\) .* 0\.\d+ USD$/m);
    expect(stdout).toMatch(
      /^ {2}ok {6}rentPod\(\) .* NVIDIA .* answered after \d+ s, and is deleted$/m,
    );
    expect(code).toBe(0);
    expect(submits()).toBe(1);
    expect(emulator.snapshot().pods).toEqual([]);
  });

  it("spends nothing with --trial alone, without a terminal to ask on", async () => {
    const { code, stdout, stderr } = await cli.call("doctor", "--trial");
    expect(code).toBe(2);
    expect(stdout).toContain("It costs at most 0.053 in");
    expect(stderr).toContain("run it in a terminal, or add --yes");
    expect(emulator.requests).toEqual([]);
  });

  it("writes a transcript that holds names and types, and neither the key nor a value", async () => {
    emulator.seed({ pods: [POD] });
    const file = join(cli.folder, "transcript.json");
    const { code, stdout } = await cli.call("doctor", "--transcript", file);
    expect(code).toBe(0);
    expect(stdout).toContain(`The transcript is in ${file}`);
    const text = await readFile(file, "utf8");
    expect(text).not.toContain(emulator.apiKey);
    expect(text).not.toMatch(/a-private-value|example\/image/);
    const { examinations } = JSON.parse(text) as Transcript;
    expect(examinations["rest"]?.calls[0]).toMatchObject({
      call: 'rest.GET("/pods")',
      attempts: [{ route: "GET /pods", status: 200 }],
      response: { items: 1, first: { id: "string", env: { TOKEN: "string" } } },
    });
  });
});

const submits = () =>
  emulator.requests.filter(({ path }) => path.endsWith("/run")).length;
