import { createClient } from "cloud-compute-sdk";
import { runSuite } from "../suite.js";

/** What the page offers to who drives the browser. */
Object.assign(globalThis, { runSuite, createClient });
