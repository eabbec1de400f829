/** What not every program needs of jobs, loaded as one file with its first use; by the names of the public calls. */
export {
  piecesOf as stream,
  updatesOf as watch,
  waitFor as wait,
} from "./attend.js";
export { openFile as download } from "./download.js";
export { mapInputs as map } from "./map.js";
export { runSync } from "./run-sync.js";
export { save as toFile } from "./save.js";
