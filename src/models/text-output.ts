/** One answer of a language model. Its members differ from model to model. */
export interface TextChoice {
  readonly text?: string;
  readonly message?: {
    readonly role?: string;
    readonly content?: string | null;
  };
  readonly tokens?: readonly string[];
  readonly [name: string]: unknown;
}

/** What a language model answers with. */
export interface TextOutput {
  /** What the model wrote, as the service sends it. */
  readonly choices?: readonly TextChoice[];
  /** The text of the first choice; empty if it has none. The client adds this member. */
  readonly text: string;
  /** The pieces, where the service sends the text in several. `text` is the whole text, and `cost` that of all pieces. */
  readonly outputs?: readonly TextOutput[];
}

/** A piece of the answer of a language model, as `job.stream()` yields it. Its members differ from model to model. */
export interface TextPiece {
  readonly choices?: readonly TextChoice[];
  /** How many tokens were read and written until now. */
  readonly usage?: {
    readonly input?: number;
    readonly output?: number;
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
}

/** What a job streams where the caller gives no type: a language model sends pieces of its answer. */
export type PieceOf<Output> = Output extends TextOutput
  ? "choices" extends keyof Output
    ? TextPiece
    : unknown
  : unknown;
