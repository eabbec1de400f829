import { alone } from "./generation/alone.js";
import { changesOf, compareGenerated } from "./generation/folder.js";
import { renderGenerated } from "./generation/render.js";
import { replaceFiles } from "./generation/replace.js";
import { reportFaults } from "./generation/spec.js";

/** Renders everything before the first file is written, and writes all of it or nothing. */
await reportFaults(() =>
  alone(async () => {
    const wanted = await renderGenerated();
    const drift = await compareGenerated(wanted);
    await replaceFiles(changesOf(drift, wanted));
    for (const { file, state } of drift)
      console.log(
        `${state === "no longer wanted" ? "removed" : "written"} ${file}`,
      );
    if (drift.length === 0) console.log("generated/ is up to date");
  }),
);
