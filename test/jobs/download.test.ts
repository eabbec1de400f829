import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import {
  CloudComputeError,
  createClient,
  InputError,
  ResponseError,
  TimeoutError,
  type Client,
  type DownloadProgress,
  type OutputFile,
} from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import { passTime, pause, settleInFakeTime } from "../support/fake-time.js";

const KEY = "a-key-of-some-length";
const WEEK = 7 * 86_400_000;
const input = { prompt: "a lighthouse", width: 64, height: 64 };

let folder = "";
let path = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "download-"));
  path = join(folder, "picture.png");
  await writeFile(path, "old");
});

afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** The folder holds the old file and nothing else. */
async function expectUntouched(): Promise<void> {
  expect(await readdir(folder)).toEqual(["picture.png"]);
  expect(await readFile(path, "utf8")).toBe("old");
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A client whose files come from `serve`, and the requests that `serve` has received. */
function createHostedClient(
  serve: (init: RequestInit) => Response | Promise<Response>,
) {
  const requests: { input: unknown; init: RequestInit }[] = [];
  const fetch = async (input: unknown, init: RequestInit = {}) => {
    requests.push({ input, init });
    return serve(init);
  };
  const headers = { "x-own": "header" };
  const cloud = createClient({ apiKey: KEY, headers, timeout: 1000, fetch });
  return { cloud, requests };
}

/** A body that sends each piece after so many milliseconds, and then ends or stays silent. */
function body(
  pieces: readonly number[],
  end: "ends" | "is silent",
): ReadableStream<Uint8Array> {
  const left = [...pieces];
  return new ReadableStream({
    async pull(sink) {
      const pause = left.shift();
      if (pause !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        sink.enqueue(new Uint8Array(10));
      } else if (end === "ends") sink.close();
      else await new Promise(() => undefined);
    },
  });
}

const URL_ = "https://files.test/picture.png";
const FORTY_BYTES = { "content-length": "40" };
const fileUntil = (expiresAt: number): OutputFile =>
  ({ kind: "image", url: URL_, expiresAt }) as const;

describe("a download", () => {
  const emulator = createEmulator({ speed: 100 });
  const finished = async () => {
    const { urls } = await emulator.listen();
    const cloud = createClient({ apiKey: emulator.apiKey, ...urls });
    const job = await cloud.model("flux-schnell").run(input);
    await job.wait();
    const [output] = await job.outputs();
    if (!output) throw new Error("the job has a file");
    return { cloud, output };
  };

  afterEach(() => emulator.close());

  test("gives the whole file, as a stream and on disk, by its output and by its address, and reports its progress", async () => {
    const { cloud, output } = await finished();
    const streamed = await bytesOf(await cloud.download(output));
    expect(streamed.subarray(1, 4).toString()).toBe("PNG");
    expect(await bytesOf(await cloud.download(output.url))).toEqual(streamed);
    const seen: DownloadProgress[] = [];
    const onProgress = (progress: DownloadProgress) => seen.push(progress);
    const bytes = await cloud.download.toFile(output, path, { onProgress });
    expect(bytes).toBe(streamed.length);
    expect(await readFile(path)).toEqual(streamed);
    expect(seen.at(-1)).toEqual({ bytes, total: bytes });
    const counts = seen.map(({ bytes }) => bytes);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(await readdir(folder)).toEqual(["picture.png"]);
  });
});

for (const [status, age, code] of [
  [404, -1000, "output_not_found"],
  [404, 1000, "output_expired"],
  [403, -1000, "output_not_found"],
  [403, 1000, "output_expired"],
  [410, -1000, "output_expired"],
  [501, 1000, "response_error"],
] as const)
  test(`a download answered with ${status} ${age > 0 ? "after" : "before"} expiresAt rejects with ${code}`, async () => {
    const { cloud, requests } = createHostedClient(
      () => new Response("no", { status }),
    );
    const failing = cloud.download(fileUntil(Date.now() - age));
    await expect(failing).rejects.toMatchObject({ code, status });
    expect(requests).toHaveLength(1);
  });

test("a download sends neither the client's headers nor its key, and a signal that is not the caller's", async () => {
  const { cloud, requests } = createHostedClient(() => new Response("file"));
  const { signal } = new AbortController();
  await bytesOf(await cloud.download(URL_, { signal }));
  const [request] = requests;
  expect(request?.input).toBe(URL_);
  expect([...new Headers(request?.init.headers)]).toEqual([]);
  expect(request?.init.signal).not.toBe(signal);
});

for (const output of [
  undefined as unknown as string,
  "",
  "no address",
  "/files/x.png",
  "file:///etc/passwd",
  "data:image/png;base64,???",
  "ftp://files.test/x",
])
  test(`a download of "${output}" rejects with an InputError and sends nothing`, async () => {
    const { cloud, requests } = createHostedClient(() => new Response("file"));
    const toFile = cloud.download.toFile(output, path);
    await expect(toFile).rejects.toBeInstanceOf(InputError);
    const given = cloud.download({ ...fileUntil(WEEK), url: output });
    await expect(given).rejects.toBeInstanceOf(InputError);
    expect(requests).toEqual([]);
    await expectUntouched();
  });

describe("the stall timeout of a download", () => {
  beforeEach(() => vi.useFakeTimers());

  const beginDownload = (cloud: Client, stall?: number) => {
    const rejected = vi.fn<(reason: unknown) => void>();
    const reading = cloud.download(URL_, { stall }).then(bytesOf);
    reading.catch(rejected);
    return { reading, rejected };
  };

  test("does not end a download that keeps receiving bytes, whatever the timeout of the client", async () => {
    const pieces = Array<number>(60).fill(29_000);
    const { cloud } = createHostedClient(
      () => new Response(body(pieces, "ends")),
    );
    const { reading } = beginDownload(cloud);
    await passTime(60 * 29_000);
    expect(await reading).toHaveLength(600);
    expect(vi.getTimerCount()).toBe(0);
  });

  for (const [stall, timeout] of [
    [undefined, 30_000],
    [500, 500],
  ] as const)
    test(`ends the download after ${timeout} ms of silence in the middle, and closes the connection`, async () => {
      const { cloud, requests } = createHostedClient(
        () => new Response(body([400, 400], "is silent")),
      );
      const { rejected } = beginDownload(cloud, stall);
      await passTime(800 + timeout - 1);
      expect(rejected).not.toHaveBeenCalled();
      expect(requests[0]?.init.signal?.aborted).toBe(false);
      await passTime(1);
      const [error] = rejected.mock.calls[0] ?? [];
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({ timeout, operation: "download" });
      expect(requests[0]?.init.signal?.aborted).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    });

  test("ends the download also when no response comes", async () => {
    const { cloud, requests } = createHostedClient(
      () => new Promise(() => undefined),
    );
    const { rejected } = beginDownload(cloud);
    await passTime(30_000);
    expect(rejected.mock.calls).toMatchObject([[{ code: "timeout" }]]);
    expect(requests[0]?.init.signal?.aborted).toBe(true);
  });

  test("does not count the time that a consumer takes", async () => {
    const { cloud, requests } = createHostedClient(
      () => new Response(body([10, 10], "is silent")),
    );
    const stream = await cloud.download(URL_, { stall: 100 });
    const reader = stream.getReader();
    for (let i = 0; i < 2; i++) {
      await passTime(100_000);
      const read = reader.read();
      await passTime(10);
      expect((await read).value).toHaveLength(10);
    }
    await passTime(100_000);
    expect(requests[0]?.init.signal?.aborted).toBe(false);
  });
});

test("a file that is aborted in the middle rejects with the reason and leaves the old file as it was", async () => {
  const { cloud } = createHostedClient(
    () => new Response(body([1, 1], "is silent"), { headers: FORTY_BYTES }),
  );
  const controller = new AbortController();
  const { signal } = controller;
  const onProgress = ({ bytes }: DownloadProgress) =>
    bytes === 20 && setTimeout(() => controller.abort("enough"), 5);
  const toFile = cloud.download.toFile(URL_, path, { signal, onProgress });
  await expect(toFile).rejects.toBe("enough");
  await expectUntouched();
});

describe("the timeout of a download of a job", () => {
  beforeEach(() => void vi.useFakeTimers());

  test("ends the wait for the job", async () => {
    const { cloud, emulator } = createEmulatedClient();
    emulator.model("endless", () => new Promise(() => undefined));
    const job = await cloud.model("endless").run({});
    const options = { timeout: 5000 };
    const downloads: (() => Promise<unknown>)[] = [
      () => cloud.download(job, options),
      () => cloud.download.toFile(job, path, options),
    ];
    for (const download of downloads) {
      const error = await rejectionOf(settleInFakeTime(download()));
      expect(error).toMatchObject({ code: "timeout", timeout: 5000 });
    }
    await expectUntouched();
  });

  test("counts from the call, also where the job has taken a part of it", async () => {
    const { cloud } = createHostedClient(
      () => new Response(body([1], "is silent"), { headers: FORTY_BYTES }),
    );
    const job = {
      outputs: async () => {
        await pause(6000);
        return [fileUntil(Infinity)];
      },
    };
    const options = { timeout: 10_000 };
    const downloads: (() => Promise<unknown>)[] = [
      async () => bytesOf(await cloud.download(job, options)),
      () => cloud.download.toFile(job, path, options),
    ];
    for (const download of downloads) {
      const begunAt = performance.now();
      const error = await rejectionOf(settleInFakeTime(download()));
      expect(error).toMatchObject({ code: "timeout", timeout: 10_000 });
      expect(performance.now() - begunAt).toBe(10_000);
    }
    await expectUntouched();
  });
});

/** What a gateway answers in place of a file. */
const page = () =>
  new Response("<title>Sign in</title>", {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-length": "22",
    },
  });

