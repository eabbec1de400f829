/** One operation in words, as the page shows it. `npm run generate` makes these from the specs. */
export interface ReferenceEntry {
  /** The member of the client, such as `"pods"`, or `"v2.pods"` of a further surface. */
  readonly resource: string;
  /** `"list"` */
  readonly name: string;
  /** `"GET /pods"` */
  readonly route: string;
  /** The POST spelling of an update. */
  readonly synonym?: string;
  /** What the paths of the surface begin with, such as `/v1`; may be empty. */
  readonly prefix: string;
  readonly summary: string;
  readonly description: string;
  readonly fields: readonly ReferenceField[];
  /** The type of the response body; empty where there is none. */
  readonly answer: string;
}

/**
 * How sure we are of an answer. `captured`: somebody printed an answer of the running service. `stated`: somebody who
 * tried it says so. `documented`: a document of the service describes the answer. `assumed`: nothing of these.
 */
export interface AnswerEvidence {
  readonly certainty: "captured" | "stated" | "documented" | "assumed";
  /** When the answer was last seen: a day, a month, a year, or two of these joined by " to ". */
  readonly date?: string;
}

/** How sure we are of an operation, and of each of its refusals by the reason in the table of refusals. */
export interface OperationEvidence extends AnswerEvidence {
  readonly refusals: Readonly<
    Record<string, "captured" | "documented" | "assumed">
  >;
}

/** A parameter, or a member of the body. */
export interface ReferenceField {
  readonly name: string;
  readonly in: "path" | "query" | "body";
  readonly type: string;
  readonly required?: boolean;
  readonly description: string;
}
