import { existsSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { npm } from "./npm.js";
import { ROOT } from "./paths.js";

/** Packs what `npm run build` made of the SDK into a folder, without a new build; returns the path of the tarball. */
export function pack(folder: string): string {
  requireBuild();
  return packIn(ROOT, folder);
}

/** Packs the SDK and the emulator; returns the paths of both tarballs, which are installed together. */
export function packBoth(folder: string): Tarballs {
  return [pack(folder), packIn(join(ROOT, "packages/emulator"), folder)];
}

export type Tarballs = readonly [sdk: string, emulator: string];

function packIn(source: string, folder: string): string {
  const flags = ["--json", "--ignore-scripts", "--pack-destination", folder];
  const output = npm(source, "pack", ...flags);
  const [{ filename } = { filename: "" }] = JSON.parse(output) as {
    readonly filename: string;
  }[];
  return join(folder, filename);
}

/** Throws where the package has not been built. */
export function requireBuild(): void {
  if (!existsSync(join(ROOT, "dist", "index.js")))
    throw new Error("there is no dist/: run `npm run build` first");
}

/** Installs packages into a folder, which is made if it does not exist; returns the folder. */
export function install(
  folder: string,
  ...packages: readonly string[]
): string {
  npm(ROOT, "install", "--prefix", folder, "--prefer-offline", ...packages);
  return folder;
}

/** What some entry points need and the package leaves to its users, with the accepted versions. */
export function peerPackages(): string[] {
  return Object.entries(packageJson.peerDependencies).map((peer) =>
    peer.join("@"),
  );
}
