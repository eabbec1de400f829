import { staticBytes, type BundledFile } from "./shared/bundle.js";
import { requireBuild } from "./shared/tarball.js";
import { measureClient, measureEntry } from "./size/measure.js";

/**
 * Prints the size of the client in a bundled program, and fails if a size exceeds its bound. The design aims at 16,000
 * bytes for `createClient`, but the code that every program needs for its first call is larger. 300 of these bytes refuse
 * misspelt options: an option that is ignored in silence may be a limit of the cost.
 */
const MAX_CLIENT_BYTES = 17_600;
/**
 * More than half of these bytes are loaded at first use: jobs, the data of the public models, a second REST surface. The
 * code that finds the files of an output is counted twice, because the main entry point has its own copy. 200 of these
 * bytes let a message show the reason of the service without the words that the request has sent.
 */
const MAX_WHOLE_BYTES = 48_300;

requireBuild();
const { client, whole } = await measureClient();
report("createClient, loaded at once", client, MAX_CLIENT_BYTES);
report(
  "everything but GraphQL's lazy part, in one file",
  whole,
  MAX_WHOLE_BYTES,
);

/** By the file in `dist/`. The emulator serves tests and development: only the size of the package bounds it. */
const MAX_ENTRY_BYTES = {
  batch: 20_400,
  "batch-bullmq": 10_000,
  drift: 11_800,
  machines: 14_700,
  models: 7000,
  otel: 2500,
  spend: 5400,
  webhooks: 3900,
};
for (const [entry, bound] of Object.entries(MAX_ENTRY_BYTES)) {
  const bytes = await measureEntry(entry);
  console.log(
    `./${entry.replace("batch-", "batch/")} beside createClient: ${bytes} bytes min+gzip, bound ${bound}`,
  );
  if (bytes > bound) process.exitCode = 1;
}

function report(
  title: string,
  files: readonly BundledFile[],
  bound: number,
): void {
  const total = staticBytes(files);
  console.log(`${title}: ${total} bytes min+gzip, bound ${bound}`);
  for (const { name, bytes, isStatic } of files)
    console.log(
      `${String(bytes).padStart(8)}  ${name}${isStatic ? "" : " (on first use)"}`,
    );
  if (total <= bound) return;
  console.error(`${title}: ${total - bound} bytes over the bound`);
  process.exitCode = 1;
}
