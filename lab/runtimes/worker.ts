import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { LAB, labModule } from "../shared/paths.js";
import type { RunSuite } from "./runtime.js";
import type { Result } from "./suite/environment.js";

/** The part of miniflare that is used. */
interface Miniflare {
  readonly dispatchFetch: (
    url: string,
    init: RequestInit,
  ) => Promise<{ readonly json: () => Promise<unknown> }>;
  readonly dispose: () => Promise<void>;
}

type MiniflareModule = {
  readonly Miniflare: new (options: object) => Miniflare;
};

/** Runs the suite in workerd, as a worker without Node's modules. */
export const runInWorker: RunSuite = async ({ folder }, { environment }) => {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ["hosts/worker.js"],
    write: false,
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    logLevel: "warning",
  });
  const load = createRequire(join(LAB, "package.json"));
  const { Miniflare } = load("miniflare") as MiniflareModule;
  const miniflare = new Miniflare({
    // Listed one by one: miniflare's own search stops at the emulator's `listen`, which names its module at run time.
    modules: outputFiles.map(({ text }) => ({
      type: "ESModule",
      path: "worker.js",
      contents: text,
    })),
    compatibilityDate: "2026-04-01",
  });
  try {
    const body = JSON.stringify({ ...environment, platform: "worker" });
    const init = { method: "POST", body };
    const response = await miniflare.dispatchFetch("http://worker/", init);
    const results = (await response.json()) as Result[];
    return { version: versionOf("workerd"), results };
  } finally {
    await miniflare.dispose();
  }
};

function versionOf(name: string): string {
  const manifest = readFileSync(labModule(name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
