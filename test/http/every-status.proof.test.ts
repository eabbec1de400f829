import { CASES, testEveryStatus } from "./every-status/table.js";

testEveryStatus(() => CASES);
