import type { CompletedJob } from "./state.js";
/** A file that a model made. */
export interface OutputFile {
    readonly kind: "image" | "video" | "audio";
    readonly url: string;
    /** When the service deletes the file at the latest, in milliseconds since 1970: 7 days after it was made. */
    readonly expiresAt: number;
}
/**
 * Lists the files that the output of a completed job names: `image_url`, `video_url` and `audio_url`.
 *
 * The time at which a file was made follows from `submittedAt` (milliseconds since 1970) and the job's `delayTime` and
 * `executionTime`. If one of them is not known, the file counts as made now.
 */
export declare function outputsOf({ output, delayTime, executionTime }: CompletedJob, submittedAt?: number): OutputFile[];
//# sourceMappingURL=outputs.d.ts.map