import { staticBytes, type BundledFile } from "./shared/bundle.js";
import { requireBuild } from "./shared/tarball.js";
import { measureClient, measureEntry } from "./size/measure.js";

/** Prints the size of the client, and of each further entry point, in a bundled program: minified and compressed. */
requireBuild();
const { client, whole } = await measureClient();
report("createClient, loaded at once", client);
report("everything but GraphQL's lazy part, in one file", whole);

const ENTRIES = [
  "batch",
  "batch-postgres",
  "batch-sqlite",
  "drift",
  "files",
  "machines",
  "models",
  "otel",
  "spend",
  "webhooks",
  "worker",
];
for (const entry of ENTRIES) {
  const bytes = await measureEntry(entry);
  const name = entry.replace("batch-", "batch/");
  console.log(`./${name} beside createClient: ${bytes} bytes min+gzip`);
}

function report(title: string, files: readonly BundledFile[]): void {
  console.log(`${title}: ${staticBytes(files)} bytes min+gzip`);
  for (const { name, bytes, isStatic } of files)
    console.log(
      `${String(bytes).padStart(8)}  ${name}${isStatic ? "" : " (on first use)"}`,
    );
}
