/** The module of one subcommand of the package's `bin`. */
export interface Command {
  /**
   * Runs the subcommand with the arguments after its name, and resolves with the exit code. Rejects with a
   * `CommandError` for a problem that the user can solve.
   */
  readonly run: (args: readonly string[]) => Promise<number>;
}

/** A problem that the user can solve, as a message of one line, with the exit code: 2 for wrong flags or input, otherwise 1. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of a system error, such as `"EADDRINUSE"`; an empty string for any other value. */
export function codeOf(error: unknown): string {
  const hasCode = error instanceof Error && "code" in error;
  return hasCode ? String(error.code) : "";
}
