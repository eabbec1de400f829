import type { CompletedJob } from "./state.js";

/** A file that a model made. */
export interface OutputFile {
  readonly kind: "image" | "video" | "audio";
  readonly url: string;
  /** When the service deletes it at the latest, in milliseconds since 1970: 7 days after it was made. */
  readonly expiresAt: number;
}

/** The service keeps a file for 7 days. */
const KEPT = 7 * 86_400_000;

/**
 * The files that a completed job's output names (`image_url`, `video_url`, `audio_url`). When a file was made follows
 * from `submittedAt` and the times of the job; where those are not known, it was made by now at the latest.
 */
export function outputsOf(
  { output, delayTime = 0, executionTime = Infinity }: CompletedJob<unknown>,
  submittedAt = Infinity,
): OutputFile[] {
  const made = Math.min(submittedAt + delayTime + executionTime, Date.now());
  const members = Object(output) as Record<string, unknown>;
  return (["image", "video", "audio"] as const).flatMap((kind) => {
    const url = members[`${kind}_url`];
    return typeof url === "string" ? { kind, url, expiresAt: made + KEPT } : [];
  });
}