test.each<[string, OutputFile | string]>([
  ["a URL with another extension", URL_],
  [
    "a picture without an extension",
    { kind: "image", url: "https://files.test/p", expiresAt: Infinity },
  ],
])(
  "download.toFile takes no page with 200 for the file at %s",
  async (_, output) => {
    const { cloud, requests } = createHostedClient(page);
    await expect(cloud.download.toFile(output, path)).rejects.toMatchObject({
      code: "invalid_response",
      message: expect.stringContaining("a page in place of the file") as string,
    });
    expect(requests).toHaveLength(1);
    await expectUntouched();
  },
);

test.each(["https://files.test/report.html", "https://files.test/report"])(
  "download.toFile saves the page at %s",
  async (url) => {
    const { cloud } = createHostedClient(page);
    await cloud.download.toFile(url, path);
    expect(await readFile(path, "utf8")).toBe("<title>Sign in</title>");
  },
);

/** An address as object stores sign it. */
const SIGNED =
  "https://files.test/private-folder-4711/picture.png?X-Amz-Credential=AKIA0123456789%2F20261122&X-Amz-Signature=0123456789abcdef0123#token-in-fragment";
const PARTS = [
  "AKIA0123456789",
  "X-Amz-Signature",
  "0123456789abcdef0123",
  "token-in-fragment",
  KEY,
];

