import { testSignals } from "./signals-suite.js";

testSignals(false);
