// Bundles the client with Metro and the Babel preset of React Native, and runs the bundle with no more globals than
// React Native has.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const vm = require("node:vm");
const { createEmulator } = require("cloud-compute-emulator");
const Metro = require("metro");
const { getDefaultConfig } = require("metro-config");

const GLOBALS = [
  "AbortController",
  "AbortSignal",
  "Blob",
  "FormData",
  "Headers",
  "Request",
  "Response",
  "URL",
  "URLSearchParams",
  "clearTimeout",
  "console",
  "fetch",
  "performance",
  "queueMicrotask",
  "setTimeout",
  "ReadableStream",
  "TextDecoder",
  "TextEncoder",
  "crypto",
];

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);

async function main() {
  const file = join(__dirname, "bundle.js");
  const config = await getDefaultConfig(__dirname);
  const babelTransformerPath =
    require.resolve("@react-native/metro-babel-transformer");
  await Metro.runBuild(
    {
      ...config,
      projectRoot: __dirname,
      transformer: { ...config.transformer, babelTransformerPath },
      reporter: { update: () => {} },
    },
    { entry: "main.js", platform: "ios", dev: false, minify: true, out: file },
  );
  const world = Object.fromEntries(
    GLOBALS.map((name) => [name, globalThis[name]]),
  );
  Object.assign(world, { globalThis: world, global: world, window: world });
  vm.runInNewContext(readFileSync(file, "utf8"), world);
  await makeCalls(world.bundled);
  console.log("the bundle of Metro works");
}

async function makeCalls({ createClient, ResponseError, estimateCost }) {
  const emulator = createEmulator({ speed: 100 });
  const { urls } = await emulator.listen();
  const cloud = createClient({ apiKey: emulator.apiKey, ...urls });
  const { id } = await cloud.pods.create({ imageName: "ubuntu:24.04" });
  const { myself } = await cloud.graphql.myself();
  const slug = "black-forest-labs-flux-1-schnell";
  const job = await cloud.model(slug).run({ prompt: "a pier" });
  const { status } = await job.wait({ interval: 10 });
  const error = await cloud.pods.get("none").catch((reason) => reason);
  const cost = estimateCost(slug, { prompt: "a pier" });
  await emulator.close();
  if (!id || !myself.id || status !== "COMPLETED" || !(cost > 0))
    throw new Error("a call gave no result");
  if (!(error instanceof ResponseError)) throw error;
}
