import { emulatorCase } from "./suite/emulator.js";
import { failureCases } from "./suite/failures.js";
import { jobCases } from "./suite/jobs.js";
import type { Place, Result } from "./suite/place.js";
import { resendCases } from "./suite/resends.js";
import { createScene, type Case, type Scene } from "./suite/scene.js";
import { secretCase } from "./suite/secrets.js";
import { surfaceCases } from "./suite/surfaces.js";

/** Longest time of one case, in milliseconds. */
const PATIENCE = 15_000;

/** What holds on every platform, one case after the other. It needs the platform's `fetch` and nothing else. */
export async function runSuite(
  place: Place,
  own: readonly Case[] = [],
): Promise<Result[]> {
  const scene = createScene(place);
  const results: Result[] = [];
  for (const one of [
    ...surfaceCases,
    ...jobCases,
    ...failureCases,
    ...resendCases,
    emulatorCase,
    ...own,
    secretCase,
  ])
    results.push(await runCase(one, scene));
  return results;
}

async function runCase({ name, run }: Case, scene: Scene): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`it has not ended after ${PATIENCE} ms`);
    timer = setTimeout(() => reject(error), PATIENCE);
  });
  try {
    await Promise.race([run(scene), late]);
    return { name, ok: true };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, ok: false, reason };
  } finally {
    clearTimeout(timer);
  }
}
