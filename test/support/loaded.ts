// What the client loads with its first use is loaded before a test stops the clock: a file comes in real time.
import { loadLate } from "../../src/jobs/load.js";

await loadLate("test", undefined);
