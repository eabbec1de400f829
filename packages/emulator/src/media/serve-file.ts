import type { AccountState } from "../state/account-state.js";
import type { OutputFile } from "../state/job.js";
import { Refusal } from "../refusals/refusal.js";
import type { Handler } from "../requests/handler.js";
import { renderPicture } from "./picture.js";
import { renderSilence, renderSound } from "./sound.js";
import { readVideo } from "./video.js";

/** How long an output file can be fetched: 7 days of the emulator's clock. */
const FILE_LIFETIME_MS = 7 * 24 * 3_600_000;

const CONTENT_TYPES = {
  png: "image/png",
  jpeg: "image/jpeg",
  wav: "audio/wav",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
} as const;

/** Serves an output file; its bytes are made at each request. Throws 404 where no job made the file, 410 after 7 days. */
export const serveFile: Handler<"GET /files/{name}"> = ({ state, params }) =>
  fileResponse(state, params.name);

/** The response for an output file. Throws as `serveFile` does. */
export async function fileResponse(
  state: AccountState,
  name: string,
): Promise<Response> {
  const { source } = findFile(state, name);
  const bytes = await renderFile(source);
  return new Response(bytes, {
    headers: {
      "content-type": CONTENT_TYPES[source.kind],
      "content-length": String(bytes.length),
      "cache-control": "private, max-age=3600",
    },
  });
}

function findFile({ files, clock }: AccountState, name: string): OutputFile {
  const file = files.get(name);
  if (!file) throw new Refusal("unknownFile", { name });
  if (clock.now() > file.createdAt + FILE_LIFETIME_MS)
    throw new Refusal("expiredFile", { name });
  return file;
}

function renderFile(
  source: OutputFile["source"],
): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> {
  switch (source.kind) {
    case "png":
    case "jpeg":
      return renderPicture(source);
    case "wav":
      return renderSound(source.seconds, source.seed);
    case "mp3":
      return renderSilence(source.seconds);
    case "mp4":
      return readVideo();
  }
}
