import { join } from "node:path";
import { describe } from "vitest";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { testBatches } from "../suite/batch-suite.js";
import { testEnds } from "../suite/end-suite.js";
import { testInterference } from "../suite/interference-suite.js";
import { testLedger } from "../suite/ledger-suite.js";
import { testRun } from "../suite/run-suite.js";
import { testPolicies } from "../suite/policy-suite.js";
import { testSafety } from "../suite/safety-suite.js";
import { testSpendStore } from "../suite/spend-suite.js";
import { temporaryFolder } from "../suite/temporary-batch.js";

const createLedger = () => fileLedger(join(temporaryFolder(), "batches"));

describe("fileLedger", () => testLedger(createLedger));
describe("a batch in SQLite:", () => testBatches(createLedger));
describe("a batch in SQLite, where something goes wrong:", () =>
  testSafety(createLedger));
describe("a batch in SQLite, with interference:", () =>
  testInterference(createLedger));
describe("a batch in SQLite, with policies:", () => testPolicies(createLedger));
describe("the end of work of a batch in SQLite:", () => testEnds(createLedger));
describe("the spend store of fileLedger", () => testSpendStore(createLedger));

describe("batch.run with SQLite:", () => testRun(createLedger));
