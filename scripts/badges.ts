import { writeFileSync } from "node:fs";
import { renderBadges } from "./docs/badges.js";

/** `npm run badges`: draws the badges of the README from package.json. A test fails where the file is stale. */
writeFileSync("guides/images/badges.svg", renderBadges());
