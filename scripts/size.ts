import { measureClient, sum, type BundledFile } from "./size/measure.js";

/** Builds, and tells what the client weighs in a program that bundles it; fails beyond a bound. */
const AT_ONCE = 10_000;
const WHOLE = 14_000;

await import("./build.js");
const { atOnce, whole } = await measureClient();
report("createClient, loaded at once", atOnce, AT_ONCE);
report("everything but GraphQL's lazy part, in one file", whole, WHOLE);

function report(
  title: string,
  files: readonly BundledFile[],
  bound: number,
): void {
  const bytes = sum(files);
  console.log(`${title}: ${bytes} bytes min+gzip, at most ${bound}`);
  for (const { name, bytes, isStatic } of files)
    console.log(
      `${String(bytes).padStart(8)}  ${name}${isStatic ? "" : " (on first use)"}`,
    );
  if (bytes <= bound) return;
  console.error(`beyond the bound by ${bytes - bound} bytes`);
  process.exitCode = 1;
}
