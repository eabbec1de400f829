import { createHash } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { checkSignature } from "./signature.js";

// A server of files, written from what is known of the service. It shares the check of signatures with the emulator.

/** The names of the operations, as S3 has them. */
export type Operation =
  | "ListObjectsV2"
  | "ListMultipartUploads"
  | "HeadObject"
  | "GetObject"
  | "PutObject"
  | "DeleteObject"
  | "CreateMultipartUpload"
  | "UploadPart"
  | "CompleteMultipartUpload"
  | "AbortMultipartUpload"
  | "ListParts";

/** What happens to the next requests of an operation. */
export interface Fault {
  /** @default 1 */
  readonly times?: number;
  /** How many requests come through before. @default 0 */
  readonly after?: number;
  /** Whether the request is carried out all the same. */
  readonly carriesOut?: boolean;
  /** Answers with this status. */
  readonly status?: number;
  /** The code of S3 in the XML of the answer. */
  readonly code?: string;
  /** The body in place of that XML. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes the connection without an answer. */
  readonly drop?: boolean;
  /** Never answers. */
  readonly silent?: boolean;
  /** Turns a bit of the received bytes. */
  readonly flip?: boolean;
  /** Ends the body of a download after so many bytes, and closes the connection. */
  readonly cutAfter?: number;
  /** Sends only so many bytes of a download, and then nothing more, on a connection that stays open. */
  readonly stallAfter?: number;
  /** Ignores the range of a download. */
  readonly ignoreRange?: boolean;
  /** The file is overwritten in the middle of its download: the second half of the bytes is that of this file. */
  readonly overwriteWith?: Buffer;
}

/** One request that has come. */
export interface Seen {
  readonly operation: Operation;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
}

interface StoredFile {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly modified: Date;
}

interface StoredUpload {
  readonly key: string;
  readonly begun: Date;
  readonly parts: Map<number, { bytes: Buffer; etag: string }>;
}

/** How the pages of a list go wrong. */
export interface ListQuirks {
  /** So often each token is given again, with the same page. */
  repeatToken?: number;
  /** So many keys of a page come again in the next one. */
  overlap?: number;
  /** Folders that have nothing in them. */
  folders?: string[];
  /** Always answers with the same token. */
  stuckToken?: boolean;
}

