import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import packageJson from "../../package.json" with { type: "json" };

/** Has publint and are-the-types-wrong look at the tarball; throws what they find, advice included. */
export async function judge(tarball: string): Promise<void> {
  const bytes = new Uint8Array(readFileSync(tarball)).buffer;
  const { messages } = await publint({ pack: { tarball: bytes } });
  const found = messages.map((each) => formatMessage(each, packageJson));
  if (found.length > 0) throw new Error(`publint: ${found.join("\n")}`);
  const words = ["attw", tarball, "--profile", "esm-only"];
  // A schema has no types.
  const besides = ["--exclude-entrypoints", "schema.graphql"];
  execFileSync("npx", [...words, ...besides, "--format", "ascii"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  console.log("publint and are-the-types-wrong find nothing");
}
