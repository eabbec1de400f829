/** A spec that cannot be generated from; its message names file, line and path, a line for each fault. */
export class SpecError extends Error {
  override name = "SpecError";
}

/** Runs a script; a spec at fault ends it with its message alone and exit code 1. */
export async function reportFaults(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Throws all of `faults` as one; does nothing where there are none. */
export function refuse(faults: readonly SpecError[]): void {
  const messages = new Set(faults.map(({ message }) => message));
  if (messages.size > 0) throw new SpecError([...messages].join("\n"));
}

/** Runs `act` for each entry and throws the faults of all of them together. */
export function forEvery<T, R>(
  entries: readonly T[],
  act: (entry: T) => R,
): R[] {
  const faults: SpecError[] = [];
  const results = entries.flatMap((entry) => {
    try {
      return [act(entry)];
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      faults.push(error);
      return [];
    }
  });
  refuse(faults);
  return results;
}