/** A request, as the server has understood it. */
interface Asked {
  readonly operation: Operation;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

const OK = { status: 200 } as const;

export class FileServer {
  volumeId = "vol-1";
  readonly dataCenter = "EU-RO-1";
  readonly files = new Map<string, StoredFile>();
  readonly uploads = new Map<string, StoredUpload>();
  readonly seen: Seen[] = [];
  readonly quirks: ListQuirks = {};
  /** Whether the ETag of a file of several parts is that of S3, and not one that says nothing. */
  plainEtags = true;
  /** Whether all files are written in the same second. */
  isOneSecond = false;
  /** A list of so many keys that are nowhere stored. */
  syntheticKeys = 0;
  endpoint = "";
  /** Called with each request before it is answered. */
  onSeen: ((seen: Seen) => void) | undefined;
  /** How many bytes of files have left, and what is called after each piece of them, if the pieces are wanted. */
  sentBytes = 0;
  onSent: (() => void) | undefined;
  /** How many requests are under way. */
  underWay = 0;
  readonly #faults: (Fault & {
    operation: Operation;
    left: number;
    before: number;
  })[] = [];
  readonly #server = createServer((request, response) => {
    this.underWay++;
    response.on("close", () => this.#leave(response));
    void this.#receive(request, response).catch(() => response.destroy());
  });
  /** The answers that will bring nothing more, although their connection is open. */
  readonly #stalled = new Set<ServerResponse>();
  #stamp = 0;
  readonly #repeats = new Map<string, number>();

  /** Opens the server on a free port of loopback. */
  async open(): Promise<this> {
    await new Promise<void>((done) =>
      this.#server.listen(0, "127.0.0.1", done),
    );
    const { port } = this.#server.address() as AddressInfo;
    this.endpoint = `http://127.0.0.1:${port}`;
    return this;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  fail(operation: Operation, fault: Fault): void {
    this.#faults.push({
      ...fault,
      operation,
      left: fault.times ?? 1,
      before: fault.after ?? 0,
    });
  }

  clearFaults(): void {
    this.#faults.length = 0;
  }

  count(operation: Operation): number {
    return this.seen.filter((each) => each.operation === operation).length;
  }

  /** How many answers bring nothing more on a connection that is still open. */
  get stalled(): number {
    return this.#stalled.size;
  }

  store(key: string, content: Buffer | string, modified = this.#now()): void {
    const bytes = Buffer.from(content);
    this.files.set(key, { bytes, etag: md5(bytes), modified });
  }

  #leave(response: ServerResponse): void {
    if (!this.#stalled.delete(response)) this.underWay--;
  }

  /** A moment that is later than all before, by a second at least: that is what `Last-Modified` shows. */
  #now(): Date {
    if (this.isOneSecond) return new Date(0);
    this.#stamp = Math.max(this.#stamp + 1000, Date.now());
    return new Date(this.#stamp);
  }

  async #receive(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const url = new URL(request.url ?? "", this.endpoint);
    const [, volume = "", ...rest] = url.pathname.split("/");
    const key = rest.map(decodeURIComponent).join("/");
    const query = url.searchParams;
    const operation = operationOf(request.method ?? "", key, query);
    const seen = { operation, key, query, headers: request.headers };
    this.seen.push(seen);
    this.onSeen?.(seen);
    const refused = checkSignature(request, this.endpoint, this.dataCenter);
    if (refused !== undefined) send(response, refusal(403, refused), request);
    else if (volume !== this.volumeId)
      send(response, refusal(404, "NoSuchBucket"), request);
    else this.#answer({ operation, key, query, request, body }, response);
  }

  #answer(asked: Asked, response: ServerResponse): void {
    const { operation, request } = asked;
    const fault = this.#takeFault(operation) ?? {};
    if (fault.silent) return;
    const body = Buffer.from(asked.body);
    if (fault.flip && body.length > 0) body[0] = (body[0] ?? 0) ^ 1;
    const isRefused = fault.status !== undefined || fault.drop === true;
    const answer: Answer =
      isRefused && !fault.carriesOut
        ? OK
        : this.#carryOut({ ...asked, body }, fault);
    if (fault.drop) response.destroy();
    else if (fault.stallAfter !== undefined) {
      const bytes = Buffer.from(answer.body ?? "");
      const headers = { ...answer.headers, "content-length": bytes.length };
      response.writeHead(answer.status, headers);
      response.write(bytes.subarray(0, fault.stallAfter), () => {
        this.underWay--;
        this.#stalled.add(response);
      });
    } else if (operation === "GetObject" && this.onSent)
      void this.#sendSlowly(response, answer);
    else if (fault.status === undefined)
      send(response, answer, request, fault.cutAfter);
    else {
      const refused = refusal(fault.status, fault.code ?? "InternalError");
      const { headers = {}, body: text = refused.body ?? "" } = fault;
      send(response, { ...refused, headers, body: text }, request);
    }
  }

  /** Sends a file in pieces, each when the one before has left. */
  async #sendSlowly(
    response: ServerResponse,
    { status, headers, body = "" }: Answer,
  ): Promise<void> {
    const bytes = Buffer.from(body);
    const closed = new Promise((done) => response.on("close", done));
    response.writeHead(status, { ...headers, "content-length": bytes.length });
    for (let at = 0; at < bytes.length && !response.destroyed; at += 2 ** 18) {
      const piece = bytes.subarray(at, at + 2 ** 18);
      const written = new Promise((done) => response.write(piece, done));
      await Promise.race([closed, written]);
      this.sentBytes += piece.length;
      this.onSent?.();
    }
    response.end();
  }

  #takeFault(operation: Operation): Fault | undefined {
    const fault = this.#faults.find(
      (each) => each.operation === operation && each.left > 0,
    );
    if (!fault) return undefined;
    if (fault.before-- > 0) return undefined;
    fault.left--;
    return fault;
  }

  #carryOut(
    { operation, key, query, request, body }: Asked,
    fault: Fault,
  ): Answer {
    const uploadId = query.get("uploadId") ?? "";
    const upload = this.uploads.get(uploadId);
    const gone = refusal(404, "NoSuchUpload");
    switch (operation) {
      case "ListObjectsV2":
        return this.#list(query);
      case "ListMultipartUploads":
        return this.#listUploads(query);
      case "HeadObject":
      case "GetObject":
        return this.#read(key, request, fault);
      case "PutObject": {
        this.store(key, body);
        return { ...OK, headers: { etag: `"${md5(body)}"` } };
      }
      case "DeleteObject":
        this.files.delete(key);
        return { status: 204 };
      case "CreateMultipartUpload": {
        const id = `upload-${this.uploads.size}-${Math.random().toString(36).slice(2)}`;
        const parts = new Map<number, { bytes: Buffer; etag: string }>();
        this.uploads.set(id, { key, begun: this.#now(), parts });
        return xml(
          `<InitiateMultipartUploadResult xmlns="${NAMESPACE}"><Bucket>${this.volumeId}</Bucket><Key>${escape(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      case "UploadPart": {
        if (!upload) return gone;
        const etag = md5(body);
        upload.parts.set(Number(query.get("partNumber")), {
          bytes: body,
          etag,
        });
        return { ...OK, headers: { etag: `"${etag}"` } };
      }
      case "ListParts":
        return upload ? this.#listParts(upload, query) : gone;
      case "AbortMultipartUpload":
        return this.uploads.delete(uploadId) ? { status: 204 } : gone;
      case "CompleteMultipartUpload": {
        if (!upload) return gone;
        return this.#complete(uploadId, upload, body.toString());
      }
    }
  }

  #complete(id: string, { key, parts }: StoredUpload, body: string): Answer {
    const named = [
      ...body.matchAll(
        /<PartNumber>(\d+)<\/PartNumber><ETag>(?:"|&quot;|&#34;)([\da-f]+)(?:"|&quot;|&#34;)<\/ETag>/g,
      ),
    ].map(([, number, etag]) => ({ part: parts.get(Number(number)), etag }));
    if (named.length === 0) return refusal(400, "MalformedXML");
    if (named.some(({ part, etag }) => part?.etag !== etag))
      return refusal(400, "InvalidPart");
    const bytes = Buffer.concat(
      named.flatMap(({ part }) => (part ? [part.bytes] : [])),
    );
    const digests = named.map(({ etag = "" }) => Buffer.from(etag, "hex"));
    const etag = this.plainEtags
      ? `${md5(Buffer.concat(digests))}-${named.length}`
      : `opaque-${this.#stamp}`;
    this.files.set(key, { bytes, etag, modified: this.#now() });
    this.uploads.delete(id);
    return xml(
      `<CompleteMultipartUploadResult xmlns="${NAMESPACE}"><Key>${escape(key)}</Key><ETag>&quot;${etag}&quot;</ETag></CompleteMultipartUploadResult>`,
    );
  }

  #read(key: string, { headers }: IncomingMessage, fault: Fault): Answer {
    const file = this.files.get(key);
    if (!file) return refusal(404, "NoSuchKey");
    const { etag, modified } = file;
    const bytes = this.#overwrite(key, file.bytes, fault.overwriteWith);
    const match = headers["if-match"];
    if (match !== undefined && match !== `"${etag}"`)
      return refusal(412, "PreconditionFailed");
    const about = {
      etag: `"${etag}"`,
      "last-modified": modified.toUTCString(),
      "content-type": "application/octet-stream",
    };
    const [, from] = /^bytes=(\d+)-$/.exec(headers.range ?? "") ?? [];
    if (from === undefined || fault.ignoreRange)
      return { status: 200, headers: about, body: bytes };
    const begin = Number(from);
    const range = `bytes ${begin}-${bytes.length - 1}/${bytes.length}`;
    return {
      status: 206,
      headers: { ...about, "content-range": range },
      body: bytes.subarray(begin),
    };
  }

  #overwrite(key: string, bytes: Buffer, other: Buffer | undefined): Buffer {
    if (!other) return bytes;
    this.store(key, other);
    const half = Math.floor(bytes.length / 2);
    return Buffer.concat([
      bytes.subarray(0, half),
      other.subarray(half, bytes.length),
    ]);
  }

  #listParts({ parts }: StoredUpload, query: URLSearchParams): Answer {
    const after = Number(query.get("part-number-marker") ?? 0);
    const numbers = [...parts.keys()]
      .filter((number) => number > after)
      .sort((one, other) => one - other);
    const shown = numbers.slice(0, 3);
    const items = shown.map(
      (number) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>"${parts.get(number)?.etag ?? ""}"</ETag><Size>${parts.get(number)?.bytes.length ?? 0}</Size></Part>`,
    );
    const isTruncated = shown.length < numbers.length;
    return xml(
      `<ListPartsResult>${items.join("")}<IsTruncated>${isTruncated}</IsTruncated><NextPartNumberMarker>${shown.at(-1) ?? 0}</NextPartNumberMarker></ListPartsResult>`,
    );
  }

  #listUploads(query: URLSearchParams): Answer {
    const after = query.get("upload-id-marker") ?? "";
    const ids = [...this.uploads.keys()].sort().filter((id) => id > after);
    const shown = ids.slice(0, 2);
    const items = shown.map((id) => {
      const upload = this.uploads.get(id);
      return `<Upload><Key>${escape(upload?.key ?? "")}</Key><UploadId>${id}</UploadId><Initiated>${upload?.begun.toISOString() ?? ""}</Initiated></Upload>`;
    });
    return xml(
      `<ListMultipartUploadsResult>${items.join("")}<IsTruncated>${shown.length < ids.length}</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>${shown.at(-1) ?? ""}</NextUploadIdMarker></ListMultipartUploadsResult>`,
    );
  }

  #list(query: URLSearchParams): Answer {
    const prefix = query.get("prefix") ?? "";
    const delimiter = query.get("delimiter") ?? "";
    const max = Number(query.get("max-keys") ?? 1000);
    const { overlap = 0, repeatToken = 0, folders = [] } = this.quirks;
    const token = query.get("continuation-token");
    const after = query.get("start-after") ?? token?.split("~")[0] ?? "";
    const entries = this.syntheticKeys
      ? this.#synthetic(after, max + 1)
      : this.#entries(prefix, delimiter, folders);
    const from = entries.findIndex((key) => compare(key, after) > 0);
    const rest =
      from < 0 ? [] : entries.slice(Math.max(0, token ? from - overlap : from));
    const page = rest.slice(0, max);
    const isTruncated = rest.length > page.length;
    let next = page.at(-1) ?? "";
    if (this.quirks.stuckToken && token !== null) next = token;
    // The token of this page is given again, as if the page had not been asked for.
    const repeats = this.#repeats.get(token ?? "") ?? 0;
    if (token !== null && repeats < repeatToken && isTruncated) {
      this.#repeats.set(token, repeats + 1);
      next = token;
    }
    const items = page.map((key) => this.#item(key, delimiter, prefix));
    const nextToken = isTruncated
      ? `<NextContinuationToken>${escape(next)}</NextContinuationToken>`
      : "";
    return xml(
      `<ListBucketResult xmlns="${NAMESPACE}"><Name>${this.volumeId}</Name>${items.join("")}<IsTruncated>${isTruncated}</IsTruncated>${nextToken}</ListBucketResult>`,
    );
  }

  #synthetic(after: string, count: number): string[] {
    const begin = after === "" ? 0 : Number(after.slice(5, 12)) + 1;
    const end = Math.min(begin + count, this.syntheticKeys);
    return Array.from(
      { length: Math.max(0, end - begin) },
      (_, index) => `data/${String(begin + index).padStart(7, "0")}.bin`,
    );
  }

  #entries(
    prefix: string,
    delimiter: string,
    folders: readonly string[],
  ): string[] {
    const hidden = [...this.uploads].flatMap(([id, { parts }]) =>
      [...parts.keys()].map((number) => `.s3compat_uploads/${id}/${number}`),
    );
    const keys = [...this.files.keys(), ...folders, ...hidden]
      .filter((key) => key.startsWith(prefix))
      .map((key) => {
        const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
        return end < 0 ? key : key.slice(0, end + 1);
      });
    return [...new Set(keys)].sort(compare);
  }

  #item(key: string, delimiter: string, prefix: string): string {
    if (delimiter && key.endsWith(delimiter) && key !== prefix)
      return `<CommonPrefixes><Prefix>${escape(key)}</Prefix></CommonPrefixes>`;
    const file = this.files.get(key);
    const modified = file?.modified ?? new Date(0);
    return `<Contents><Key>${escape(key)}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>&quot;${file?.etag ?? ""}&quot;</ETag><Size>${file?.bytes.length ?? 0}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
  }
}

const NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

function send(
  response: ServerResponse,
  { status, headers = {}, body = "" }: Answer,
  { method }: IncomingMessage,
  cutAfter?: number,
): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, "content-length": bytes.length });
  if (method === "HEAD") response.end();
  else if (cutAfter === undefined) response.end(bytes);
  else
    response.write(bytes.subarray(0, cutAfter), () =>
      // What was written leaves before the connection ends.
      setImmediate(() => response.socket?.end()),
    );
}

function xml(text: string): Answer {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const headers = { "content-type": "application/xml" };
  return { ...OK, headers, body: head + text };
}

function refusal(status: number, code: string): Answer {
  const text = `<Error><Code>${code}</Code><Message>What ${code} means.</Message><RequestId>r</RequestId></Error>`;
  return { ...xml(text), status };
}

function operationOf(
  method: string,
  key: string,
  query: URLSearchParams,
): Operation {
  if (key === "")
    return query.has("uploads") ? "ListMultipartUploads" : "ListObjectsV2";
  const isOfUpload = query.has("uploadId");
  switch (method) {
    case "HEAD":
      return "HeadObject";
    case "PUT":
      return isOfUpload ? "UploadPart" : "PutObject";
    case "DELETE":
      return isOfUpload ? "AbortMultipartUpload" : "DeleteObject";
    case "POST":
      return isOfUpload ? "CompleteMultipartUpload" : "CreateMultipartUpload";
    default:
      return isOfUpload ? "ListParts" : "GetObject";
  }
}

function md5(bytes: Buffer): string {
  return createHash("md5").update(bytes).digest("hex");
}

function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
