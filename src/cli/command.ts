/** One subcommand of the package's `bin`. */
export interface Command {
  /** Does it; resolves with the exit code. Rejects with a `CommandError` for what the user can mend. */
  readonly run: (words: readonly string[]) => Promise<number>;
}

/** What went wrong and how to mend it, in one line, and the exit code: 2 for a wrong call, 1 for what could not be. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The `code` of a system error, such as `"EADDRINUSE"`; empty for anything else. */
export function codeOf(error: unknown): string {
  const isCoded = error instanceof Error && "code" in error;
  return isCoded ? String(error.code) : "";
}
