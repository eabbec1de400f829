import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  openVolume,
  type UnfinishedUpload,
  type Volume,
} from "../../src/files/index.js";
import { createConnectionError } from "../../src/files/refusal.js";
import { EXPIRED } from "../../src/http/timeout.js";
import { createClient } from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import { collect } from "../support/collect.js";
import { FileServer } from "./server/server.js";
import { clientOf, volumeOf, withoutPauses } from "./server/setup.js";
import { ACCESS } from "./server/signature.js";

let server: FileServer;
let volume: Volume;

beforeEach(async () => {
  server = await new FileServer().open();
  volume = await volumeOf(server);
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
});

describe("openVolume", () => {
  test("takes the data center of the volume from either version of the management API", async () => {
    for (const found of [
      { dataCenter: "EU-RO-1" },
      { dataCenterId: "EU-RO-1" },
    ]) {
      const client = { networkVolumes: { get: () => Promise.resolve(found) } };
      const { endpoint } = server;
      const opened = await openVolume(client, "vol-1", { ...ACCESS, endpoint });
      expect(opened).toMatchObject({ id: "vol-1", dataCenter: "EU-RO-1" });
      await opened.upload(new Blob(["x"]), "a");
    }
    const empty = { networkVolumes: { get: () => Promise.resolve({}) } };
    await expect(
      openVolume(empty, "vol-1", { ...ACCESS, endpoint: server.endpoint }),
    ).rejects.toThrow("in which data center");
  });

  test("reads its own variables, and never those of other tools", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", ACCESS.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", ACCESS.secretAccessKey);
    const open = () => openVolume(clientOf(server), "vol-1");
    await expect(open()).rejects.toThrow("CLOUD_COMPUTE_S3_ACCESS_KEY_ID");
    vi.stubEnv("CLOUD_COMPUTE_S3_ACCESS_KEY_ID", ACCESS.accessKeyId);
    await expect(open()).rejects.toThrow("CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY");
    vi.stubEnv("CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY", ACCESS.secretAccessKey);
    await expect(open()).rejects.toThrow("CLOUD_COMPUTE_S3_ENDPOINT");
    vi.stubEnv("CLOUD_COMPUTE_S3_ENDPOINT", server.endpoint);
    expect(await collect((await open()).list())).toEqual([]);
  });

  test("uses the host of the data center where the client uses the service's own API, and never for an emulator", async () => {
    const urls: string[] = [];
    const fetch: typeof globalThis.fetch = (input) => {
      urls.push(new Request(input).url);
      return Promise.resolve(new Response("<ListBucketResult/>"));
    };
    const open = async (v2: string) => {
      const found = { name: "n", size: 1, dataCenter: "EUR-IS-1" };
      const api = () => Promise.resolve(Response.json(found));
      const cloud = createClient({
        apiKey: "key-0123456789",
        surfaces: { v2: { baseUrl: v2 } },
        fetch: api,
      });
      return openVolume(cloud.v2, "vol-1", { ...ACCESS, fetch });
    };
    const opened = await open("https://api.runpod.io");
    await collect(opened.list());
    expect(urls[0]).toMatch(/^https:\/\/s3api-eur-is-1\.runpod\.io\/vol-1\?/);
    await expect(open("https://api.emulator.test")).rejects.toThrow(
      "endpoint is missing",
    );
  });

  test.each<[string, object, RegExp]>([
    [
      "an API key in place of the access key",
      { accessKeyId: "rpa_12345678" },
      /accessKeyId is an API key: .* console/,
    ],
    [
      "a key and a secret that are exchanged",
      { accessKeyId: "rps_12345678", secretAccessKey: "user_12345678" },
      /exchanged/,
    ],
    ["a key with a line break", { accessKeyId: "user_1\n" }, /printable ASCII/],
    [
      "a misspelt option",
      { accessKey: "user_12345678" },
      /accessKey is not an option: did you mean accessKeyId/,
    ],
    ["an endpoint without TLS", { endpoint: "http://files.test" }, /http/],
  ])(
    "refuses %s before anything is sent, and without showing it",
    async (_, options, message) => {
      const get = vi.fn();
      const given = { ...ACCESS, endpoint: server.endpoint, ...options };
      const opened = openVolume({ networkVolumes: { get } }, "vol-1", given);
      const error = await rejectionOf(opened);
      expect(error).toMatchObject({
        name: "InputError",
        message: expect.stringMatching(message) as string,
      });
      expect(inspect(error, { depth: 9 })).not.toContain("_12345678");
      expect(get).not.toHaveBeenCalled();
    },
  );

  test("refuses what is no client and no id", async () => {
    await expect(openVolume({} as never, "vol-1")).rejects.toThrow(
      "cloud must be a client",
    );
    await expect(openVolume(clientOf(server), "a/b", ACCESS)).rejects.toThrow(
      "id must be the id of a network volume",
    );
  });
});

