import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { readArgument } from "../child.js";

/** What a process uploads, with which client. */
export interface UploadRun {
  readonly client: "cloud-compute-sdk" | "client-s3";
  readonly endpoint: string;
  readonly file: string;
  readonly size: number;
  readonly partSize: number;
  readonly concurrency: number;
}

/** What an upload took. */
export interface UploadCost {
  readonly seconds: number;
  /** The most resident memory of the process, in bytes. */
  readonly peakBytes: number;
}

const KEYS = { accessKeyId: "user_bench", secretAccessKey: "rps_bench" };

const argument = readArgument() as UploadRun;
const start = performance.now();
await (argument.client === "client-s3" ? uploadByAws : upload)(argument);
const seconds = (performance.now() - start) / 1000;
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.send?.({ seconds, peakBytes } satisfies UploadCost);

async function upload({
  endpoint,
  file,
  partSize,
  concurrency,
}: UploadRun): Promise<void> {
  const cloud = {
    networkVolumes: { get: () => Promise.resolve({ dataCenter: "EU-RO-1" }) },
  };
  const { openVolume } = await import("../../../src/files/index.js");
  const volume = await openVolume(cloud, "bench", { ...KEYS, endpoint });
  await volume.upload(file, "weights.bin", {
    partSize,
    concurrency,
    resume: false,
  });
}

/** The same with the client of AWS: parts read into memory, as many at once, each compared with its ETag. */
async function uploadByAws({
  endpoint,
  file,
  size,
  partSize,
  concurrency,
}: UploadRun): Promise<void> {
  // Each process loads its own client only: its memory counts.
  const {
    CompleteMultipartUploadCommand,
    CreateMultipartUploadCommand,
    S3Client,
    UploadPartCommand,
  } = await import("@aws-sdk/client-s3");
  const client = new S3Client({
    endpoint,
    region: "EU-RO-1",
    forcePathStyle: true,
    credentials: KEYS,
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  // As with https: the client of AWS hashes each body again where there is no TLS.
  client.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers["x-amz-content-sha256"] = "UNSIGNED-PAYLOAD";
      return next(args);
    },
    { name: "unsignedPayload", step: "build" },
  );
  const place = { Bucket: "bench", Key: "weights.bin" };
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand(place),
  );
  const handle = await open(file);
  const count = Math.ceil(size / partSize);
  const parts: { readonly PartNumber: number; readonly ETag: string }[] = [];
  let next = 1;
  const work = async () => {
    const buffer = Buffer.alloc(partSize);
    while (next <= count) {
      const PartNumber = next++;
      const offset = (PartNumber - 1) * partSize;
      const { bytesRead } = await handle.read(buffer, 0, partSize, offset);
      const Body = buffer.subarray(0, bytesRead);
      const md5 = createHash("md5").update(Body).digest("hex");
      const { ETag = "" } = await client.send(
        new UploadPartCommand({ ...place, UploadId, PartNumber, Body }),
      );
      if (ETag !== `"${md5}"`) throw new Error(`part ${PartNumber}: ${ETag}`);
      parts.push({ PartNumber, ETag });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await handle.close();
  const Parts = parts.sort((one, other) => one.PartNumber - other.PartNumber);
  await client.send(
    new CompleteMultipartUploadCommand({
      ...place,
      UploadId,
      MultipartUpload: { Parts },
    }),
  );
  client.destroy();
}
