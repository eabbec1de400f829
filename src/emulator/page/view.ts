/** What the page shows, as it is sent to it. Times are milliseconds since 1970 on the emulator's clock. */
export interface View {
  readonly now: number;
  /** Milliseconds of the clock for each real one; 0 where it stands still. */
  readonly pace: number;
  /** The newest first. */
  readonly jobs: readonly JobRow[];
  readonly jobCount: number;
  readonly tables: readonly Table[];
  /** The newest first. */
  readonly requests: readonly RequestRow[];
  readonly requestCount: number;
}

export interface JobRow {
  readonly slug: string;
  readonly id: string;
  readonly status: string;
  readonly submittedAt: number;
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
}

/** Resources of one kind. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** The newest first, each beginning with its id. */
  readonly rows: readonly (readonly string[])[];
  /** All of them, those not shown too. */
  readonly count: number;
}

export interface RequestRow {
  readonly number: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly ms: number | undefined;
}
