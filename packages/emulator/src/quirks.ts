/**
 * What the running service was seen to do in some answers only, or against the interface document. Every quirk is off by
 * default; what the service always does beside its documents, the emulator does without one.
 */
export interface Quirks {
  /** For two seconds after a submit, `/status` answers 404. @default false */
  readonly invisibleJobs?: boolean | undefined;
  /** `/status-sync` does not exist: its requests get 404. No document of the service names this route. @default false */
  readonly noLongPolling?: boolean | undefined;
  /** Pods show `lastStartedAt` in the form of Go: `2026-01-01 00:00:00 +0000 UTC`. @default false */
  readonly goTimes?: boolean | undefined;
  /** A smaller size of a network volume is accepted, and the volume shrinks. @default false */
  readonly shrinkingVolumes?: boolean | undefined;
  /** Version 0.1.0 of the management API has ended: each of its requests gets 410. @default false */
  readonly retired?: boolean | undefined;
  /** A list of the files of a volume gives each token twice, with the same page. @default false */
  readonly repeatedTokens?: boolean | undefined;
}

export type QuirkName = keyof Quirks;

/** Every quirk. */
export const quirkNames: readonly QuirkName[] = [
  "invisibleJobs",
  "noLongPolling",
  "goTimes",
  "shrinkingVolumes",
  "retired",
  "repeatedTokens",
];

/** How long a job is not visible after its submit, in milliseconds of the emulator's clock. */
export const INVISIBLE_JOB_MS = 2000;
