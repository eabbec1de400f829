import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListPartsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { AwsV4Signer } from "aws4fetch";
import { execFile, execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmulator, type Listener } from "cloud-compute-emulator";
import { openVolume, type Volume } from "../../src/files/index.js";

const VOLUME = { id: "data", name: "data", size: 10, dataCenterId: "EU-RO-1" };
const Bucket = "data";

/** Keys that are awkward in addresses, in XML and in signatures. */
const ODD_KEYS = [
  ..." !\"#$%&'()*+,:;<=>?@[]^_`{|}~".split("").map((sign) => `odd/a${sign}b`),
  "odd/.hidden",
  "odd/x y/c d",
  "odd/a%20b",
  "odd/a%2Fb",
  "odd/100%",
  "odd/a+b=c&d",
  "odd/ä",
  "odd/a\u0308",
  "odd/日本",
  "odd/\u{1f600}",
  "odd/é è",
  "odd/...",
  "odd/a..b",
  "odd/-",
  "odd/~user",
  "odd/&amp;",
  "odd/<a>&\"'",
  "odd/?list-type=2",
  "odd/مرحبا",
];

const emulator = createEmulator();
let listener: Listener;
let endpoint = "";
let client: S3Client;
let volume: Volume;
let folder = "";

beforeAll(async () => {
  emulator.seed({ networkVolumes: [VOLUME] });
  listener = await emulator.listen({ podPorts: false });
  const { accessKeyId, secretAccessKey } = listener.s3;
  endpoint = listener.s3.endpoint.replace("{dataCenter}", "eu-ro-1");
  client = new S3Client({
    endpoint,
    region: "EU-RO-1",
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  volume = await openVolume(managementApi, "data", listener.s3);
  folder = await mkdtemp(join(tmpdir(), "s3-clients-"));
});
afterAll(async () => {
  client.destroy();
  emulator.reset();
  await emulator.close();
  await rm(folder, { recursive: true, force: true });
});

const managementApi = {
  networkVolumes: { get: () => Promise.resolve({ dataCenter: "EU-RO-1" }) },
};

describe("the AWS SDK at the emulator", () => {
  test("uploads, lists, reads, copies and deletes", async () => {
    const { Buckets } = await client.send(new ListBucketsCommand({}));
    expect(Buckets?.map(({ Name }) => Name)).toEqual(["data"]);
    await client.send(new HeadBucketCommand({ Bucket }));
    const put = (
      Key: string,
      Body: string | Readable,
      ContentLength?: number,
    ) =>
      client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength }));
    await put("sdk/a.txt", "hello");
    await put("sdk/stream.txt", Readable.from([Buffer.from("stream")]), 6);
    await put("sdk/deep/b.txt", "");
    const got = await client.send(
      new GetObjectCommand({
        Bucket,
        Key: "sdk/stream.txt",
        Range: "bytes=0-2",
      }),
    );
    expect(await got.Body?.transformToString()).toBe("str");
    const head = await client.send(
      new HeadObjectCommand({ Bucket, Key: "sdk/a.txt" }),
    );
    expect(head).toMatchObject({
      ContentLength: 5,
      ETag: '"5d41402abc4b2a76b9719d911017c592"',
    });
    await client.send(
      new CopyObjectCommand({
        Bucket,
        Key: "sdk/copy.txt",
        CopySource: "data/sdk/a.txt",
      }),
    );
    const keys: unknown[] = [];
    const pages = paginateListObjectsV2(
      { client, pageSize: 2 },
      { Bucket, Prefix: "sdk/" },
    );
    for await (const { Contents = [] } of pages)
      keys.push(...Contents.map(({ Key }) => Key));
    expect(keys).toEqual([
      "sdk/a.txt",
      "sdk/copy.txt",
      "sdk/deep/b.txt",
      "sdk/stream.txt",
    ]);
    const old = await client.send(
      new ListObjectsCommand({ Bucket, Prefix: "sdk/", Delimiter: "/" }),
    );
    expect(old.CommonPrefixes).toEqual([{ Prefix: "sdk/deep/" }]);
    await client.send(new DeleteObjectCommand({ Bucket, Key: "sdk/a.txt" }));
    const gone = client.send(
      new GetObjectCommand({ Bucket, Key: "sdk/a.txt" }),
    );
    await expect(gone).rejects.toMatchObject({ name: "NoSuchKey" });
    const Delete = { Objects: [{ Key: "sdk/copy.txt" }] };
    const many = client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    await expect(many).rejects.toMatchObject({ name: "NotImplemented" });
  });

  test("uploads in parts, lists the parts, completes and aborts", async () => {
    const Key = "sdk/parts.bin";
    const begin = async () =>
      (await client.send(new CreateMultipartUploadCommand({ Bucket, Key })))
        .UploadId;
    const UploadId = await begin();
    const Parts = [];
    for (const PartNumber of [1, 2, 3]) {
      const Body = `part ${PartNumber} `;
      const { ETag } = await client.send(
        new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }),
      );
      Parts.push({ PartNumber, ETag });
    }
    const listed = await client.send(
      new ListPartsCommand({ Bucket, Key, UploadId }),
    );
    expect(listed.Parts?.map(({ ETag }) => ETag)).toEqual(
      Parts.map(({ ETag }) => ETag),
    );
    await client.send(
      new CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId,
        MultipartUpload: { Parts },
      }),
    );
    const stream = await volume.download(Key);
    expect(await new Response(stream).text()).toBe("part 1 part 2 part 3 ");
    const other = await begin();
    const { Uploads } = await client.send(
      new ListMultipartUploadsCommand({ Bucket }),
    );
    expect(Uploads?.map((upload) => upload.UploadId)).toEqual([other]);
    await client.send(
      new AbortMultipartUploadCommand({ Bucket, Key, UploadId: other }),
    );
    const after = await client.send(
      new ListMultipartUploadsCommand({ Bucket }),
    );
    expect(after.Uploads).toBeUndefined();
  });

  test("signs 48 odd keys as the client of this package does", async () => {
    expect(ODD_KEYS).toHaveLength(48);
    const different: string[] = [];
    for (const Key of ODD_KEYS) {
      await volume.upload(new Blob([Key]), Key);
      const got = await client.send(new GetObjectCommand({ Bucket, Key }));
      expect(await got.Body?.transformToString()).toBe(Key);
      const headers = await headersFor(Key);
      const ours = await signatureOf(await addressFor(Key), headers);
      if (compact(ours) !== compact(headers["authorization"]))
        different.push(Key);
    }
    expect(different).toEqual([]);
    const listed: string[] = [];
    for await (const { key } of volume.list("odd/")) listed.push(key);
    expect(listed.sort()).toEqual([...ODD_KEYS].sort());
  });
});

