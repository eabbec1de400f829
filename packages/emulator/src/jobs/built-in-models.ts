import type { FileSource } from "../state/job.js";

/** A model that the emulator brings along. */
export interface BuiltInModel {
  /** How long a job with this input runs, in milliseconds. */
  readonly executionMs: (input: ModelInput) => number;
  /** How many jobs run at once. The settings of an endpoint take precedence. */
  readonly workers: number;
  /** Whether a running job reports how far it is, as `{ percent }`. */
  readonly reportsProgress?: boolean;
  /** The output for an input. */
  readonly run: (input: ModelInput, settings: RunSettings) => ModelResult;
}

/** What determines an output beside its input. */
export interface RunSettings {
  /** Determines everything random. */
  readonly seed: number;
  /** The form in which public models answer. */
  readonly modelOutputs: "captured" | "documented";
  /** Whether a job fails for a rule that only a page states. */
  readonly strict: boolean;
}

/** What a model made of an input. The address of the file is added to the output under each of `file.members`. */
export type ModelResult =
  | {
      readonly output: unknown;
      readonly file?: {
        readonly members: readonly string[];
        readonly source: FileSource;
      };
      /** The parts of the output that `/stream` delivers. */
      readonly chunks?: readonly unknown[];
    }
  | { readonly error: string };

/** The members of an output that name its file: the running service answers with `result`. */
export function addressMembers(
  kind: "image" | "video" | "audio",
  form: RunSettings["modelOutputs"],
): readonly string[] {
  return [form === "captured" ? "result" : `${kind}_url`];
}

export type ModelInput = Readonly<Record<string, unknown>>;

export const WORKERS = 100;

/** What runs at an endpoint: a worker that answers with its input, any JSON object. */
export const echoModel: BuiltInModel = {
  executionMs: () => 400,
  workers: WORKERS,
  run: (input) => requestedFailure(input) ?? { output: input },
};

/** A prompt with the word "fail" makes the job fail. */
export function requestedFailure({
  prompt,
}: ModelInput): ModelResult | undefined {
  if (typeof prompt !== "string" || !/\bfail\b/i.test(prompt)) return undefined;
  const reason = 'the prompt contains the word "fail"';
  return { error: `${reason}, which makes the emulator fail the job` };
}

export function roundUsd(usd: number): number {
  return Number(usd.toFixed(8));
}
