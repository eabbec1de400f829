import { describe } from "vitest";
import { fileSpendStore, fileStore } from "../../../src/batch/index.js";
import { testBatches } from "../suite/batch-suite.js";
import { testEnds } from "../suite/end-suite.js";
import { testInterference } from "../suite/interference-suite.js";
import { testSafety } from "../suite/safety-suite.js";
import { testSpendStore } from "../suite/spend-suite.js";
import { testStore } from "../suite/store-suite.js";
import { temporaryFolder } from "../suite/temporary-batch.js";

const createStore = () => fileStore(temporaryFolder());

describe("a batch in SQLite:", () => testBatches(createStore));
describe("a batch in SQLite, where something goes wrong:", () =>
  testSafety(createStore));
describe("a batch in SQLite, with interference:", () =>
  testInterference(createStore));
describe("the end of work of a batch in SQLite:", () => testEnds(createStore));
describe("fileStore", () => testStore(createStore));
describe("fileSpendStore", () =>
  testSpendStore(() => fileSpendStore(temporaryFolder())));
