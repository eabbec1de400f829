import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { compile } from "./examples.js";
import { install } from "./tarball.js";

/** Runs the examples that are projects of their own, with the tarball in place of the published package. */
export function tryProjects(folder: string, tarball: string): void {
  const installed = (name: string) => {
    const place = join(folder, name);
    cpSync(join("examples", name), place, { recursive: true });
    holdVersions(join(place, "package.json"));
    return install(place, tarball);
  };
  for (const name of ["vitest", "node-test", "jest"])
    execFileSync("npm", ["test"], { cwd: installed(name), stdio: "inherit" });
  tryTypedDocument(installed("typed-document"));
}

/** What their tools stand on is held to the versions that it has here. */
function holdVersions(file: string): void {
  const manifest = JSON.parse(readFileSync(file, "utf8")) as object;
  const { overrides } = packageJson;
  writeFileSync(file, JSON.stringify({ ...manifest, overrides }));
}

function tryTypedDocument(place: string): void {
  const printed = execFileSync("npm", ["start", "--", "NVIDIA A40"], {
    cwd: place,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const told = /\nA40: [\d.]+ USD an hour\nthe balance lasts for \d+ hours/;
  if (!told.test(printed))
    throw new Error(`examples/typed-document printed:\n${printed}`);
  compile(place, ["main.ts"]);
  console.log("examples/typed-document works");
}
