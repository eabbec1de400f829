import { alone } from "./codegen/alone.js";
import { changesOf, compareGenerated } from "./codegen/folder.js";
import { renderGenerated } from "./codegen/render/render.js";
import { replaceFiles } from "./codegen/replace.js";
import { reportFaults } from "./codegen/parse/spec.js";

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
