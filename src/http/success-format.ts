/** What the document of a surface says of the successes of a call. */
export interface SuccessFormat {
  /** The statuses of the successes without a body. */
  readonly empty?: readonly number[];
  /** What the body of the request must hold for a success without a body. */
  readonly emptyOnlyFor?: Readonly<Record<string, unknown>>;
  /** The member by which the success of a change shows that it is the service's own. */
  readonly promised?: string | undefined;
  /** The id in the path of a change: its success shows no other. */
  readonly id?: string;
  /** The body of the request, where its members decide which success is the service's own. */
  readonly sent?: unknown;
}
