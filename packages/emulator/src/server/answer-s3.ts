import type { AccountState } from "../state/account-state.js";
import type { NetworkVolume } from "../state/records.js";
import { dataCenters } from "../machines/catalog.js";
import { edgeResponse } from "./edge.js";
import { answerAndRecord } from "./exchange.js";
import { ApiError } from "../http/api-error.js";
import type { Connection } from "../http/connection.js";
import type { Service } from "./service.js";
import { fileSurface, type Surface } from "../requests/surfaces.js";
import {
  listBuckets,
  listObjects,
  listParts,
  listUploads,
} from "../s3/lists.js";
import { readFile } from "../s3/read-file.js";
import { operationOf } from "../s3/operation.js";
import type { S3Operation } from "../http/s3-operations.js";
import { BodyTooLarge, receiveText } from "../s3/receive.js";
import { notImplemented, S3Refusal } from "../s3/refusal.js";
import { accessKeyOf, checkSignature, decode } from "../s3/signature.js";
import { Uploads } from "../s3/uploads.js";
import type { StoredFile, VolumeFiles } from "../s3/volume-files.js";
import { textsOf, xmlResponse } from "../s3/xml.js";

/** The parts of an address below `/s3`. */
interface Target {
  readonly dataCenter: string;
  readonly volumeId: string;
  readonly key: string;
  readonly query: URLSearchParams;
  /** Undefined for an operation that the service does not offer. */
  readonly operation: S3Operation | undefined;
}

/** A request for the files of one volume, whose signature is right. */
interface VolumeCall extends Target {
  readonly state: AccountState;
  readonly request: Request;
  /** What the signature says of the body. */
  readonly payloadHash: string;
  readonly files: VolumeFiles;
  readonly uploads: Uploads;
}

/** The service writes the size of a volume in GB. */
const BYTES_PER_GB = 1_000_000_000;

/** Answers in the place of the file service of a data center, which is at `/s3/{dataCenter}`. */
export async function answerS3(
  service: Service,
  request: Request,
  connection: Connection,
): Promise<Response> {
  const target = readTarget(request);
  const route = target?.operation && (`S3 ${target.operation}` as const);
  const exchange = { request, connection, surface: s3Surface, route };
  const response = await answerAndRecord(service, exchange, () =>
    carryOut(service, request, target),
  );
  return request.method === "HEAD" ? new Response(null, response) : response;
}

/** Undefined for an address that cannot be decoded. */
function readTarget(request: Request): Target | undefined {
  try {
    const { pathname, searchParams: query } = new URL(request.url);
    const [, , dataCenter = "", volumeId = "", ...rest] = pathname.split("/");
    const key = decode(rest.join("/"));
    const isCopy = request.headers.has("x-amz-copy-source");
    const { method } = request;
    const operation = operationOf({ method, volumeId, key, query, isCopy });
    return { dataCenter, volumeId, key, query, operation };
  } catch {
    return undefined;
  }
}

const s3Surface: Surface = {
  ...fileSurface,
  respondWithError: (error) => {
    if (error instanceof BodyTooLarge) return edgeResponse(413, s3Surface);
    const { status, code, message } = answerOf(error);
    return xmlResponse({ Error: { Code: code, Message: message } }, status);
  },
};

/** The code of a fault rule that gives a status alone. */
const FAULT_CODES: Readonly<Record<number, string>> = {
  403: "AccessDenied",
  404: "NoSuchKey",
  503: "SlowDown",
  507: "InsufficientStorage",
};

function answerOf(error: unknown) {
  if (error instanceof S3Refusal) return error;
  if (error instanceof ApiError) {
    const { status, message } = error;
    return { status, code: FAULT_CODES[status] ?? "InternalError", message };
  }
  // A failure of the disk, or of the emulator itself.
  const isFull = Reflect.get(Object(error), "code") === "ENOSPC";
  return new S3Refusal(
    isFull ? "InsufficientStorage" : "InternalError",
    String(error),
  );
}