describe("a key of a volume is refused if it is", () => {
  test.each([
    [
      "/runpod-volume/in/a.mp4",
      /begins with \/runpod-volume, where workers see the volume: write "in\/a\.mp4"/,
    ],
    [
      "/workspace/in/a.mp4",
      /begins with \/workspace, where Pods see the volume: write "in\/a\.mp4"/,
    ],
    ["s3://vol-1/in/a.mp4", /write "in\/a\.mp4"/],
    ["/in/a.mp4", /begins with a slash: write "in\/a\.mp4"/],
    ["in//a.mp4", /empty part between two slashes: write "in\/a\.mp4"/],
    ["in/../a.mp4", /"\.\."/],
    ["./a.mp4", /"\."/],
    ["in/\u0007", /control character/],
    ["in/\ud800", /half of a surrogate pair/],
    ["k".repeat(1025), /1024 bytes/],
    [".s3compat_uploads/x", /unfinished uploads/],
    ["", /must not be empty/],
  ])("%j", async (key, message) => {
    for (const call of [
      volume.upload(new Blob(["x"]), key),
      volume.download(key),
      volume.head(key),
    ])
      await expect(call).rejects.toMatchObject({
        name: "InputError",
        message: expect.stringMatching(message) as string,
      });
    expect(server.seen).toEqual([]);
  });
});

test("a path of the whole volume is refused in place of the key of a file, and never with the advice to write an empty key", async () => {
  for (const key of ["/", "/workspace", "/runpod-volume/", "s3://vol-1/"])
    await expect(volume.head(key)).rejects.toThrow(
      `key "${key}" is the whole volume: write the key of a file`,
    );
});

test.each([
  ["uploadId", { key: "in/a.mp4" }],
  ["key", { key: "", uploadId: "u" }],
])("volume.abort refuses a missing or empty %s: %j", async (name, left) => {
  const aborted = volume.abort(left as UnfinishedUpload);
  await expect(aborted).rejects.toThrow(`${name} must be a string`);
  expect(server.seen).toEqual([]);
});

test("volume.path gives the path that a worker or a Pod reads", () => {
  expect(volume.path("in/a.mp4")).toBe("/runpod-volume/in/a.mp4");
  expect(volume.path("in/", "/workspace/")).toBe("/workspace/in/");
  expect(() => volume.path("/runpod-volume/a")).toThrow('write "a"');
  expect(() => volume.path("a", "workspace")).toThrow("absolute path");
});

/** How the service refuses a request whose clock is off: with its own time. */
const atTime = (time: number) => ({
  status: 403,
  code: "RequestTimeTooSkewed",
  headers: { date: new Date(time).toUTCString() },
});