test.each<[string, () => Response | Promise<Response>]>([
  [
    "a `fetch` that repeats the address and the key",
    () =>
      Promise.reject(
        Object.assign(new TypeError(`cannot GET ${SIGNED} with ${KEY}`), {
          url: SIGNED,
          [KEY]: encodeURIComponent(SIGNED),
        }),
      ),
  ],
  [
    "a host that repeats the address and the key",
    () =>
      new Response(SIGNED, {
        status: 403,
        headers: { location: SIGNED, "x-key": KEY },
      }),
  ],
  [
    "a body that breaks off",
    () =>
      new Response(
        new ReadableStream({
          pull: (sink) => sink.error(new TypeError(`${SIGNED} ${KEY}`)),
        }),
        FORTY,
      ),
  ],
])(
  "an error of a download of %s shows neither the key nor the query",
  async (_, serve) => {
    const { cloud } = createHostedClient(serve);
    for (const download of [
      async () => bytesOf(await cloud.download(SIGNED)),
      () => cloud.download.toFile(SIGNED, path),
    ]) {
      const error = await rejectionOf(download());
      expect(error).toBeInstanceOf(CloudComputeError);
      const headers = [...((error as Partial<ResponseError>).headers ?? [])];
      const text = inspect([error, headers, String((error as Error).stack)], {
        showHidden: true,
        depth: 9,
      });
      for (const part of PARTS) expect(text).not.toContain(part);
    }
  },
);

test.each([
  "https://user:correct-horse@files.test/picture.png",
  "http://correct-horse@files.test/picture.png",
])(
  "a download from %s is refused without showing the password",
  async (url) => {
    const { cloud, requests } = createHostedClient(() => new Response(""));
    const error = await rejectionOf(cloud.download(url));
    expect(error).toBeInstanceOf(InputError);
    expect(inspect(error, { depth: 9 })).not.toContain("correct-horse");
    expect(requests).toEqual([]);
  },
);

const FORTY = { headers: FORTY_BYTES };
