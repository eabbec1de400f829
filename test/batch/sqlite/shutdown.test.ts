import { testSignals } from "../../shutdown/signals-suite.js";

testSignals(true);