describe("the error of a call on a volume says", () => {
  const errorOf = async () => {
    const error = await rejectionOf(
      withoutPauses(server, () => collect(volume.list())),
    );
    const shown = inspect(error, { depth: 9, showHidden: true });
    expect(shown).not.toContain(ACCESS.secretAccessKey);
    expect(shown).not.toContain(ACCESS.accessKeyId);
    return error as Error;
  };

  test.each<[string, Parameters<FileServer["fail"]>[1], RegExp]>([
    [
      "an unknown access key",
      { status: 403, code: "InvalidAccessKeyId" },
      /volume\.list: the file service answered 403 InvalidAccessKeyId.*not the API key/,
    ],
    [
      "a wrong secret",
      { status: 403, code: "SignatureDoesNotMatch" },
      /secretAccessKey is not the secret of accessKeyId/,
    ],
    [
      "a foreign volume",
      { status: 403, code: "AccessDenied" },
      /the volume vol-1 belongs to another account/,
    ],
    [
      "a volume that is elsewhere",
      { status: 404, code: "NoSuchBucket" },
      /the volume vol-1 in EU-RO-1: the option endpoint/,
    ],
    [
      "a clock that is ahead",
      atTime(Date.now() - 7_200_000),
      /120 minutes ahead of that of the service: correct the clock/,
    ],
    [
      "a clock that is behind",
      atTime(Date.now() + 7_200_000),
      /120 minutes behind that of the service/,
    ],
    [
      "a wrong region",
      { status: 400, code: "AuthorizationHeaderMalformed" },
      /in EU-RO-1: the option endpoint must lead there$/,
    ],
    [
      "a page in place of the file",
      { status: 404, body: "<html><title>Not Found</title></html>" },
      /404 Not Found: this is a page of a proxy or a CDN and says nothing about the keys/,
    ],
    [
      "that a body was too large",
      {
        status: 413,
        body: "<html><title>413 Request Entity Too Large</title></html>",
      },
      /smaller partSize/,
    ],
    [
      "what no rule knows, in the words of the service",
      { status: 400, code: "Strange" },
      /400 Strange What Strange means\.$/,
    ],
  ])("%s", async (_, fault, message) => {
    server.fail("ListObjectsV2", { times: 20, ...fault });
    expect((await errorOf()).message).toMatch(message);
    expect(server.seen).toHaveLength(1);
  });

  test("that no answer came in time, without the cause that only this package knows", () => {
    const error = createConnectionError(EXPIRED, "", server, {});
    expect(error.message).toMatch(/^127\.0\.0\.1:\d+: no answer came in time$/);
    expect(error.cause).toBeUndefined();
  });

  test("which answer came after ten more attempts", async () => {
    server.fail("ListObjectsV2", { times: 20, status: 503, code: "SlowDown" });
    const fetch = vi.fn(globalThis.fetch);
    volume = await volumeOf(server, { fetch });
    expect(await errorOf()).toMatchObject({
      status: 503,
      code: "response_error",
      maybeSent: false,
    });
    expect(fetch).toHaveBeenCalledTimes(11);
  });

  test("which data centers have file access, where the host of one is not found", async () => {
    const cause = Object.assign(new Error("getaddrinfo ENOTFOUND"), {
      code: "ENOTFOUND",
      syscall: "getaddrinfo",
    });
    const fetch = vi.fn(() => Promise.reject(new TypeError("", { cause })));
    volume = await volumeOf(server, { fetch });
    expect((await errorOf()).message).toMatch(
      /name of the host was not found.*: volumes in EU-RO-1 may have no file access.*US-KS-2/,
    );
    expect(fetch).toHaveBeenCalledOnce();
  });

  test("whether a change may have been sent: not where no connection was made in any attempt", async () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED"), {
      code: "ECONNREFUSED",
      syscall: "connect",
    });
    for (const [failures, maybeSent] of [
      [[refused], false],
      [[new Error("socket hang up"), refused], true],
    ] as const) {
      const left: Error[] = [...failures];
      volume = await volumeOf(server, {
        fetch: () => Promise.reject(left.shift() ?? refused),
      });
      const aborted = withoutPauses(server, () =>
        volume.abort({ key: "in/a.mp4", uploadId: "u" }),
      );
      await expect(aborted).rejects.toMatchObject({ maybeSent });
    }
  });
});

/** Characters that are easily encoded twice or not at all. */
const ODD = " +%&=#?!'()*~@:,;$[]{}|^`\"<>\\äß€日本🙂é".match(/./gu) ?? [];

test("a volume signs every odd key as the specification asks, and gets each back from a list", async () => {
  const keys = [
    ...ODD.map((character) => `odd/a${character}b`),
    "odd/%2F",
    "odd/%25",
    "odd/e\u0301",
    "odd/trailing ",
    "odd/...",
    "odd/&amp;<Key>",
    "odd/🙂/日本",
  ];
  for (const key of keys) {
    await volume.upload(new Blob([key]), key);
    const stream = await volume.download(key);
    expect(await new Response(stream).text()).toBe(key);
  }
  const listed = await collect(volume.list("odd/"));
  expect(listed.map(({ key }) => key).sort()).toEqual([...keys].sort());
  for (const key of keys) await volume.delete(key);
  expect(server.files.size).toBe(0);
});