async function carryOut(
  { state, settings }: Service,
  request: Request,
  target: Target | undefined,
): Promise<Response> {
  if (!target)
    throw new S3Refusal("InvalidURI", "the address cannot be decoded");
  const { volumeId, query, operation } = target;
  const dataCenter = requireDataCenter(state, target.dataCenter);
  if (query.has("X-Amz-Signature")) throw notImplemented("presigned addresses");
  const accessKey = accessKeyOf(settings.apiKey);
  const payloadHash = checkSignature(request, accessKey, dataCenter);
  if (!operation) throw notImplemented("this operation");
  if (operation === "ListBuckets") {
    const volumes = [...state.networkVolumes.values()];
    return listBuckets(
      volumes.filter((each) => each.dataCenterId === dataCenter),
    );
  }
  const volume = volumeIn(state, dataCenter, volumeId);
  const files = state.volumeStore.filesOf(volumeId);
  files.volumeBytes = volume.size * BYTES_PER_GB;
  const uploads = new Uploads(files);
  const about = { dataCenter, state, request, payloadHash, files, uploads };
  return handlers[operation]({ ...target, ...about });
}

/** The id of a data center that has file access. In the service, any other one has no host for files. */
function requireDataCenter({ lenient }: AccountState, text: string): string {
  const id = text.toUpperCase();
  const found = dataCenters.find((each) => each.id === id);
  if (found?.s3apiEnabled || (!found && lenient)) return id;
  const problem = `the data center ${id} has no file access`;
  throw new S3Refusal("NoSuchBucket", problem);
}

type Handler = (call: VolumeCall) => Promise<Response>;

/** What each operation on a volume does. */
const handlers: Readonly<Record<Exclude<S3Operation, "ListBuckets">, Handler>> =
  {
    HeadBucket: () => Promise.resolve(new Response(null)),
    ListObjects: ({ volumeId, files, query }) =>
      listObjects(volumeId, files, query, false, undefined),
    ListObjectsV2: ({ state, volumeId, files, query }) => {
      const repeated = state.quirks.repeatedTokens
        ? state.volumeStore.repeatedTokens
        : undefined;
      return listObjects(volumeId, files, query, true, repeated);
    },
    HeadObject: readObject,
    GetObject: readObject,
    PutObject: putObject,
    CopyObject: copyObject,
    DeleteObject: async ({ files, key }) => {
      await files.delete(key);
      return new Response(null, { status: 204 });
    },
    CreateMultipartUpload: async ({ request, volumeId, key, uploads }) => {
      if (request.headers.has("x-amz-acl"))
        throw notImplemented("the header x-amz-acl");
      const UploadId = await uploads.begin(key);
      return xmlResponse({
        InitiateMultipartUploadResult: { Bucket: volumeId, Key: key, UploadId },
      });
    },
    UploadPart: ofUpload(uploadPart),
    CompleteMultipartUpload: ofUpload(completeUpload),
    AbortMultipartUpload: ofUpload(async ({ uploads }, uploadId) => {
      await uploads.abort(uploadId);
      return new Response(null, { status: 204 });
    }),
    ListMultipartUploads: ({ uploads, query }) => listUploads(uploads, query),
    ListParts: ofUpload(({ uploads, key, query }, uploadId) =>
      listParts(uploads, uploadId, key, query),
    ),
  };

/** An operation on an unfinished upload of the key. */
function ofUpload(
  act: (call: VolumeCall, uploadId: string) => Promise<Response>,
): Handler {
  return async (call) => {
    const uploadId = call.query.get("uploadId") ?? "";
    await call.uploads.require(uploadId, call.key);
    return act(call, uploadId);
  };
}

async function uploadPart(
  { request, query, payloadHash, uploads }: VolumeCall,
  uploadId: string,
): Promise<Response> {
  const number = Number(query.get("partNumber"));
  if (!Number.isInteger(number) || number < 1 || number > 10_000)
    throw new S3Refusal(
      "InvalidArgument",
      "partNumber must be a whole number from 1 to 10000",
    );
  const part = { uploadId, number };
  return stored(await uploads.putPart(part, request, payloadHash));
}

