/** The steps of the demo. Each step is printed when it is done; a step that fails ends the demo. */
export interface Steps {
  /** Runs one step. The text that `act` resolves with is shown below the name. */
  run(name: string, act: () => Promise<string>): Promise<void>;
  /** Shows a line that the next line replaces, where the terminal can do that. */
  showProgress(text: string): void;
  printSummary(): void;
  printFailure(error: unknown): void;
}

export function createSteps(): Steps {
  const startedAt = performance.now();
  let count = 0;
  let current = "";
  return {
    async run(name, act) {
      current = name;
      const stepStartedAt = performance.now();
      const result = await act();
      clearLine();
      const durationMs = Math.round(performance.now() - stepStartedAt);
      console.log(`✓ ${name}  (${durationMs} ms)\n    ${result}`);
      count++;
    },
    showProgress(text) {
      clearLine();
      process.stdout.write(
        process.stdout.isTTY ? `  … ${text}` : `  … ${text}\n`,
      );
    },
    printSummary() {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`\nAll ${count} steps succeeded, in ${seconds} s.`);
    },
    printFailure(error) {
      console.error(`✗ ${current}\n`, error);
    },
  };
}

function clearLine(): void {
  if (process.stdout.isTTY) process.stdout.write("\r\u001b[2K");
}