/** The address of a HEAD request of the client of this package. */
async function addressFor(key: string): Promise<string> {
  let address = "";
  const watched = await openVolume(managementApi, "data", {
    ...listener.s3,
    fetch: (input, init) => {
      address = input as string;
      return fetch(input, init);
    },
  });
  await watched.head(key);
  return address;
}

/** The headers of the same request of the AWS SDK, with its signature. */
async function headersFor(key: string): Promise<Record<string, string>> {
  let found: Record<string, string> = {};
  client.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as {
        readonly headers: Record<string, string>;
      };
      found = { ...headers };
      return next(args);
    },
    {
      name: "readHeaders",
      step: "finalizeRequest",
      priority: "low",
      override: true,
    },
  );
  await client.send(new HeadObjectCommand({ Bucket, Key: key }));
  client.middlewareStack.remove("readHeaders");
  return found;
}

/** How aws4fetch signs a request with the headers that the AWS SDK has signed. */
async function signatureOf(
  url: string,
  { authorization: _, host: __, ...headers }: Record<string, string>,
): Promise<string | null> {
  const { accessKeyId, secretAccessKey } = listener.s3;
  const signer = new AwsV4Signer({
    method: "HEAD",
    url,
    headers,
    accessKeyId,
    secretAccessKey,
    service: "s3",
    region: "EU-RO-1",
    datetime: headers["x-amz-date"] ?? "",
  });
  return (await signer.sign()).headers.get("authorization");
}

/** An authorization without blanks, which the clients set differently. */
const compact = (authorization: string | null | undefined) =>
  authorization?.replaceAll(" ", "");

const hasCli = (() => {
  try {
    execFileSync("aws", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasCli)("the AWS command line at the emulator", () => {
  const aws = async (...args: readonly string[]) => {
    const { accessKeyId, secretAccessKey } = listener.s3;
    const { stdout } = await promisify(execFile)(
      "aws",
      ["s3", ...args, "--endpoint-url", endpoint, "--region", "EU-RO-1"],
      {
        env: {
          ...process.env,
          AWS_ACCESS_KEY_ID: accessKeyId,
          AWS_SECRET_ACCESS_KEY: secretAccessKey,
        },
      },
    );
    return stdout;
  };

  test("copies a folder there and back, a file in parts, and deletes", async () => {
    const from = join(folder, "from");
    await mkdir(join(from, "deep"), { recursive: true });
    await writeFile(join(from, "deep", "a b.txt"), "small");
    const large = Buffer.alloc(17 * 2 ** 20, "0123456789");
    await writeFile(join(from, "large.bin"), large);
    await aws("cp", "--recursive", from, "s3://data/cli/");
    expect(await aws("ls", "s3://data/cli/")).toMatch(
      /PRE deep\/[^]*large\.bin/,
    );
    const to = join(folder, "to");
    await aws("sync", "s3://data/cli/", to);
    expect(await readFile(join(to, "deep", "a b.txt"), "utf8")).toBe("small");
    expect((await readFile(join(to, "large.bin"))).equals(large)).toBe(true);
    await aws("rm", "--recursive", "s3://data/cli/");
    const left: string[] = [];
    for await (const { key } of volume.list("cli/")) left.push(key);
    expect(left).toEqual([]);
  });
});
