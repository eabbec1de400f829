import { afterAll, describe } from "vitest";
import { postgresLedger } from "../../../src/batch/postgres/index.js";
import { testBatches } from "../suite/batch-suite.js";
import { testLedger } from "../suite/ledger-suite.js";
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
describe("the spend store of postgresLedger", () =>
  testSpendStore(createLedger));
