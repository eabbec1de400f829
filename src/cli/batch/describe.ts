import { shellWord } from "../../shell-word.js";
import { countOf } from "../output.js";
import type { BatchProgress, UnsavedJob } from "../../batch/index.js";

/** Quotes words for a POSIX shell. */
export function quote(...words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}

/** The command that assigns a job, which the ledger could not keep, to its item. `flags` name the ledger. */
export function describeUnsavedJob(
  batchName: string,
  { key, id }: UnsavedJob,
  flags: readonly string[] = [],
): string {
  return `when the ledger can be written: cloud-compute-sdk batch settle ${quote(batchName, ...flags)} --key=${quote(key)} --as=${quote(id)}`;
}

/** How far a batch has come, in one line. */
export function describeProgress(progress: BatchProgress): string {
  const { queued, running, completed, failed } = progress;
  const { cancelled, unknown, cost, workers } = progress;
  const ended = completed + failed + cancelled + unknown;
  const problems = [
    failed > 0 && `${failed} failed`,
    cancelled > 0 && `${cancelled} cancelled`,
    unknown > 0 && `${unknown} unknown`,
  ].filter((text) => text !== false);
  return [
    `${ended} of ${queued + running + ended} ended`,
    `${running} under way`,
    ...problems,
    `cost ${cost.toFixed(4)}`,
    countOf(workers, "worker"),
  ].join(", ");
}
