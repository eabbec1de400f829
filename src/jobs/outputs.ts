import type { CompletedJob } from "./state.js";

/** A file that a model made. */
export interface OutputFile {
  readonly kind: "image" | "video" | "audio";
  readonly url: string;
  /** When the service deletes the file at the latest, in milliseconds since 1970: 7 days after it was made. */
  readonly expiresAt: number;
}

/** How long the service keeps a file. */
const RETENTION_MS = 7 * 86_400_000;

/**
 * Lists the files that the output of a completed job names: `image_url`, `video_url` and `audio_url`.
 *
 * The time at which a file was made follows from `submittedAt` (milliseconds since 1970) and the job's `delayTime` and
 * `executionTime`. If one of them is not known, the file counts as made now.
 */
export function outputsOf(
  { output, delayTime = 0, executionTime = Infinity }: CompletedJob,
  submittedAt = Infinity,
): OutputFile[] {
  const madeAt = Math.min(submittedAt + delayTime + executionTime, Date.now());
  const members = Object(output) as Record<string, unknown>;
  return (["image", "video", "audio"] as const).flatMap((kind) => {
    const url = members[`${kind}_url`];
    if (typeof url !== "string") return [];
    return { kind, url, expiresAt: madeAt + RETENTION_MS };
  });
}
