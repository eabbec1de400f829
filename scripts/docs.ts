import { writeContent } from "./docs/content.js";
import { refuseForeignParts } from "./docs/foreign-parts.js";
import { refuseBrokenLinks } from "./docs/links.js";
import { buildWithVitepress, serveSite } from "./docs/vitepress.js";

const SITE = "site";

/**
 * `npm run docs`: builds the documentation site, which loads nothing from elsewhere, and checks every link of it.
 * `npm run docs -- --serve` serves it afterwards.
 */
await writeContent("website/content");
buildWithVitepress();
await refuseForeignParts(SITE);
refuseBrokenLinks(SITE, process.env["DOCS_BASE"]);
if (process.argv.includes("--serve")) serveSite();
