/** The first bytes of the media files that a worker may write into its output, by media type. */
const SIGNATURES: readonly (readonly [type: string, first: RegExp])[] = [
  ["image/png", /^\x89PNG/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8/],
  ["image/webp", /^RIFF.{4}WEBP/s],
  ["audio/wav", /^RIFF.{4}WAVE/s],
  ["audio/mpeg", /^(ID3|\xff[\xfb\xf3\xf2])/],
  ["audio/ogg", /^OggS/],
  ["audio/flac", /^fLaC/],
  ["video/mp4", /^.{4}ftyp/s],
  ["video/webm", /^.E\xdf\xa3/s],
];
/** The base64 of the twelve bytes that tell the types apart. */
const SIGNATURE_LENGTH = 16;

const DATA_URL = /^data:([^,;]*)(?:;[^,;]+)*?(;base64)?,/i;

/** Whether a text is a URL that holds the file itself: `data:image/png;base64,…`. */
export function isDataUrl(text: string): boolean {
  return DATA_URL.test(text);
}

/** The media type that a `data:` URL names, in lower case; empty where it names none. */
export function typeOfDataUrl(url: string): string {
  return DATA_URL.exec(url)?.[1]?.toLowerCase() ?? "";
}

/** The `data:` URL for the base64 of an image, a video or an audio file; undefined for any other text. */
export function dataUrlOfBase64(text: string): string | undefined {
  if (text.length < SIGNATURE_LENGTH || !/^[\w+/-]+={0,2}$/.test(text))
    return undefined;
  const first = decodeBase64(text.slice(0, SIGNATURE_LENGTH));
  const found = SIGNATURES.find(([, signature]) => signature.test(first));
  return found && `data:${found[0]};base64,${text}`;
}

/** The file in a `data:` URL, as a host would answer with it; undefined where its base64 is broken. */
export function openDataUrl(url: string): Response | undefined {
  const [beginning = "", , base64] = DATA_URL.exec(url) ?? [];
  try {
    const data = decodeURIComponent(url.slice(beginning.length));
    const bytes = base64
      ? Uint8Array.from(decodeBase64(data), (byte) => byte.charCodeAt(0))
      : new TextEncoder().encode(data);
    const headers = {
      "content-type": typeOfDataUrl(url) || "text/plain",
      "content-length": String(bytes.byteLength),
    };
    return new Response(bytes, { headers });
  } catch {
    return undefined;
  }
}

/** The bytes of a base64 text, of either alphabet, as characters. */
function decodeBase64(text: string): string {
  return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
}
