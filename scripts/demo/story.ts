/** Tells the steps of the demo as they happen, and holds each to what it says. */
export interface Story {
  /** Runs one step; what `act` resolves with is shown beside its name. */
  step(name: string, act: () => Promise<string>): Promise<void>;
  /** A line that the next one writes over, where that is possible. */
  progress(text: string): void;
  /** Ends the demo as failed unless `truth` holds. */
  expect(truth: unknown, what: string): void;
  summary(): void;
  fail(error: unknown): void;
}

export function createStory(): Story {
  const begun = performance.now();
  let [steps, current] = [0, ""];
  return {
    async step(name, act) {
      current = name;
      const started = performance.now();
      const result = await act();
      clearLine();
      console.log(
        `✓ ${name}  (${Math.round(performance.now() - started)} ms)\n    ${result}`,
      );
      steps++;
    },
    progress(text) {
      clearLine();
      process.stdout.write(
        process.stdout.isTTY ? `  … ${text}` : `  … ${text}\n`,
      );
    },
    expect(truth, what) {
      if (!truth) throw new Error(`expected ${what}`);
    },
    summary() {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(
        `\n${steps} steps, ${steps} held, in ${seconds} s. The tour goes on in README.md.`,
      );
    },
    fail(error) {
      console.error(`✗ ${current}\n`, error);
    },
  };
}

function clearLine(): void {
  if (process.stdout.isTTY) process.stdout.write("\r\u001b[2K");
}
