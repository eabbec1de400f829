"use strict";

// Requires every entry of the packages that are installed in a folder, and makes calls on the emulator.
// Plain CommonJS, which needs no ES module: node lab/package/require.cjs <folder>
const { createRequire } = require("node:module");
const { dirname, resolve } = require("node:path");
const { pathToFileURL } = require("node:url");

const from = createRequire(resolve(process.argv[2] ?? ".", "user.cjs"));
for (const name of ["cloud-compute-sdk", "cloud-compute-emulator"]) {
  const { exports: entries } = from(`${name}/package.json`);
  for (const [path, target] of Object.entries(entries)) {
    if (typeof target === "string") continue;
    const entry = name + path.slice(1);
    const names = Object.keys(from(entry));
    if (names.length === 0) throw new Error(`${entry} exports nothing`);
    console.log(`required ${entry}: ${names.length} names`);
  }
}

const { createClient, InputError } = from("cloud-compute-sdk");
const { createEmulator } = from("cloud-compute-emulator");
const emulator = createEmulator({ speed: 100 });
const { apiKey, fetch, urls } = emulator;
const cloud = createClient({ apiKey, fetch, ...urls });

main().then(() => console.log(`required on Node ${process.version}`));

async function main() {
  const pod = await cloud.pods.create({ imageName: "ubuntu:24.04" });
  const { myself } = await cloud.graphql.myself();
  const { status } = await cloud.model("flux-schnell").runSync({ prompt: "x" });
  if (!pod.id || !myself || status !== "COMPLETED")
    throw new Error("a call on the emulator gave no result");
  await compareCopies();
}

/** An error of one copy of the package is an instance of the class of the other copy. */
async function compareCopies() {
  const { exports } = from("cloud-compute-sdk/package.json");
  const folder = dirname(from.resolve("cloud-compute-sdk/package.json"));
  const file = resolve(folder, exports["."].import.default);
  const modern = await import(pathToFileURL(file).href);
  if (modern.InputError === InputError) throw new Error("there is one copy");
  for (const copy of [{ createClient, InputError }, modern])
    try {
      copy.createClient({ apiKey: "" });
    } catch (error) {
      const isBoth =
        error instanceof InputError && error instanceof modern.InputError;
      if (!isBoth) throw error;
    }
}
