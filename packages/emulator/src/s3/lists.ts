import { S3Refusal, notImplemented } from "./refusal.js";
import { encodeStrictly } from "./signature.js";
import type { Uploads } from "./uploads.js";
import type { ListedEntry, StoredFile, VolumeFiles } from "./volume-files.js";
import { xmlResponse, type Elements } from "./xml.js";

const MAX_ENTRIES = 1000;
/** Comes after every key that begins with what stands before it. */
const LAST_CHARACTER = "\u{10ffff}";

/** A volume as the list of volumes names it. */
interface NamedVolume {
  readonly id: string;
}

export function listBuckets(volumes: readonly NamedVolume[]): Response {
  const CreationDate = new Date(0).toISOString();
  const Bucket = volumes.map(({ id }) => ({ Name: id, CreationDate }));
  return xmlResponse({ ListAllMyBucketsResult: { Buckets: { Bucket } } });
}

/** What a page of files has. */
interface Page {
  readonly entries: readonly ListedEntry[];
  readonly isTruncated: boolean;
  /** After which key the next page begins. */
  readonly last: string;
}

/**
 * A page of the files of a volume, by either version of the list. `repeatedTokens` are the tokens that were given twice,
 * if the service is to give each of its tokens twice.
 */
export async function listObjects(
  volumeId: string,
  files: VolumeFiles,
  query: URLSearchParams,
  isVersion2: boolean,
  repeatedTokens: Set<string> | undefined,
): Promise<Response> {
  const token = query.get("continuation-token");
  const place = isVersion2 ? query.get("start-after") : query.get("marker");
  const from = isVersion2 && token !== null ? readToken(token) : place;
  const page = await readPage(files, query, from ?? "");
  const encoded = encoder(query);
  const contents: Elements[] = [];
  const prefixes: Elements[] = [];
  for (const { key, isFolder } of page.entries) {
    if (isFolder && query.get("delimiter"))
      prefixes.push({ Prefix: encoded(key) });
    else {
      const file = await files.find(key);
      // The file may have been deleted since the folder was read.
      if (!file) continue;
      contents.push({
        Key: encoded(key),
        ...(await describeFile(file)),
        StorageClass: "STANDARD",
      });
    }
  }
  const isRepeated =
    token !== null &&
    repeatedTokens !== undefined &&
    !repeatedTokens.has(token);
  if (isRepeated) repeatedTokens.add(token);
  const next = isRepeated ? token : writeToken(page.last);
  const { isTruncated } = page;
  const version2 = {
    KeyCount: contents.length + prefixes.length,
    ContinuationToken: token ?? undefined,
    NextContinuationToken: isTruncated ? next : undefined,
  };
  const version1 = {
    Marker: encoded(from ?? ""),
    NextMarker: isTruncated ? encoded(page.last) : undefined,
  };
  return xmlResponse({
    ListBucketResult: {
      Name: volumeId,
      Prefix: encoded(query.get("prefix") ?? ""),
      Delimiter: query.get("delimiter") ?? "",
      MaxKeys: maxOf(query, "max-keys"),
      EncodingType: encodingOf(query),
      IsTruncated: isTruncated,
      ...(isVersion2 ? version2 : version1),
      Contents: contents,
      CommonPrefixes: prefixes,
    },
  });
}

async function describeFile({ modified, etag, size }: StoredFile) {
  return {
    LastModified: modified.toISOString(),
    ETag: `"${await etag()}"`,
    Size: size,
  };
}

async function readPage(
  files: VolumeFiles,
  query: URLSearchParams,
  after: string,
): Promise<Page> {
  const delimiter = query.get("delimiter") ?? "";
  if (!["", "/"].includes(delimiter))
    throw notImplemented(`the delimiter "${delimiter}"`);
  const isFlat = delimiter === "/";
  const max = maxOf(query, "max-keys");
  const entries: ListedEntry[] = [];
  let isTruncated = false;
  if (max > 0)
    for await (const entry of files.list(
      query.get("prefix") ?? "",
      after,
      isFlat,
    )) {
      if (entries.length === max) {
        isTruncated = true;
        break;
      }
      entries.push(entry);
    }
  const end = entries.at(-1);
  const last = end?.key ?? "";
  return {
    entries,
    isTruncated,
    last: isFlat && end?.isFolder ? last + LAST_CHARACTER : last,
  };
}

/** A page of the unfinished uploads of a volume. */
export async function listUploads(
  uploads: Uploads,
  query: URLSearchParams,
): Promise<Response> {
  const prefix = query.get("prefix") ?? "";
  const keyMarker = query.get("key-marker") ?? "";
  const idMarker = query.get("upload-id-marker") ?? "";
  const isLater = ({ key, uploadId }: { key: string; uploadId: string }) =>
    key > keyMarker ||
    (key === keyMarker && idMarker !== "" && uploadId > idMarker);
  const all = await uploads.list();
  const rest = all.filter(
    (each) => each.key.startsWith(prefix) && isLater(each),
  );
  const shown = rest.slice(0, maxOf(query, "max-uploads"));
  const encoded = encoder(query);
  const last = shown.at(-1);
  return xmlResponse({
    ListMultipartUploadsResult: {
      EncodingType: encodingOf(query),
      NextKeyMarker: encoded(last?.key ?? ""),
      NextUploadIdMarker: last?.uploadId ?? "",
      IsTruncated: shown.length < rest.length,
      Upload: shown.map(({ key, uploadId, begunAt }) => ({
        Key: encoded(key),
        UploadId: uploadId,
        Initiated: begunAt.toISOString(),
      })),
    },
  });
}

/** A page of the parts of an upload. */
export async function listParts(
  uploads: Uploads,
  uploadId: string,
  key: string,
  query: URLSearchParams,
): Promise<Response> {
  const marker = Number(query.get("part-number-marker") ?? 0);
  const all = await uploads.parts(uploadId);
  const rest = all.filter(({ number }) => number > marker);
  const shown = rest.slice(0, maxOf(query, "max-parts"));
  const parts = shown.map(async ({ number, file }) => ({
    PartNumber: number,
    ...(await describeFile(file)),
  }));
  return xmlResponse({
    ListPartsResult: {
      Key: key,
      UploadId: uploadId,
      NextPartNumberMarker: shown.at(-1)?.number ?? 0,
      IsTruncated: shown.length < rest.length,
      Part: await Promise.all(parts),
    },
  });
}

function maxOf(query: URLSearchParams, name: string): number {
  const max = Number(query.get(name) ?? MAX_ENTRIES);
  if (Number.isInteger(max) && max >= 0) return Math.min(max, MAX_ENTRIES);
  throw new S3Refusal(
    "InvalidArgument",
    `${name} must be a whole number, 0 or above`,
  );
}

/** Encodes keys where the caller asks for that, because XML cannot hold each of them. */
function encoder(query: URLSearchParams): (key: string) => string {
  if (query.get("encoding-type") !== "url") return (key) => key;
  return (key) => key.split("/").map(encodeStrictly).join("/");
}

function encodingOf(query: URLSearchParams): string | undefined {
  return query.get("encoding-type") === "url" ? "url" : undefined;
}

function writeToken(last: string): string {
  return Buffer.from(last).toString("base64url");
}

function readToken(token: string): string {
  return Buffer.from(token, "base64url").toString();
}
