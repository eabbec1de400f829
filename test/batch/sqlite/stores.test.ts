import { describe } from "vitest";
import { testBatches } from "../suite/batch-suite.js";
import { testLedger } from "../suite/ledger-suite.js";
import { testSpendStore } from "../suite/spend-suite.js";
import { createFileLedger } from "../suite/temporary-batch.js";

describe("fileLedger", () => testLedger(createFileLedger));
describe("a batch in SQLite:", () => testBatches(createFileLedger));
describe("the spend store of fileLedger", () =>
  testSpendStore(createFileLedger));
