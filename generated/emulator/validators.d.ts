// Made by `npm run generate` from specs/rest.openapi.yaml and specs/jobs.openapi.yaml. Do not edit.

/** Why a value is not valid: where, by which rule, and with which limits of the rule. */
export interface ValidationIssue {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** True when the data is valid; otherwise `errors` holds the issues until the next call. */
export interface Validate {
  (data: unknown): boolean;
  errors?: readonly ValidationIssue[] | null;
}

/**
 * The checks of a request by route, and of a POST the members of its body, where the document lists them all. A query
 * validator turns strings into the declared types, in place.
 */
export declare const requests: Readonly<Record<string, { readonly body?: Validate; readonly query?: Validate; readonly members?: readonly string[] }>>;
