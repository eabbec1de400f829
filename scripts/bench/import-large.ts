import { stringify } from "yaml";
import { importDocument } from "../import/import-document.js";
import { largeDocument } from "./large-document.js";

/** Run in a copy of the project: takes in a made-up document of so many operations, and prints what that took. */
const operations = Number(process.argv[2]);
const text = stringify(largeDocument(operations), {
  aliasDuplicateObjects: false,
});
const [cpu, start] = [process.cpuUsage(), performance.now()];
const { changed } = await importDocument({ name: "large.yaml", text }, "rest");
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    operations,
    files: changed.length,
    wall: (performance.now() - start) / 1000,
    cpu: (user + system) / 1e6,
    // In kB on every system of Node's.
    rss: process.resourceUsage().maxRSS / 1024,
  }),
);
