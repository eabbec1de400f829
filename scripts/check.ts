import { compareGenerated } from "./generation/folder.js";
import { renderGenerated } from "./generation/render.js";
import { SpecError } from "./generation/spec.js";

/** Fails when `generated/` is not what the specs give. */
try {
  const drift = await compareGenerated(await renderGenerated());
  for (const { file, state } of drift) console.error(`${file}: ${state}`);
  if (drift.length > 0) {
    console.error("Run `npm run generate` and commit the result.");
    process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof SpecError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
