import { showProduct } from "./demo/scenes.js";

/**
 * `npm run demo`: shows the product on the emulator in a few seconds, both from their sources. With the name of an
 * example, runs that example.
 */
if (process.argv.length > 2) await import("./example.js");
else await showProduct();
