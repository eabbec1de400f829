import { writeFileSync } from "node:fs";
import { renderBadges } from "./docs/badges.js";
import { writeContent } from "./docs/content.js";
import { refuseForeignParts } from "./docs/foreign-parts.js";
import { refuseBrokenLinks } from "./docs/links.js";
import { renderLlms } from "./docs/llms.js";
import { buildWithVitepress, serveSite } from "./docs/vitepress.js";

const SITE = "site";

/**
 * `npm run docs`: builds the documentation site, which loads nothing from elsewhere, and checks every link of it.
 * `npm run docs -- --serve` serves it afterwards. `llms` writes llms.txt, `badges` draws the badges of the README, and
 * `screenshots` renews the pictures of the emulator, each instead of the site; tests fail where the first two are stale.
 */
const [part] = process.argv.slice(2);
if (part === "llms") writeFileSync("llms.txt", renderLlms());
else if (part === "badges")
  writeFileSync("guides/images/badges.svg", renderBadges());
else if (part === "screenshots") await import("./screenshots.js");
else await buildSite();

async function buildSite(): Promise<void> {
  await writeContent("website/content");
  buildWithVitepress();
  await refuseForeignParts(SITE);
  refuseBrokenLinks(SITE, process.env["DOCS_BASE"]);
  if (part === "--serve") serveSite();
}
