import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { openVolume } from "../../src/files/index.js";
import { ACCESS } from "./server/signature.js";

const PARTS = 10_000;

/** What a file service answers that keeps nothing. Notes the methods that came. */
function answerAll(methods: string[]): typeof fetch {
  return (_, { method = "GET", body } = {}) => {
    methods.push(method);
    if (method === "HEAD")
      return Promise.resolve(new Response(null, { status: 404 }));
    if (method === "POST")
      return Promise.resolve(
        new Response(
          "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>",
        ),
      );
    const bytes = (body ?? new Uint8Array()) as Uint8Array;
    const etag = createHash("md5").update(bytes).digest("hex");
    return Promise.resolve(new Response(null, { headers: { etag } }));
  };
}

function* singleBytes(count: number) {
  for (let sent = 0; sent < count; sent++) yield new Uint8Array(1);
}

test("a stream of more parts than the service puts together is refused at the first part too many, and aborted", async () => {
  const methods: string[] = [];
  const networkVolumes = {
    get: () => Promise.resolve({ dataCenter: "EU-RO-1" }),
  };
  const volume = await openVolume({ networkVolumes }, "vol-1", {
    ...ACCESS,
    endpoint: "http://127.0.0.1:1",
    fetch: answerAll(methods),
  });
  const stream = Readable.from(singleBytes(PARTS + 1));
  await expect(
    volume.upload(stream, "large.bin", { partSize: 1 }),
  ).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("at most 10000 parts") as string,
  });
  expect(methods.filter((method) => method === "PUT").length).toBe(PARTS);
  expect(methods.at(-1)).toBe("DELETE");
}, 120_000);
