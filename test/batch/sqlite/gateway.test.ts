import { join } from "node:path";
import { describe } from "vitest";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { testGateways } from "../suite/gateway-suite.js";
import { temporaryFolder } from "../suite/temporary-batch.js";

describe("a batch in SQLite behind gateways:", () =>
  testGateways(() => fileLedger(join(temporaryFolder(), "batches"))));
