import { sustain, type Load } from "./load.js";

/** Warms up the emulator for a second, says so, then sends the load and reports the result. */
const load = JSON.parse(process.argv[2] ?? "") as Load;
await sustain(load, 1);
process.send?.("warm");
process.send?.(await sustain(load, load.seconds));
process.disconnect();
