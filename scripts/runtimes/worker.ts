import { build } from "esbuild";
import { readFileSync } from "node:fs";
import type { Play } from "./runtime.js";
import type { Result } from "./suite/place.js";
import { loadTool, toolPath } from "./tools.js";

/** miniflare, as far as it is used. */
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

/** Plays the suite in workerd, as a worker without Node's modules. */
export const inWorker: Play = async ({ folder }, { place }) => {
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
  const { Miniflare } = loadTool("miniflare") as MiniflareModule;
  const miniflare = new Miniflare({
    // Named one by one: miniflare's own search stops at the emulator's `listen`, which names its module at run time.
    modules: outputFiles.map(({ text }) => ({
      ...{ type: "ESModule", path: "worker.js", contents: text },
    })),
    compatibilityDate: "2026-04-01",
  });
  try {
    const body = JSON.stringify({ ...place, platform: "worker" });
    const init = { method: "POST", body };
    const response = await miniflare.dispatchFetch("http://worker/", init);
    const results = (await response.json()) as Result[];
    return { version: versionOf("workerd"), results };
  } finally {
    await miniflare.dispose();
  }
};

function versionOf(name: string): string {
  const manifest = readFileSync(toolPath(name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
