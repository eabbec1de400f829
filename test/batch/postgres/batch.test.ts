import { afterAll, describe } from "vitest";
import { postgresLedger } from "../../../src/batch/postgres/index.js";
import { testBatches } from "../suite/batch-suite.js";
import { testEnds } from "../suite/end-suite.js";
import { testInterference } from "../suite/interference-suite.js";
import { testLedger } from "../suite/ledger-suite.js";
import { testRun } from "../suite/run-suite.js";
import { testPolicies } from "../suite/policy-suite.js";
import { testSafety } from "../suite/safety-suite.js";
import { testSpendStore } from "../suite/spend-suite.js";
import { PostgresServer } from "./server.js";

const server = await PostgresServer.create();
const pool = server.pool();
afterAll(async () => {
  await pool.end();
  await server.remove();
});

let ledgers = 0;
/** A ledger in a schema of its own. */
const createLedger = () =>
  postgresLedger({ pool, schema: `ledger_${ledgers++}` });

describe("postgresLedger", () => testLedger(createLedger));
describe("a batch in Postgres:", () => testBatches(createLedger));
describe("a batch in Postgres, where something goes wrong:", () =>
  testSafety(createLedger));
describe("a batch in Postgres, with interference:", () =>
  testInterference(createLedger));
describe("a batch in Postgres, with policies:", () =>
  testPolicies(createLedger));
describe("the end of work of a batch in Postgres:", () =>
  testEnds(createLedger));
describe("the spend store of postgresLedger", () =>
  testSpendStore(createLedger));
describe("batch.run with Postgres:", () => testRun(createLedger));
