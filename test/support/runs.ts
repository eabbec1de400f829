/**
 * How many runs a property or a kill test makes: `few` in `npm test`. `npm run lab proof` sets PROOF_RUNS to the full
 * number, which `most` limits for tests whose runs are expensive.
 */
export function proofRuns(few: number, most = Infinity): number {
  const full = process.env["PROOF_RUNS"];
  return full === undefined ? few : Math.min(Number(full), most);
}
