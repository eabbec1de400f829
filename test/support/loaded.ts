// Files that the client loads at first use are loaded before a test stops the clock: a file arrives in real time.
import { loadPlatform } from "../../src/http/as-fetch.js";
import { loadFailureParts } from "../../src/http/load-failure.js";
import { loadRedaction } from "../../src/http/load-redaction.js";
import { loadEvents } from "../../src/http/transport.js";
import { loadInputCheck } from "../../src/jobs/check-written.js";
import { loadJobParts } from "../../src/jobs/load.js";
import { loadRawCalls } from "../../src/rest/client.js";
import { loadMap } from "../../src/jobs/model.js";

await loadJobParts("test", undefined);
await loadMap("test", undefined);
await loadInputCheck("test", undefined);
await loadEvents("test", undefined);
await loadPlatform("test", undefined);
await loadRawCalls("test", undefined);
await loadFailureParts("test", undefined);
await loadRedaction("test");
