import { renderGenerated } from "../packages/spec-tools/src/generate/generated-files.js";
import {
  runCommand,
  warn,
} from "../packages/spec-tools/src/generate/parse/errors.js";
import { writeGenerated } from "../packages/spec-tools/src/generate/write.js";

/** `npm run generate`: renders every file of `generated/` from the specs, and then writes what is different. */
await runCommand(async () => {
  const files = await renderGenerated("specs", warn);
  const differences = await writeGenerated(files);
  for (const { file, state } of differences)
    console.log(
      `${state === "no longer wanted" ? "removed" : "written"} ${file}`,
    );
  if (differences.length === 0) console.log("generated/ is up to date");
});
