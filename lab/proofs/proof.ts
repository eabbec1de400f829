/** Something that `npm run lab proof` proves by running it many times. */
export interface Proof {
  /** What the number counts. */
  readonly unit: string;
  /** The number of a full run. */
  readonly full: number;
  readonly run: (count: number) => Promise<ProofResult>;
}

export interface ProofResult {
  readonly passed: boolean;
  /** One line. */
  readonly summary: string;
}
