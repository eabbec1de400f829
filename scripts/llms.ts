import { writeFileSync } from "node:fs";
import { renderLlms } from "./docs/llms.js";

/** `npm run llms`: writes llms.txt from the guides. A test fails where the file is stale. */
writeFileSync("llms.txt", renderLlms());
