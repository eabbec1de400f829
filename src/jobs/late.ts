/** What not every program needs of jobs, loaded as one file with its first use. */
export { piecesOf, updatesOf, waitFor } from "./attend.js";
export { openFile } from "./download.js";
export { mapInputs } from "./map.js";
export { runSync } from "./run-sync.js";
export { save } from "./save.js";
