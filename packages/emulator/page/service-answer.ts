/** The answer to a request that the emulator sent for the page. */
export interface ServiceAnswer {
  readonly status: number;
  readonly durationMs: number;
  readonly text: string;
}
