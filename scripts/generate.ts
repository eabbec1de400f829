import { renderGenerated } from "./codegen/generated-files.js";
import { runCommand, warn } from "./codegen/parse/spec-error.js";
import { writeGenerated } from "./codegen/write.js";

/** `npm run generate`: renders every file of `generated/` from the specs, and then writes what is different. */
await runCommand(async () => {
  const differences = await writeGenerated(
    await renderGenerated("specs", warn),
  );
  for (const { file, state } of differences)
    console.log(
      `${state === "no longer wanted" ? "removed" : "written"} ${file}`,
    );
  if (differences.length === 0) console.log("generated/ is up to date");
});
