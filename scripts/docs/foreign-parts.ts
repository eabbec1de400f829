import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const FOREIGN_TAG =
  /<(?:script|img|link|iframe)[^>]+(?:src|href)="(?:https?:)?\/\/[^"]*/;
const FOREIGN_URL = /url\(["']?(?:https?:)?\/\/[^)]*/;

/** Throws where a page of the site loads a script, a style or a picture from elsewhere. */
export async function refuseForeignParts(site: string): Promise<void> {
  const names = await readdir(site, { recursive: true });
  for (const name of names.filter((file) => /\.(html|css)$/.test(file))) {
    const page = await readFile(join(site, name), "utf8");
    const foreign = FOREIGN_TAG.exec(page) ?? FOREIGN_URL.exec(page);
    if (foreign) throw new Error(`${name} loads ${foreign[0]}`);
  }
}
