import { createRequire } from "node:module";
import process from "node:process";
import { runSuite } from "../suite.js";
import type { Environment } from "../suite/environment.js";
import { assertEqual } from "../suite/context.js";

/** Runs the suite where there is a process: in Node, Bun and Deno. */
const environment = JSON.parse(process.argv[2] ?? "") as Environment;
const require = createRequire(import.meta.url);
const results = await runSuite(environment, [
  {
    name: "require() gives the same module as import",
    run: async () => {
      const required = require("cloud-compute-sdk") as object;
      const imported = (await import("cloud-compute-sdk")) as object;
      assertEqual(Object.keys(required).sort(), Object.keys(imported).sort());
    },
  },
]);
const { bun, deno, node } = process.versions;
console.log(JSON.stringify({ version: bun ?? deno ?? node, results }));
