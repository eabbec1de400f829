import { execFileSync } from "node:child_process";
import { isBuildStale } from "./demo/build-age.js";
import { runOnEmulator, runReadOnly } from "./demo/scenes.js";
import { createSteps, type Steps } from "./demo/steps.js";
import { surfaceVariables } from "../generated/surfaces/addresses.js";

/**
 * `npm run demo`: shows the product in ten seconds, on the emulator, or read-only on a service that the environment
 * names. With the name of a further surface, such as `--v2`, the demo shows that surface beside 0.1.0 on the emulator. With
 * the name of an example, it runs that example.
 */
const [word = ""] = process.argv.slice(2);
if (word !== "" && !word.startsWith("--")) await import("./example.js");
else await showProduct();

async function showProduct(): Promise<void> {
  if (await isBuildStale()) {
    console.log("The built files are missing or old. They are made now, once:");
    execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
  }
  const isServiceNamed = [
    "API_KEY",
    "BASE_URL",
    "PUBLIC_BASE_URL",
    "GRAPHQL_URL",
  ].every((name) => process.env[`CLOUD_COMPUTE_${name}`]);
  const further = Object.keys(surfaceVariables).find((name) =>
    process.argv.includes(`--${name}`),
  );
  const steps = createSteps();
  try {
    if (further !== undefined) await runFurther(further, steps);
    else if (isServiceNamed) await runReadOnly(steps);
    else await runOnEmulator(steps);
    steps.printSummary();
    console.log(`
Next:
  npx cloud-compute-emulator       the emulator, with its page at http://127.0.0.1:4010
  npm run demo -- image-to-file    a program of examples/, run against the emulator
  npm run demo -- --v2             the same service by version 2 of the management API`);
  } catch (error) {
    steps.printFailure(error);
    process.exitCode = 1;
  }
}

/** Runs the scenes of a surface, from the file with its name. */
async function runFurther(surface: string, steps: Steps): Promise<void> {
  const { runScenes } = (await import(`./demo/surfaces/${surface}.js`)) as {
    runScenes: (steps: Steps) => Promise<void>;
  };
  await runScenes(steps);
}
