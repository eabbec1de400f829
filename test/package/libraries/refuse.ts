import { register } from "node:module";

// Loaded before the program of libraries.test.ts: `REFUSED` names the package that cannot be found.
register("./resolve.ts", import.meta.url, { data: process.env["REFUSED"] });
