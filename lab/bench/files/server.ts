import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What a file service answers to an upload in parts. The server hashes each part and keeps none, so that no disk is measured. */
const server = createServer((request, response) => {
  void receive(request).then(({ md5, bytes }) => {
    const { method, url = "" } = request;
    if (method === "PUT") {
      size += bytes;
      const number = new URLSearchParams(url.split("?")[1]).get("partNumber");
      parts[Number(number) - 1] = md5;
      response.writeHead(200, { etag: `"${md5}"` }).end();
    } else if (method === "POST" && url.includes("uploads")) {
      size = 0;
      parts = [];
      etag = "";
      response.end(
        "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>",
      );
    } else if (method === "POST") {
      const all = Buffer.from(parts.join(""), "hex");
      const hash = createHash("md5").update(all).digest("hex");
      etag = `"${hash}-${parts.length}"`;
      response.end(
        `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`,
      );
    } else if (method === "HEAD" && etag !== "")
      response.writeHead(200, { etag, "content-length": size }).end();
    else response.writeHead(404).end();
  });
});
let size = 0;
let parts: string[] = [];
/** Of the whole file, once there is one. */
let etag = "";

async function receive(
  request: IncomingMessage,
): Promise<{ readonly md5: string; readonly bytes: number }> {
  const hash = createHash("md5");
  let bytes = 0;
  for await (const piece of request) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { md5: hash.digest("hex"), bytes };
}

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(port);
});
// Ends with the bench, which does not wait for this process.
process.on("disconnect", () => process.exit(0));
