import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  bundlersOf,
  type Bundler,
  type Order,
  type Warning,
} from "./package/bundle.js";
import { entryNames } from "./package/entries.js";
import { install, pack } from "./package/tarball.js";
import { toolModules } from "./package/tool.js";

type Main = typeof import("cloud-compute-sdk");
type Emulator = typeof import("cloud-compute-sdk/emulator");

/** Bundles the installed tarball as users do, and has what came out make calls. */
const modules = toolModules("bundlers");
const folder = mkdtempSync(join(tmpdir(), "try-bundlers-"));
try {
  install(folder, pack(folder));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [name, bundler] of Object.entries(bundlersOf(modules)))
    await tryBundler(name, bundler);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function tryBundler(name: string, bundler: Bundler): Promise<void> {
  const server = order(name, "emulator", "node", [
    'export { createEmulator } from "cloud-compute-sdk/emulator";',
  ]);
  await bundleQuietly(bundler, server);
  for (const target of ["browser", "neutral"] as const) {
    const main = order(name, target, target, [
      'export { createClient } from "cloud-compute-sdk";',
    ]);
    await bundleQuietly(bundler, main);
    await useBoth(join(main.out, "main.js"), join(server.out, "main.js"));
  }
  const idle = order(
    name,
    "nothing",
    "neutral",
    entryNames().map((entry) => `import "${entry}";`),
  );
  // Some of them say that they leave the imports out: that is what is wanted.
  await bundler(idle);
  const { size } = statSync(join(idle.out, "main.js"));
  console.log(`${name}: imports alone leave ${size} bytes`);
  if (size > 200) throw new Error("an import alone leaves something");
}

/** Writes the lines that are to be bundled. */
function order(
  name: string,
  title: string,
  target: Order["target"],
  lines: readonly string[],
): Order {
  const out = join(folder, `${name}-${title}`);
  const source = `${out}.js`;
  writeFileSync(source, lines.join("\n"));
  return { folder, source, target, out };
}

/** Bundles; throws for a warning from our files, and for one that names no file. */
async function bundleQuietly(bundler: Bundler, order: Order): Promise<void> {
  const warnings = await bundler(order);
  const isOthers = ({ file }: Warning) =>
    /node_modules\/(?!cloud-compute-sdk\/)/.test(file) &&
    !file.includes("node_modules/cloud-compute-sdk/");
  const ours = warnings.filter((warning) => !isOthers(warning));
  const title = basename(order.out);
  console.log(
    `${title}: ${ours.length} warnings from our files, ${warnings.length - ours.length} from others`,
  );
  if (ours.length > 0)
    throw new Error(
      ours.map(({ text, file }) => `${file}: ${text}`).join("\n"),
    );
}

/** The bundled client makes calls of each surface on the bundled emulator, over loopback. */
async function useBoth(main: string, server: string): Promise<void> {
  const load = (file: string) => import(pathToFileURL(file).href);
  const { createClient } = (await load(main)) as Main;
  const { createEmulator } = (await load(server)) as Emulator;
  const emulator = createEmulator({ speed: 100 });
  const { urls } = await emulator.listen();
  const cloud = createClient({ apiKey: emulator.apiKey, ...urls });
  const pod = await cloud.pods.create({ imageName: "ubuntu:24.04" });
  const { myself } = await cloud.graphql.myself();
  const job = await cloud.model("flux-schnell").run({ prompt: "a pier" });
  const { output } = await job.wait({ interval: 10 });
  await emulator.close();
  if (!pod.id || !myself?.id || !output.image_url)
    throw new Error(`${main}: a call gave no answer`);
}
