/** What the server sends to the page. Times are milliseconds since 1970 on the emulator's clock. */
export interface View {
  readonly now: number;
  /** Emulated milliseconds for each real millisecond; 0 for a manual clock. */
  readonly speed: number;
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

/** The resources of one kind. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** The newest first. The first cell of a row is the id. */
  readonly rows: readonly (readonly string[])[];
  /** How many resources there are, shown or not. */
  readonly count: number;
}

export interface RequestRow {
  readonly number: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly durationMs: number | undefined;
}
