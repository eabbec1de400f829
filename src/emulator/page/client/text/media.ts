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

/** The files that an output names, at most ten. Those of the emulator have addresses of this page. */
export function mediaOf(output: unknown): Media[] {
  const found: Media[] = [];
  const search = (value: unknown) => {
    if (found.length >= 10) return;
    if (typeof value === "string") {
      const media = mediaAt(value);
      if (media) found.push(media);
    } else if (typeof value === "object" && value !== null)
      Object.values(value).forEach(search);
  };
  search(output);
  return found;
}

function mediaAt(text: string): Media | undefined {
  const [match] = KINDS.filter(([, pattern]) => pattern.test(text));
  if (!match || !/^(data:|https?:)/.test(text)) return undefined;
  const [kind] = match;
  return { kind, url: text };
}

/** Whether this page may load the file: it loads nothing of other hosts. */
export function isShowable({ url }: Media): boolean {
  return url.startsWith("data:") || new URL(url).origin === location.origin;
}
