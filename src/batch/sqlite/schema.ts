/** The number of the format of the tables. A change of a table needs the next number, and a migration in `createTables`. */
export const FORMAT = 1;

/**
 * Inputs and outputs have tables of their own: SQLite writes a whole row with each change, and they may be large. Triggers
 * keep `totals`, so that counting does not read the items; what removed items cost is under the state `removed`.
 */
export const SCHEMA = `
CREATE TABLE meta (id INTEGER PRIMARY KEY, format INTEGER NOT NULL, file TEXT NOT NULL);
CREATE TABLE batches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  definition TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  isDeleted INTEGER NOT NULL DEFAULT 0,
  paused INTEGER NOT NULL DEFAULT 0,
  maxCost INTEGER,
  concurrency INTEGER,
  maxFailures REAL,
  claims INTEGER NOT NULL DEFAULT 0,
  finishes INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE workers (
  id TEXT PRIMARY KEY,
  batch INTEGER NOT NULL,
  sequence INTEGER NOT NULL DEFAULT 0,
  expiresAt REAL NOT NULL,
  hasEnded INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE endpoints (
  slug TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  burst REAL NOT NULL,
  perSecond REAL NOT NULL,
  tokens REAL NOT NULL,
  refilledAt REAL NOT NULL,
  blockedUntil REAL NOT NULL,
  allowance INTEGER,
  breaker TEXT
) WITHOUT ROWID;
CREATE TABLE items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch INTEGER NOT NULL,
  key TEXT NOT NULL,
  priority REAL NOT NULL,
  policy TEXT,
  metadata TEXT,
  estimate INTEGER,
  version INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'queued',
  worker TEXT,
  attempt INTEGER NOT NULL DEFAULT 0,
  claim TEXT,
  claimedAt REAL,
  retries INTEGER NOT NULL DEFAULT 0,
  dueAt REAL,
  jobId TEXT,
  submittedAt REAL,
  outputBytes INTEGER,
  errorCode TEXT,
  errorMessage TEXT,
  cost INTEGER NOT NULL DEFAULT 0,
  reserved INTEGER NOT NULL DEFAULT 0,
  "order" INTEGER,
  finishedAt REAL,
  delivered INTEGER NOT NULL DEFAULT 0,
  UNIQUE (batch, key)
);
CREATE TABLE inputs (id INTEGER PRIMARY KEY, input TEXT NOT NULL);
CREATE TABLE outputs (id INTEGER PRIMARY KEY, output TEXT NOT NULL);
CREATE INDEX queued ON items (batch, priority DESC, id) WHERE state = 'queued';
CREATE INDEX open ON items (batch, state, id) WHERE state <> 'completed';
CREATE INDEX held ON items (worker) WHERE worker IS NOT NULL;
CREATE INDEX finished ON items (batch, "order") WHERE "order" IS NOT NULL;
CREATE INDEX unsuccessful ON items (batch, state, "order") WHERE state IN ('failed', 'lost');
CREATE INDEX undelivered ON items (batch, "order") WHERE "order" IS NOT NULL AND delivered = 0;
CREATE TABLE totals (
  batch INTEGER NOT NULL,
  state TEXT NOT NULL,
  delivered INTEGER NOT NULL,
  count INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  PRIMARY KEY (batch, state, delivered)
) WITHOUT ROWID;
CREATE TRIGGER count_added AFTER INSERT ON items BEGIN
  INSERT INTO totals VALUES (NEW.batch, NEW.state, NEW.delivered, 1, NEW.cost, NEW.reserved)
    ON CONFLICT DO UPDATE SET
      count = count + 1, cost = cost + NEW.cost, reserved = reserved + NEW.reserved;
END;
CREATE TRIGGER count_changed AFTER UPDATE OF state, delivered, cost, reserved ON items BEGIN
  UPDATE totals SET count = count - 1, cost = cost - OLD.cost, reserved = reserved - OLD.reserved
    WHERE batch = OLD.batch AND state = OLD.state AND delivered = OLD.delivered;
  INSERT INTO totals VALUES (NEW.batch, NEW.state, NEW.delivered, 1, NEW.cost, NEW.reserved)
    ON CONFLICT DO UPDATE SET
      count = count + 1, cost = cost + NEW.cost, reserved = reserved + NEW.reserved;
END;
CREATE TRIGGER count_removed AFTER DELETE ON items BEGIN
  UPDATE totals SET count = count - 1, cost = cost - OLD.cost, reserved = reserved - OLD.reserved
    WHERE batch = OLD.batch AND state = OLD.state AND delivered = OLD.delivered;
  INSERT INTO totals VALUES (OLD.batch, 'removed', 1, 0, OLD.cost + OLD.reserved, 0)
    ON CONFLICT DO UPDATE SET cost = cost + OLD.cost + OLD.reserved;
  DELETE FROM inputs WHERE id = OLD.id;
  DELETE FROM outputs WHERE id = OLD.id;
END;
CREATE TABLE spent (id INTEGER PRIMARY KEY, units INTEGER NOT NULL);
INSERT INTO spent VALUES (1, 0);
CREATE TABLE spendEntries (id TEXT PRIMARY KEY, units INTEGER NOT NULL, expiresAt REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX expiring ON spendEntries (expiresAt);
CREATE TABLE webhookValues (key TEXT PRIMARY KEY, value TEXT NOT NULL, expiresAt REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX forgettable ON webhookValues (expiresAt);
`;
