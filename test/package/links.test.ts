import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refuseBrokenLinks } from "../../scripts/docs/links.js";

describe("the documentation site", () => {
  let site: string;

  beforeEach(async () => {
    site = await mkdtemp(join(tmpdir(), "site-"));
    await mkdir(join(site, "guides"));
    await writeFile(join(site, "guides", "a b.html"), '<h2 id="end">');
  });
  afterEach(() => rm(site, { recursive: true }));

  it.each([
    "guides/a%20b.html",
    "guides/a%20b.html#end",
    "#here",
    "#",
    "https://example.com/none.html",
  ])("may link to %s", async (link) => {
    await writeFile(join(site, "index.html"), pageWith(link));
    expect(() => refuseBrokenLinks(site)).not.toThrow();
  });

  it.each(["none.html", "guides", "guides/a%20b.html#start", "#there"])(
    "is refused for a link to %s",
    async (link) => {
      await writeFile(join(site, "index.html"), pageWith(link));
      expect(() => refuseBrokenLinks(site)).toThrow(`${link} is broken`);
    },
  );
});

function pageWith(link: string): string {
  return `<h1 id="here"><a href="${link}">somewhere</a></h1>`;
}
