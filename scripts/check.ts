import { renderGenerated } from "../packages/spec-tools/src/generate/generated-files.js";
import {
  runCommand,
  warn,
} from "../packages/spec-tools/src/generate/parse/errors.js";
import { compareGenerated } from "../packages/spec-tools/src/generate/write.js";

/** `npm run check`: fails if `generated/` differs from what the generator renders from the specs. */
await runCommand(async () => {
  const files = await renderGenerated("specs", warn);
  const differences = await compareGenerated(files);
  if (differences.length === 0) {
    console.log(
      `generated/ is what the generator makes of specs/: ${files.size} files are the same`,
    );
    return;
  }
  for (const { file, state } of differences) console.error(`${file}: ${state}`);
  console.error("Run `npm run generate` and commit the result.");
  process.exitCode = 1;
});
