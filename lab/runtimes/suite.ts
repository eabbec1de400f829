import { createContext, type Case, type Context } from "./suite/context.js";
import { emulatorCase } from "./suite/emulator.js";
import type { Environment, Result } from "./suite/environment.js";
import { failureCases } from "./suite/failures.js";
import { jobCases } from "./suite/jobs.js";
import { resendCases } from "./suite/resends.js";
import { secretCase } from "./suite/secrets.js";
import { surfaceCases } from "./suite/surfaces.js";

const CASE_TIMEOUT_MS = 30_000;

/** Runs every case, one after the other, and the platform's `own` cases. The suite needs nothing but `fetch`. */
export async function runSuite(
  environment: Environment,
  own: readonly Case[] = [],
): Promise<Result[]> {
  const context = createContext(environment);
  const cases = [
    ...surfaceCases,
    ...jobCases,
    ...failureCases,
    ...resendCases,
    emulatorCase,
    ...own,
    // Last, because this case searches what all others failed with.
    secretCase,
  ];
  const results: Result[] = [];
  for (const each of cases) results.push(await runCase(each, context));
  return results;
}

async function runCase({ name, run }: Case, context: Context): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const error = new Error(`not ended after ${CASE_TIMEOUT_MS} ms`);
    timer = setTimeout(() => reject(error), CASE_TIMEOUT_MS);
  });
  try {
    await Promise.race([run(context), timeout]);
    return { name, ok: true };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, ok: false, reason };
  } finally {
    clearTimeout(timer);
  }
}
