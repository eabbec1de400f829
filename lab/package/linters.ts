import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import packageJson from "../../package.json" with { type: "json" };
import { labModule } from "../shared/paths.js";

/** Runs publint and are-the-types-wrong on the tarball; throws what they find, suggestions included. */
export async function lintTarball(tarball: string): Promise<void> {
  // Imported lazily, because the packages of lab/ are installed before this call.
  const { publint } = await import("publint");
  const { formatMessage } = await import("publint/utils");
  const bytes = new Uint8Array(readFileSync(tarball)).buffer;
  const { messages } = await publint({ pack: { tarball: bytes } });
  const found = messages.map((message) => formatMessage(message, packageJson));
  if (found.length > 0) throw new Error(`publint: ${found.join("\n")}`);
  const attw = labModule("@arethetypeswrong", "cli", "dist", "index.js");
  // The schema has no types.
  const flags = "--format ascii --exclude-entrypoints schema.graphql".split(
    " ",
  );
  execFileSync("node", [attw, tarball, ...flags], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  console.log("publint and are-the-types-wrong find nothing");
}
