/**
 * Inputs have a table of their own: SQLite writes a whole row with each change, and an input may be large. Triggers keep
 * `totals`, so that counting does not read the items. A row in `deletion` closes the batch. The index `free` holds the
 * items that a process may take, in the order of taking.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS batch (
  id INTEGER PRIMARY KEY,
  definition TEXT NOT NULL,
  paused INTEGER NOT NULL DEFAULT 0,
  finishes INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS deletion (id INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS workers (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS items (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  policy TEXT,
  priority REAL NOT NULL,
  state TEXT NOT NULL DEFAULT 'queued',
  version INTEGER NOT NULL DEFAULT 0,
  worker TEXT,
  attempt INTEGER NOT NULL DEFAULT 0,
  claim TEXT,
  claimedAt REAL,
  jobId TEXT,
  submittedAt REAL,
  otherJobs TEXT,
  output TEXT,
  outputBytes INTEGER,
  error TEXT,
  cost INTEGER NOT NULL DEFAULT 0,
  reserved INTEGER NOT NULL DEFAULT 0,
  finishOrder INTEGER,
  finishedAt REAL,
  delivered INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS inputs (position INTEGER PRIMARY KEY, input TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS free ON items (state, priority DESC, position)
  WHERE worker IS NULL AND state IN ('queued', 'running');
CREATE INDEX IF NOT EXISTS held ON items (worker) WHERE worker IS NOT NULL;
CREATE INDEX IF NOT EXISTS finished ON items (finishOrder) WHERE finishOrder IS NOT NULL;
CREATE INDEX IF NOT EXISTS undelivered ON items (finishOrder)
  WHERE finishOrder IS NOT NULL AND delivered = 0;
CREATE INDEX IF NOT EXISTS unfinished ON items (state, position) WHERE state <> 'completed';
CREATE INDEX IF NOT EXISTS unsuccessful ON items (state, finishOrder) WHERE state IN ('failed', 'lost');
CREATE TABLE IF NOT EXISTS totals (
  state TEXT NOT NULL,
  delivered INTEGER NOT NULL,
  count INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  PRIMARY KEY (state, delivered)
) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS count_added AFTER INSERT ON items BEGIN
  INSERT INTO totals VALUES (NEW.state, NEW.delivered, 1, NEW.cost, NEW.reserved)
    ON CONFLICT DO UPDATE SET
      count = count + 1, cost = cost + NEW.cost, reserved = reserved + NEW.reserved;
END;
CREATE TRIGGER IF NOT EXISTS count_changed AFTER UPDATE OF state, delivered, cost, reserved ON items BEGIN
  UPDATE totals SET count = count - 1, cost = cost - OLD.cost, reserved = reserved - OLD.reserved
    WHERE state = OLD.state AND delivered = OLD.delivered;
  INSERT INTO totals VALUES (NEW.state, NEW.delivered, 1, NEW.cost, NEW.reserved)
    ON CONFLICT DO UPDATE SET
      count = count + 1, cost = cost + NEW.cost, reserved = reserved + NEW.reserved;
END;
`;

/** Finds free items of one state. Repeats the condition of the index `free`: SQLite would read all items otherwise. */
export const FIND_FREE = `
SELECT position FROM items
WHERE worker IS NULL AND state IN ('queued', 'running') AND state = ?
ORDER BY priority DESC, position LIMIT ?`;

/** SQLite gives whole numbers that JavaScript cannot hold exactly only as REAL. */
export const READ_TOTALS = `
SELECT state, delivered, count, CAST(cost AS REAL) AS cost, CAST(reserved AS REAL) AS reserved
FROM totals`;

/** The first output that is not delivered, or the first result if a hundred results came before that output. */
export const READ_OLDEST = `
SELECT finishedAt FROM (
  SELECT state, finishOrder, finishedAt FROM items
  WHERE finishOrder IS NOT NULL AND delivered = 0
  ORDER BY finishOrder LIMIT 100
)
ORDER BY state <> 'completed', finishOrder LIMIT 1`;

export const TAKE =
  "UPDATE items SET worker = ?, version = version + 1 WHERE position = ? RETURNING *";

/**
 * Releases all items of a process that has ended, or that stops working on the batch. A claimed item with a job id was
 * a retry of that job: the status of the job shows whether the retry arrived.
 */
export const RELEASE = `
UPDATE items SET
  state = CASE
    WHEN state = 'submitting' AND jobId IS NULL THEN 'inDoubt'
    WHEN state = 'submitting' THEN 'running'
    ELSE state
  END,
  worker = NULL,
  version = version + 1
WHERE worker = ?`;
