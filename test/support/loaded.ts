// Files that the client loads at first use are loaded before a test stops the clock: a file arrives in real time.
import { loadInputCheck, loadJobParts } from "../../src/jobs/load.js";
import { loadMap } from "../../src/jobs/model.js";

await loadJobParts("test", undefined);
await loadMap("test", undefined);
await loadInputCheck("test", undefined);
