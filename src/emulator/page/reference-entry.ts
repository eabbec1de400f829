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

/** How sure we are of an operation, and of each of its refusals by the reason in the table of refusals. */
export interface OperationEvidence {
  readonly certainty: "captured" | "documented" | "assumed";
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
