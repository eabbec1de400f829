import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  loadBundlers,
  type Bundler,
  type BundleJob,
  type Warning,
} from "./bundlers/bundlers.js";
import { entryNames } from "./shared/entries.js";
import { installTools } from "./shared/install.js";
import { install, packBoth, peerPackages } from "./shared/tarball.js";

type Main = typeof import("cloud-compute-sdk");
type Emulator = typeof import("cloud-compute-emulator");

/** The most bytes that an import without a use, of every entry point, may leave in a bundle. */
const MAX_IDLE_BYTES = 200;

/** Bundles the installed tarball as users do, and makes calls with the bundled client. */
installTools();
const folder = mkdtempSync(join(tmpdir(), "try-bundlers-"));
try {
  install(folder, ...packBoth(folder), ...peerPackages());
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [name, bundler] of Object.entries(loadBundlers()))
    await tryBundler(name, bundler);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function tryBundler(name: string, bundler: Bundler): Promise<void> {
  const server = createJob(name, "emulator", "node", [
    'export { createEmulator } from "cloud-compute-emulator";',
  ]);
  await bundleWithoutWarnings(bundler, server);
  for (const target of ["browser", "neutral"] as const) {
    const main = createJob(name, target, target, [
      'export { createClient } from "cloud-compute-sdk";',
    ]);
    await bundleWithoutWarnings(bundler, main);
    await makeCalls(join(main.out, "main.js"), join(server.out, "main.js"));
  }
  const idle = createJob(
    name,
    "imports",
    // Some entry points are for Node, Bun and Deno only.
    "node",
    entryNames().map((entry) => `import "${entry}";`),
  );
  // Some bundlers warn that they leave out the imports, which is right.
  await bundler(idle);
  const { size } = statSync(join(idle.out, "main.js"));
  console.log(`${name}: unused imports leave ${size} bytes`);
  if (size > MAX_IDLE_BYTES)
    throw new Error(`unused imports leave more than ${MAX_IDLE_BYTES} bytes`);
}

/** Writes the program that is to be bundled. */
function createJob(
  name: string,
  title: string,
  target: BundleJob["target"],
  lines: readonly string[],
): BundleJob {
  const out = join(folder, `${name}-${title}`);
  const source = `${out}.js`;
  writeFileSync(source, lines.join("\n"));
  return { folder, source, target, out };
}

/** Bundles; throws for a warning from our files, and for a warning that names no file. */
async function bundleWithoutWarnings(
  bundler: Bundler,
  job: BundleJob,
): Promise<void> {
  const warnings = await bundler(job);
  const isForeign = ({ file }: Warning) =>
    /node_modules\/(?!cloud-compute-)/.test(file) &&
    !file.includes("node_modules/cloud-compute-");
  const ours = warnings.filter((warning) => !isForeign(warning));
  const title = basename(job.out);
  console.log(
    `${title}: ${ours.length} warnings from our files, ${warnings.length - ours.length} from others`,
  );
  if (ours.length > 0)
    throw new Error(
      ours.map(({ text, file }) => `${file}: ${text}`).join("\n"),
    );
}

/** Makes calls of each surface with the bundled client on the bundled emulator, over loopback. */
async function makeCalls(main: string, server: string): Promise<void> {
  const load = (file: string) => import(pathToFileURL(file).href);
  const { createClient } = (await load(main)) as Main;
  const { createEmulator } = (await load(server)) as Emulator;
  const emulator = createEmulator({ speed: 100 });
  const { urls } = await emulator.listen();
  const cloud = createClient({ apiKey: emulator.apiKey, ...urls });
  const pod = await cloud.pods.create({ imageName: "ubuntu:24.04" });
  const { myself } = await cloud.graphql.myself();
  const job = await cloud
    .model("black-forest-labs-flux-1-schnell")
    .run({ prompt: "a pier" });
  const { output } = await job.wait({ interval: 10 });
  await emulator.close();
  if (!pod.id || !myself.id || !output.image_url)
    throw new Error(`${main}: a call gave no result`);
}
