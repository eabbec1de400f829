import { settle } from "./generation/alone.js";
import { compareGenerated } from "./generation/folder.js";
import { renderGenerated } from "./generation/render.js";
import { reportFaults } from "./generation/spec.js";

/** Fails when `generated/` is not what the specs give. */
await reportFaults(async () => {
  await settle();
  const drift = await compareGenerated(await renderGenerated());
  for (const { file, state } of drift) console.error(`${file}: ${state}`);
  if (drift.length === 0) return;
  console.error("Run `npm run generate` and commit the result.");
  process.exitCode = 1;
});
