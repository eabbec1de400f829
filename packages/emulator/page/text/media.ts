/** A picture, film or sound of an output. */
export interface Media {
  readonly kind: "picture" | "film" | "sound";
  readonly url: string;
}

const KINDS: readonly (readonly [Media["kind"], RegExp])[] = [
  ["picture", /^data:image\/|\.(png|jpe?g|gif|webp|avif)(\?.*)?$/i],
  ["film", /^data:video\/|\.(mp4|webm|mov)(\?.*)?$/i],
  ["sound", /^data:audio\/|\.(wav|mp3|ogg|flac)(\?.*)?$/i],
];

const MAX_MEDIA = 10;

/** The files that an output names, at most ten. Those of the emulator have addresses of this page. */
export function mediaOf(output: unknown): Media[] {
  const found: Media[] = [];
  const values = [output];
  while (values.length > 0 && found.length < MAX_MEDIA) {
    const value = values.pop();
    const media = typeof value === "string" ? mediaAt(value) : undefined;
    if (media) found.push(media);
    if (typeof value === "object" && value !== null)
      for (const member of Object.values(value).reverse()) values.push(member);
  }
  return found;
}

function mediaAt(text: string): Media | undefined {
  const [match] = KINDS.filter(([, pattern]) => pattern.test(text));
  if (!match || !/^(data:|https?:)/.test(text)) return undefined;
  const [kind] = match;
  return { kind, url: text };
}

/**
 * Where the page loads the file from. A file of the emulator has a second address below `/_emulator`, so that the page adds
 * no request to the recorded ones and takes no fault.
 */
export function sourceOf({ url }: Media): string {
  return url.replace(filesAddress(), "/_emulator/files/");
}

/** Whether the emulator made the file. */
export function isOfEmulator({ url }: Media): boolean {
  return url.startsWith(filesAddress());
}

function filesAddress(): string {
  return `${location.origin}/files/`;
}

/** Whether this page may load the file: it loads nothing of other hosts. */
export function isShowable({ url }: Media): boolean {
  if (url.startsWith("data:")) return true;
  return URL.canParse(url) && new URL(url).origin === location.origin;
}
