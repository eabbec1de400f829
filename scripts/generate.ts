import { writeGenerated } from "./generation/folder.js";
import { renderGenerated } from "./generation/render.js";
import { reportFaults } from "./generation/spec.js";

/** Renders everything before the first file is written: a spec at fault leaves `generated/` as it was. */
await reportFaults(async () => {
  const changed = await writeGenerated(await renderGenerated());
  for (const { file, state } of changed)
    console.log(
      `${state === "no longer wanted" ? "removed" : "written"} ${file}`,
    );
  if (changed.length === 0) console.log("generated/ is up to date");
});
