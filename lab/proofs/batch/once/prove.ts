import type { ProofResult } from "../../proof.js";
import { ENGINES } from "./engines.js";
import { runRound, type Counts } from "./round.js";

/** How many orders a kill may leave in doubt, on average. */
const MAX_DOUBTS_PER_KILL = 3;

/** Runs under Node 22 and prints a `ProofResult`: the parent has no SQLite. */
const result = await prove(Number(process.argv[2]));
console.log(JSON.stringify(result));
process.exit();

/** Each engine runs orders with `batch.run`, and then without, while its processes are killed. Only the first may submit none twice. */
async function prove(kills: number): Promise<ProofResult> {
  const summaries: string[] = [];
  let passed = true;
  for (const engine of ENGINES) {
    const once = await runRound({ engine, kills, isOnce: true });
    const control = await runRound({ engine, kills, isOnce: false });
    passed &&= isProven(once, kills) && control.twice > 0;
    summaries.push(`${engine.name}: ${describe(once, kills, control)}`);
  }
  return { passed, summary: summaries.join("; ") };
}

function isProven(counts: Counts, kills: number): boolean {
  const { orders, twice, completed, inDoubt, wrong, failures } = counts;
  return (
    twice === 0 &&
    wrong === 0 &&
    completed + inDoubt === orders &&
    inDoubt <= MAX_DOUBTS_PER_KILL * kills &&
    failures.length === 0
  );
}

function describe(
  { orders, twice, completed, inDoubt, wrong, failures }: Counts,
  kills: number,
  control: Counts,
): string {
  return [
    `${orders} orders, ${kills} kills`,
    `${twice} submitted twice (without the ledger ${control.twice})`,
    `${completed} completed, ${inDoubt} in doubt`,
    `${wrong} wrong outputs`,
    `${failures.length} processes failed`,
    ...failures.slice(0, 1),
  ].join(", ");
}
