import { spawnSync } from "node:child_process";

const NODE_22 = "lab/node_modules/node22/bin/node";
const VITEST = "node_modules/vitest/vitest.mjs";

/** The projects of `vitest.config.ts` in the order in which they run, and what each needs beside `npm ci`. */
const PARTS: Readonly<Record<string, string>> = {
  node: "nothing: this is `npm test`",
  process: "Python 3",
  proofs: "nothing",
  batch: "Node 22 of `npm --prefix lab run tools`, for its SQLite",
  "batch-postgres": "the Postgres of Debian",
  page: "Chromium",
  site: "Chromium, and what `npm run docs` has built",
  lab: "the Redis, Postgres, Varnish and nginx of Debian",
};

/** `npm run test:all -- [part …]`: runs every test, or the parts that are named. */
const [...names] = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  const lines = Object.entries(PARTS).map(
    ([name, needs]) => `  ${name.padEnd(16)}needs ${needs}`,
  );
  console.error(
    `unknown part: ${unknown}. The parts are:\n${lines.join("\n")}`,
  );
  process.exit(2);
}
for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
  const node = name === "batch" ? NODE_22 : process.execPath;
  const args = [VITEST, "run", "--project", name];
  const { status, error } = spawnSync(node, args, { stdio: "inherit" });
  if (error) console.error(`${name} needs ${PARTS[name]}: ${error.message}`);
  process.exitCode ||= status ?? 1;
}
