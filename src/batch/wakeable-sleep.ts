/** The sleep of a loop that events wake. An event between two sleeps ends the next one at once. */
export class WakeableSleep {
  #isWoken = false;
  #end: () => void = () => undefined;

  wake(): void {
    this.#isWoken = true;
    this.#end();
  }

  /** Forgets the events so far: what the loop does next sees all that they have changed. */
  reset(): void {
    this.#isWoken = false;
  }

  /** Waits until the loop is woken, or the time has passed. */
  async sleep(timeMs: number): Promise<void> {
    if (!this.#isWoken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeMs);
        this.#end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#isWoken = false;
  }
}
