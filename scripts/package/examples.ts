import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** What each example prints when all has gone well. */
const TOLD: Readonly<Record<string, RegExp>> = {
  "gpu-prices.ts": /USD an hour[^]*L4/,
  "growing-volume.ts":
    /20 GB\n.*40 GB\n.*80 GB\nResponseError: networkVolumes\.update/,
  "image-to-file.ts":
    /COMPLETED[^]*█{30} (\d+) of \1 bytes\npicture\.png: \1 bytes/,
  "many-prompts.ts":
    /a reason to fail: JobError[^]*\n5 jobs, 0\.\d*[1-9]\d* USD/,
  "resume.ts":
    /process (\d+) submitted (\S+) and ends\nprocess (?!\1)\d+ has \2: http/,
  "route-handler.ts": /^202 .*\n400 400 [^]*COMPLETED[^]*http/,
};

const STRICT =
  "--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022 --lib es2023,dom --types node";

/** Type-checks the examples in a folder where the package is installed, and runs each against the emulator. */
export function tryExamples(folder: string): void {
  const place = join(folder, "examples");
  cpSync("examples", place, { recursive: true });
  writeFileSync(join(place, "package.json"), `{ "type": "module" }`);
  const here = readdirSync(place).filter((file) => file.endsWith(".ts"));
  const untold = here.filter((file) => !(file in TOLD));
  if (untold.length > 0)
    throw new Error(`no outcome is known of ${untold.join(", ")}`);
  compile(place, here);
  for (const [file, told] of Object.entries(TOLD)) {
    const beside = ["emulator", "--speed", "10", "--", bin("tsx"), file];
    const printed = execFileSync("npx", ["cloud-compute-sdk", ...beside], {
      cwd: place,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (!told.test(printed))
      throw new Error(`examples/${file} printed:\n${printed}`);
    console.log(`examples/${file} works`);
  }
}

/** Type-checks programs of a folder as strictly as a user might. */
export function compile(place: string, files: readonly string[]): void {
  const types = ["--typeRoots", resolve("node_modules/@types")];
  execFileSync(bin("tsc"), [...STRICT.split(" "), ...types, ...files], {
    cwd: place,
    stdio: "inherit",
  });
}

function bin(name: string): string {
  return resolve("node_modules/.bin", name);
}
