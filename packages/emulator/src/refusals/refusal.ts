import { ApiError } from "../http/api-error.js";
import type { Route } from "../http/operations.js";
import type { SurfaceName } from "../http/surface-name.js";
import {
  findRow,
  refusalRows,
  type RefusalReason,
  type RefusalRow,
} from "./table.js";

type Values = Readonly<Record<string, string | number>>;

interface Details {
  readonly headers?: Readonly<Record<string, string>>;
  /** Each rule that the request breaks. */
  readonly problems?: readonly string[];
  /** What the words of the service leave open: it goes into a warning, so that the words stay as they are. */
  readonly advice?: string;
}

/** A refusal of the emulated service. The table says how each surface answers. */
export class Refusal extends ApiError {
  readonly reason: RefusalReason;
  readonly values: Values;
  readonly problems: readonly string[] | undefined;
  readonly advice: string | undefined;

  /** @param given fills the `{names}` in the words of the table; a text fills `{problem}` */
  constructor(
    reason: RefusalReason,
    given: Values | string = {},
    { headers, problems, advice }: Details = {},
  ) {
    const values = typeof given === "string" ? { problem: given } : given;
    const [{ status, words }] = refusalRows[reason];
    super(status, fill(words, values), {
      ...headers,
      ...(advice !== undefined && { "x-emulator-warning": advice }),
    });
    this.advice = advice;
    this.reason = reason;
    this.values = values;
    this.problems = problems;
  }
}

/** What a surface answers for an error. */
export interface ErrorAnswer {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly problems?: readonly string[] | undefined;
  readonly code?: RefusalRow["code"];
  /** The parameter that is wrong, where the refusal names one. */
  readonly param?: string | undefined;
  readonly shape?: RefusalRow["shape"];
}

/** Anything but an ApiError is a defect of the emulator: 500. */
export function answerOf(
  error: unknown,
  surface: SurfaceName,
  route?: Route,
): ErrorAnswer {
  if (!(error instanceof ApiError)) {
    const defect = `the emulator failed: ${String(error)}`;
    return answerOf(new ApiError(500, defect), surface);
  }
  const { status, message, headers } = error;
  const own = { status, message, headers };
  if (!(error instanceof Refusal)) return own;
  const row = findRow(error.reason, surface, route);
  if (!row) return own;
  const [method = "", path = ""] = (route ?? "").split(" ");
  const [, resource = "", , action] = path.split("/");
  const operation = `${action ?? VERBS[method]} ${NOUNS[resource] ?? resource}: `;
  const isPrefixed =
    surface === "rest" && row.status === 500 && row.shape === undefined;
  // An endpoint is created by GraphQL, whose words the service quotes.
  const prefix =
    resource === "endpoints" ? `${operation + operation}graphql: ` : operation;
  return {
    ...own,
    status: row.status,
    message: (isPrefixed ? prefix : "") + fill(row.words, error.values),
    problems: error.problems?.map((each) =>
      each.replace("{resource}", resource),
    ),
    code: row.code,
    param: error.values["param"]?.toString() || undefined,
    shape: row.shape,
  };
}

/** What version 0.1.0 writes before a refusal with 500: what the route does, such as "create pod" or "start pod". */
const VERBS: Readonly<Record<string, string>> = {
  GET: "get",
  POST: "create",
  PATCH: "update",
  DELETE: "delete",
};
const NOUNS: Readonly<Record<string, string>> = {
  pods: "pod",
  endpoints: "endpoint",
  networkvolumes: "network volume",
  templates: "template",
  containerregistryauth: "container registry auth",
};

function fill(words: string, values: Values): string {
  return words.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? ""),
  );
}
