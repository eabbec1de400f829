import { join } from "node:path";
import { npm } from "./npm.js";

/** Packs what `npm run build` made into a folder, without building anew; the path of the tarball. */
export function pack(folder: string): string {
  const words = ["--json", "--ignore-scripts", "--pack-destination", folder];
  const printed = npm(".", "pack", ...words);
  const [{ filename } = { filename: "" }] = JSON.parse(printed) as {
    readonly filename: string;
  }[];
  return join(folder, filename);
}

/** Installs packages into a folder, which it makes; returns the folder. */
export function install(place: string, ...packages: string[]): string {
  npm(".", "install", "--prefix", place, "--prefer-offline", ...packages);
  return place;
}
