import {
  isUpToDate,
  rememberGenerated,
} from "../packages/spec-tools/src/generate/fingerprint.js";
import {
  runCommand,
  warn,
} from "../packages/spec-tools/src/generate/parse/spec-error.js";

/**
 * `npm run generate`: renders every file of `generated/` from the specs, and then writes what is different. If nothing
 * has changed since the last run, nothing is rendered. `npm run check` always renders.
 */
await runCommand(async () => {
  if (await isUpToDate()) {
    console.log("generated/ is up to date");
    return;
  }
  // The libraries of the generator take longer to load than a comparison takes.
  const { renderGenerated } =
    await import("../packages/spec-tools/src/generate/generated-files.js");
  const { writeGenerated } =
    await import("../packages/spec-tools/src/generate/write.js");
  const differences = await writeGenerated(
    await renderGenerated("specs", warn),
  );
  for (const { file, state } of differences)
    console.log(
      `${state === "no longer wanted" ? "removed" : "written"} ${file}`,
    );
  if (differences.length === 0) console.log("generated/ is up to date");
  await rememberGenerated();
});
