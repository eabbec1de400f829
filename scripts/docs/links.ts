import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Throws with every link within a site that leads to no file, or to no anchor of a page. `base` is the path below which
 * the site is served.
 */
export function refuseBrokenLinks(site: string, base = "/"): void {
  const pages = readdirSync(site, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html"))
    .map((name) => join(site, name));
  const texts = new Map<string, string>();
  const read = (file: string) => {
    const text = texts.get(file) ?? readFileSync(file, "utf8");
    texts.set(file, text);
    return text;
  };

  const fileOf = (page: string, path: string) => {
    if (path === "") return page;
    const file = path.startsWith(base)
      ? join(site, path.slice(base.length))
      : join(page, "..", path);
    return path.endsWith("/") ? join(file, "index.html") : file;
  };

  const isBroken = (page: string, link: string) => {
    const [path = "", anchor = ""] = link.split("#").map(decodeURIComponent);
    const file = fileOf(page, path);
    if (!existsSync(file) || !statSync(file).isFile()) return true;
    return anchor !== "" && !read(file).includes(` id="${anchor}"`);
  };

  const broken = pages.flatMap((page) =>
    linksOf(read(page))
      .filter((link) => isBroken(page, link))
      .map((link) => `${page}: ${link} is broken`),
  );
  if (broken.length > 0) throw new Error(broken.join("\n"));
}

/** The links of a page to its own site. */
function linksOf(page: string): string[] {
  return [...page.matchAll(/ (?:href|src)="([^"]*)"/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}
