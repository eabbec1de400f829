import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryTests, tryTypedDocument, tryWorker } from "./package/examples.js";
import { packBoth } from "./shared/tarball.js";

/** Runs the examples that are projects of their own, with the packed tarballs. */
const folder = mkdtempSync(join(tmpdir(), "try-projects-"));
try {
  const tarballs = packBoth(folder);
  for (const name of ["vitest", "node-test", "jest"])
    tryTests(folder, tarballs, name);
  await tryWorker(tryTests(folder, tarballs, "worker-resize"));
  tryTypedDocument(folder, tarballs);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
