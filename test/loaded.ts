// What the client loads with its first use is loaded before a test stops the clock: a file comes in real time.
import "../src/jobs/late.js";
import "../src/rest-request.js";