async function completeUpload(
  { request, volumeId, key, payloadHash, uploads }: VolumeCall,
  uploadId: string,
): Promise<Response> {
  const body = await receiveText(request, payloadHash);
  const etags = textsOf(body, "ETag").map((etag) => etag.replaceAll('"', ""));
  const numbers = textsOf(body, "PartNumber").map(Number);
  const parts = numbers.map((number, index) => {
    return { number, etag: etags[index] ?? "" };
  });
  if (parts.length === 0)
    throw new S3Refusal("MalformedXML", "the body names no parts");
  const etag = await uploads.complete(uploadId, key, parts);
  return xmlResponse({
    CompleteMultipartUploadResult: {
      Bucket: volumeId,
      Key: key,
      ETag: `"${etag}"`,
    },
  });
}

async function putObject({
  request,
  key,
  payloadHash,
  files,
}: VolumeCall): Promise<Response> {
  files.pathOf(key);
  const incoming = await files.receive(request, payloadHash);
  // A key that ends with a slash makes a folder, as the tools of other services do.
  if (key.endsWith("/")) {
    await files.discard(incoming);
    await files.createFolder(key);
  } else await files.store(incoming, key);
  return stored(incoming.etag);
}

function stored(etag: string): Response {
  return new Response(null, { headers: { etag: `"${etag}"` } });
}

async function copyObject({
  state,
  request,
  dataCenter,
  key,
  files,
}: VolumeCall): Promise<Response> {
  const given = request.headers.get("x-amz-copy-source") ?? "";
  const [volumeId = "", ...rest] = decode(given).replace(/^\//, "").split("/");
  volumeIn(state, dataCenter, volumeId);
  const source = await state.volumeStore
    .filesOf(volumeId)
    .require(rest.join("/"));
  await files.copy(source, key);
  return xmlResponse({
    CopyObjectResult: {
      LastModified: new Date().toISOString(),
      ETag: `"${await source.etag()}"`,
    },
  });
}

/** A file, or a range of it. Nothing documents ranges; the emulator has them because clients that need none pass either way. */
async function readObject({
  request: { method, headers },
  key,
  files,
}: VolumeCall): Promise<Response> {
  const file = await files.require(key);
  const etag = `"${await file.etag()}"`;
  const wanted = headers.get("if-match");
  if (wanted !== null && wanted !== "*" && wanted !== etag)
    throw new S3Refusal(
      "PreconditionFailed",
      `the ETag of "${key}" is ${etag}`,
    );
  const range = method === "GET" ? readRange(headers, file) : undefined;
  const { from, to } = range ?? { from: 0, to: file.size - 1 };
  const isEmpty = method === "HEAD" || to < from;
  return new Response(isEmpty ? null : readFile(file, from, to), {
    status: range ? 206 : 200,
    headers: {
      etag,
      "last-modified": file.modified.toUTCString(),
      "content-type": "application/octet-stream",
      "content-length": String(to - from + 1),
      "accept-ranges": "bytes",
      ...(range && { "content-range": `bytes ${from}-${to}/${file.size}` }),
    },
  });
}

/** The first and the last byte that a request asks for; undefined for the whole file. */
function readRange(
  headers: Headers,
  { size }: StoredFile,
): { readonly from: number; readonly to: number } | undefined {
  const range = /^bytes=(\d*)-(\d*)$/.exec(headers.get("range") ?? "");
  if (!range || range[0] === "bytes=-") return undefined;
  const [, first = "", last = ""] = range;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to =
    first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (from <= to) return { from, to };
  const problem = `the file has ${size} bytes: none is in this range`;
  throw new S3Refusal("InvalidRange", problem);
}

/** A network volume of a data center. Throws a refusal where there is none. */
function volumeIn(
  state: AccountState,
  dataCenter: string,
  volumeId: string,
): NetworkVolume {
  const volume = state.networkVolumes.get(volumeId);
  if (volume?.dataCenterId === dataCenter) return volume;
  const problem = `there is no network volume "${volumeId}" in ${dataCenter}`;
  throw new S3Refusal("NoSuchBucket", problem);
}
