import { ApiError } from "../http/api-error.js";
import type { Route } from "../http/operations.js";
import type { SurfaceName } from "../http/surface-name.js";
import { findRow } from "./evidence.js";
import { refusalRows, type RefusalReason, type RefusalRow } from "./table.js";

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
    const row = refusalRows.find((each) => each.reason === reason);
    const words = row?.words.replace(/^(\{operation\}: )+(graphql: )?/, "");
    const status = row?.status ?? 500;
    super(status, fill(words ?? reason, values), {
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
  const verb = action ?? VERBS[method] ?? "";
  const operation = `${verb} ${NOUNS[resource] ?? resource}`;
  return {
    ...own,
    status: row.status,
    message: fill(row.words, { ...error.values, operation }),
    problems: error.problems?.map((each) =>
      each.replace("{resource}", resource),
    ),
    code: row.code,
    param: error.values["param"]?.toString() || undefined,
    shape: row.shape,
  };
}

/** How the refusals of version 0.1.0 name what a route does: "create pod", "start pod". */
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
