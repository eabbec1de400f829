import { buildSite } from "./docs/build-site.js";
import { refuseBrokenLinks } from "./docs/links.js";
import { refuseForeignParts } from "./docs/foreign-parts.js";

const SITE = "site";

/** `npm run docs`: builds the documentation site, which works without a network, and checks every link of it. */
if (!(await buildSite(SITE))) process.exitCode = 1;
await refuseForeignParts(SITE);
refuseBrokenLinks(SITE);
