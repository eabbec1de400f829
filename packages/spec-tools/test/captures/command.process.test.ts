import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parseCapture } from "../../src/generate/parse/captures.js";
import { createEmulator } from "cloud-compute-emulator";
import { bundleCli, type Cli } from "../../../../test/support/cli-process.js";

const POD = { id: "pod", imageName: "example/image:1", env: { TOKEN: "x" } };

const emulator = createEmulator({ speed: 100 });
let cli: Cli;
/** The transcript of the emulator, and the same as from a host of the service. */
let ofEmulator: string;
let transcript: string;
beforeAll(async () => {
  cli = await bundleCli();
  const { urls } = await emulator.listen({ podPorts: false });
  emulator.seed({ pods: [POD] });
  vi.stubEnv("CLOUD_COMPUTE_API_KEY", emulator.apiKey);
  vi.stubEnv("CLOUD_COMPUTE_BASE_URL", urls.baseUrl);
  vi.stubEnv("CLOUD_COMPUTE_PUBLIC_BASE_URL", urls.publicBaseUrl);
  vi.stubEnv("CLOUD_COMPUTE_GRAPHQL_URL", urls.graphqlUrl);
  ofEmulator = join(cli.folder, "emulator.json");
  await cli.call("doctor", "--spend", "0.05", "--transcript", ofEmulator);
  transcript = join(cli.folder, "transcript.json");
  const text = await readFile(ofEmulator, "utf8");
  await writeFile(
    transcript,
    text.replace(/127\.0\.0\.1:\d+/g, "api.example.com"),
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await emulator.close();
  await cli.remove();
});

/** Turns a transcript into captures below a folder. */
const turn = (file: string, folder: string) =>
  cli.call("captures", file, "--to", folder);

/** Every file below a folder, by its name without the ending. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith(".json")).sort();
  const texts = files.map(async (name): Promise<[string, string]> => [
    name.replace(/\.json$/, ""),
    await readFile(join(folder, name), "utf8"),
  ]);
  return new Map(await Promise.all(texts));
}

describe("the command captures", () => {
  it("turns the transcript of doctor into captures without a value of the account", async () => {
    const folder = join(cli.folder, "captures");
    const { code, stdout } = await turn(transcript, folder);
    expect(code).toBe(0);
    const files = await filesIn(folder);
    expect(stdout.trim().split("\n")).toHaveLength(files.size);
    const captures = [...files].map(([name, text]) => parseCapture(name, text));
    expect(captures.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(["pods.list", "graphql.myself", "jobs.status"]),
    );
    expect([...files.values()].join("")).not.toMatch(/TOKEN|example\/image/);
    const job = captures.find(({ name }) => name.startsWith("models/"));
    expect(job).toMatchObject({
      request: { path: "/v2/black-forest-labs-flux-1-schnell/status/JOB_ID" },
      bodyContains: {
        status: "COMPLETED",
        output: { cost: expect.any(Number) as number },
      },
      certainty: "captured",
    });
  });

  it("overwrites no file", async () => {
    const folder = join(cli.folder, "kept");
    await turn(transcript, folder);
    const [[name = ""] = []] = await filesIn(folder);
    await writeFile(join(folder, `${name}.json`), "mine");
    const { code, stdout } = await turn(transcript, folder);
    expect(code).toBe(0);
    expect(stdout).not.toContain("written");
    expect((await filesIn(folder)).get(name)).toBe("mine");
  });

  it.each([
    ["the key", () => emulator.apiKey, /may hold your API key/],
    [
      "what looks like a key",
      () => "rpa_0123456789ABCDEF",
      /may hold a key: "rpa_01…"/,
    ],
  ])("writes nothing if the transcript holds %s", async (_, secret, reason) => {
    const file = join(cli.folder, "leaky.json");
    const text = await readFile(transcript, "utf8");
    await writeFile(
      file,
      text.replace('"package"', `"${secret()}": 1, "package"`),
    );
    const folder = join(cli.folder, "leaky");
    const { code, stderr } = await turn(file, folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(reason);
    expect((await filesIn(folder)).size).toBe(0);
  });

  it("makes no captures of what an emulator answered", async () => {
    const folder = join(cli.folder, "emulated");
    const { code, stderr } = await turn(ofEmulator, folder);
    expect(code).toBe(1);
    expect(stderr).toContain("127.0.0.1");
    expect(stderr).toContain("not the service");
    expect((await filesIn(folder)).size).toBe(0);
  });

  it("names what it lacks, and a file that is no transcript", async () => {
    expect((await cli.call("captures")).stderr).toContain(
      "needs a transcript and a folder",
    );
    const file = join(cli.folder, "other.json");
    await writeFile(file, "{}");
    const { code, stderr } = await turn(file, cli.folder);
    expect(code).toBe(1);
    expect(stderr).toContain("is no transcript of doctor");
  });
});
