// Made by `npm run generate` from specs/rest.openapi.yaml and specs/jobs.openapi.yaml. Do not edit.

/** What one failed check says: where, which rule, and the rule's own figures. */
export interface Fault {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** True when the data is valid; otherwise `errors` holds what was wrong until the next call. */
export interface Validate {
  (data: unknown): boolean;
  errors?: readonly Fault[] | null;
}

/**
 * The checks of a request by route, and of a POST the members of its body, where the document lists them all. A query
 * validator turns strings into the declared types, in place.
 */
export declare const requests: Readonly<Record<string, { readonly body?: Validate; readonly query?: Validate; readonly members?: readonly string[] }>>;
