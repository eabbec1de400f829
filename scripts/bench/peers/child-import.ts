import { argumentOf } from "./argument.js";
import { cpuOf } from "./statistics.js";

/** Microseconds of CPU that the import of a package costs a process that has started. */
const name = argumentOf() as string;
process.send?.(await cpuOf(() => import(name)));
