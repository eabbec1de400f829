import { settle } from "./codegen/alone.js";
import { compareGenerated } from "./codegen/folder.js";
import { renderGenerated } from "./codegen/render/render.js";
import { reportFaults } from "./codegen/parse/spec.js";

/** Fails when `generated/` is not what the specs give. */
await reportFaults(async () => {
  await settle();
  const drift = await compareGenerated(await renderGenerated());
  for (const { file, state } of drift) console.error(`${file}: ${state}`);
  if (drift.length === 0) return;
  console.error("Run `npm run generate` and commit the result.");
  process.exitCode = 1;
});
