import { execFileSync } from "node:child_process";
import { isBuildStale } from "./demo/build-age.js";
import { runOnEmulator, runReadOnly } from "./demo/scenes.js";
import { createSteps } from "./demo/steps.js";
import { runVersion2 } from "./demo/version-2.js";

/**
 * `npm run demo`: the product in ten seconds, on the emulator, or read-only on a service that the environment names. With
 * `--v2`: version 2 of the management API beside 0.1.0, on the emulator.
 */
if (await isBuildStale()) {
  console.log("Building …");
  execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
}
const ADDRESSES = ["API_KEY", "BASE_URL", "PUBLIC_BASE_URL", "GRAPHQL_URL"];
const isServiceNamed = ADDRESSES.every(
  (name) => process.env[`CLOUD_COMPUTE_${name}`],
);
const steps = createSteps();
try {
  if (process.argv.includes("--v2")) await runVersion2(steps);
  else if (isServiceNamed) await runReadOnly(steps);
  else await runOnEmulator(steps);
  steps.printSummary();
} catch (error) {
  steps.printFailure(error);
  process.exitCode = 1;
}
