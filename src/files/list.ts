import { ResponseError } from "../errors.js";
import type { Bounds } from "./bounds.js";
import { contextOf, unquote, type S3Connection } from "./connection.js";
import { isHiddenKey } from "./object-key.js";
import { childrenOf, childText, type XmlElement } from "./xml.js";

/** A file of a volume, or a folder of a list with `folder: true`. */
export interface VolumeFile {
  /** The path of the file from the root of the volume: `out/a.png`. That of a folder ends with a slash. */
  readonly key: string;
  /** The number of bytes; 0 for a folder. */
  readonly size: number;
  /**
   * The MD5 of a file that was uploaded in one request, or written by a Pod or a worker; of a file that was uploaded in
   * parts, another mark that changes with the file. Empty for a folder.
   */
  readonly etag: string;
  /** When the file was written; undefined for a folder. */
  readonly modified: Date | undefined;
  readonly isFolder: boolean;
}

/** How long a list waits before it asks again for a page that has not come on, and how often. */
const STALL_PAUSE_MS = 5000;
const MAX_STALLS = 10;
/** So many pages before the present one are searched for its keys. */
const REMEMBERED_PAGES = 4;
/** A token that comes again within so many pages leads in a circle. */
const REMEMBERED_TOKENS = 50;

/** What to list. */
export interface ListRequest {
  readonly prefix: string;
  /** Whether the list holds only what is directly in the folder, and the folders there. */
  readonly isFlat: boolean;
  /** Whether a list of all files also shows the folders that the service lists. */
  readonly withFolders?: boolean;
  /** The most entries of a page. */
  readonly pageSize?: number;
}

/**
 * Lists files, each key once, in flat memory. The service may answer with a token that it gave before, and with pages that
 * overlap: such a page is asked for again, and at last the list goes on after the last key.
 */
export async function* listFiles(
  connection: S3Connection,
  { prefix, isFlat, withFolders = isFlat, pageSize = 1000 }: ListRequest,
  bounds: Bounds,
): AsyncGenerator<VolumeFile, void, undefined> {
  const seen = new RecentKeys();
  const tokens: string[] = [];
  let place: PagePlace = {};
  let lastKey = "";
  let stalls = 0;
  for (;;) {
    const request = { prefix, isFlat, pageSize, ...place };
    const page = await requestPage(connection, request, bounds);
    const fresh = page.entries.filter(({ key }) => seen.isNew(key));
    seen.endPage(page.entries);
    for (const entry of page.entries)
      lastKey = laterKey(lastKey, entry, isFlat);
    for (const entry of fresh)
      if (isShown(entry, isFlat ? prefix : undefined, withFolders)) yield entry;
    if (!page.isTruncated) return;
    const { next } = page;
    if (next !== undefined && !tokens.includes(next)) {
      tokens.push(next);
      if (tokens.length > REMEMBERED_TOKENS) tokens.shift();
      place = { token: next };
      stalls = 0;
      continue;
    }
    stalls = fresh.length > 0 ? 1 : stalls + 1;
    // Once a list goes on after its last key, it waits only where a page brings nothing new.
    const isWorthWaiting =
      next !== undefined &&
      stalls <= MAX_STALLS &&
      !(place.startAfter !== undefined && fresh.length > 0);
    if (isWorthWaiting) await bounds.pause(STALL_PAUSE_MS);
    else if (place.startAfter !== lastKey && lastKey !== "") {
      place = { startAfter: lastKey };
      stalls = 0;
    } else throw createStallError(bounds);
  }
}

/** Where a page begins. */
interface PagePlace {
  readonly token?: string;
  readonly startAfter?: string;
}

/** The later of a key and that of an entry, in the order of a list, which is that of UTF-8. */
function laterKey(
  last: string,
  { key, isFolder }: VolumeFile,
  isFlat: boolean,
): string {
  // The next page of a flat list begins after everything in a folder.
  const end = isFlat && isFolder ? `${key}\u{10ffff}` : key;
  return Buffer.compare(Buffer.from(end), Buffer.from(last)) > 0 ? end : last;
}

function createStallError(bounds: Bounds): ResponseError {
  return new ResponseError(
    "the list of the file service does not go on: each page is the same",
    { status: 200, headers: new Headers(), body: undefined },
    contextOf({ method: "GET" }, bounds),
    "invalid_response",
  );
}

/** The keys of the last pages. */
class RecentKeys {
  readonly #pages: ReadonlySet<string>[] = [];

  isNew(key: string): boolean {
    return !this.#pages.some((page) => page.has(key));
  }

  endPage(entries: readonly VolumeFile[]): void {
    this.#pages.push(new Set(entries.map(({ key }) => key)));
    if (this.#pages.length > REMEMBERED_PAGES) this.#pages.shift();
  }
}

/** A list of all files shows no folders, and no list shows the parts of unfinished uploads or the listed folder itself. */
function isShown(
  { key, isFolder }: VolumeFile,
  listedFolder: string | undefined,
  withFolders: boolean,
): boolean {
  if (isHiddenKey(key)) return false;
  return !isFolder || (withFolders && key !== listedFolder);
}

interface Page {
  readonly entries: readonly VolumeFile[];
  readonly isTruncated: boolean;
  readonly next: string | undefined;
}

async function requestPage(
  connection: S3Connection,
  {
    prefix,
    isFlat,
    pageSize,
    token,
    startAfter,
  }: Required<Omit<ListRequest, "withFolders">> & PagePlace,
  bounds: Bounds,
): Promise<Page> {
  const query = {
    "list-type": "2",
    "max-keys": String(pageSize),
    prefix,
    ...(isFlat && { delimiter: "/" }),
    ...(token !== undefined && { "continuation-token": token }),
    ...(startAfter !== undefined && { "start-after": startAfter }),
  };
  const request = { method: "GET", query } as const;
  const root = await connection.sendForXml(request, "ListBucketResult", bounds);
  const next = childText(root, "NextContinuationToken");
  const isTruncated = childText(root, "IsTruncated") ?? String(!!next);
  const files = childrenOf(root, "Contents").map(readFile);
  const folders = childrenOf(root, "CommonPrefixes").map((element) =>
    folderOf(childText(element, "Prefix") ?? ""),
  );
  return {
    entries: [...files, ...folders],
    isTruncated: isTruncated === "true",
    next: next === "" ? undefined : next,
  };
}

function readFile(element: XmlElement): VolumeFile {
  const key = childText(element, "Key") ?? "";
  if (key.endsWith("/")) return folderOf(key);
  const modified = new Date(childText(element, "LastModified") ?? NaN);
  return {
    key,
    size: Number(childText(element, "Size") ?? 0),
    etag: unquote(childText(element, "ETag") ?? ""),
    modified: Number.isNaN(modified.getTime()) ? undefined : modified,
    isFolder: false,
  };
}

function folderOf(key: string): VolumeFile {
  return { key, size: 0, etag: "", modified: undefined, isFolder: true };
}
