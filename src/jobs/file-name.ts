import { isDataUrl } from "./inline-file.js";

/** The longest name that is suggested, in characters: file systems allow 255 bytes. */
const MAX_NAME_LENGTH = 100;
const MAX_STEM_LENGTH = 80;

/** The usual extension of a content type, where the name of a file has none. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
  "image/avif": "avif",
  "image/svg+xml": "svg",
  "video/mp4": "mp4",
  "video/webm": "webm",
  "video/quicktime": "mov",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/flac": "flac",
  "application/json": "json",
  "application/zip": "zip",
};

/** The media type that a response names, without its parameters, in lower case; undefined if it names none. */
export function readContentType(headers: Headers): string | undefined {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase() || undefined;
}

/**
 * A name to store a file under, without any folder: what Content-Disposition says, else the last part of the address.
 * Whatever a file system could misunderstand is replaced. A name without an extension gets the usual one of its type.
 */
export function suggestName(url: string, headers: Headers): string {
  const disposition = headers.get("content-disposition") ?? "";
  const name = cleanName(readDisposition(disposition) ?? lastSegment(url));
  const extension = EXTENSIONS[readContentType(headers) ?? ""];
  return extension === undefined || /\.\w+$/.test(name)
    ? name
    : `${name}.${extension}`;
}

/** The beginning of a name to store a file under, without an extension: that of the last part of the address. */
export function stemOfUrl(url: string): string {
  return cleanStem(lastSegment(url).replace(/\.\w+$/, ""));
}

/** Any text as the beginning of a name. What separates folders is replaced, too. */
export function cleanStem(text: string): string {
  return cleanName(
    Array.from(text).slice(0, MAX_STEM_LENGTH).join("").replace(/[/\\]/g, "_"),
  );
}

/** The extension of the name of a file, with its dot; empty where the name has none. */
export function extensionOf(name: string): string {
  return /\.\w+$/.exec(name)?.[0] ?? "";
}

/** The file name of a Content-Disposition: `filename*=UTF-8''…` before `filename="…"`. */
function readDisposition(disposition: string): string | undefined {
  const extended = /;\s*filename\*\s*=\s*utf-8''([^\s;]+)/i.exec(disposition);
  if (extended?.[1] !== undefined) return decode(extended[1]);
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(
    disposition,
  );
  return plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2];
}

function lastSegment(url: string): string {
  if (isDataUrl(url)) return "";
  const segments = new URL(url).pathname.split("/");
  return decode(segments.at(-1) ?? "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Keeps the last part of a path, and no character that is special in a file system or in a terminal. */
function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const clean = last
    .replace(/[\p{C}<>:"|?*\s]+/gu, "_")
    .replace(/^[._]+|[._]+$/g, "");
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(clean);
  const safe = isReserved ? `_${clean}` : clean;
  // What counts is the end, which has the extension.
  return Array.from(safe).slice(-MAX_NAME_LENGTH).join("") || "file";
}
