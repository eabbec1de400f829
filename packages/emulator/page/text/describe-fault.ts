import type { FaultRuleView, FaultView } from "../server/view.js";
import { countOf, formatCount, formatDuration } from "./format.js";

/** What a fault rule will do, as the two parts of a sentence: the name of the route stands between the parts. */
interface FaultSentence {
  readonly subject: string;
  readonly effect: string;
}

/** `"The next 2 requests of"`, `"get the status 503."` */
export function describeFault({
  rule,
  remaining,
  toSkip,
}: Pick<FaultView, "rule" | "remaining" | "toSkip">): FaultSentence {
  const isOne = remaining === 1 || remaining === null;
  const effects = effectsOf(rule, isOne).join(" and ");
  const { probability = 1 } = rule;
  const chance =
    probability < 1
      ? `, each with a probability of ${Number((probability * 100).toFixed(1))} %`
      : "";
  return {
    subject: subjectOf(remaining, toSkip),
    effect: `${effects}${chance}.`,
  };
}

function subjectOf(remaining: number | null, toSkip: number): string {
  const scope = scopeOf(remaining);
  if (toSkip === 0) return `${scope} of`;
  const skipped = countOf(toSkip, "more request");
  return `After ${skipped}, ${scope.toLowerCase()} of`;
}

function scopeOf(remaining: number | null): string {
  if (remaining === null) return "Each request";
  if (remaining === 1) return "The next request";
  return `The next ${formatCount(remaining)} requests`;
}

function effectsOf(rule: FaultRuleView, isOne: boolean): string[] {
  const verb = (one: string, many: string) => (isOne ? one : many);
  const effects: string[] = [];
  const { delay, reset, truncate } = rule;
  if (delay !== undefined)
    effects.push(`${verb("waits", "wait")} ${formatDuration(delay)} first`);
  if (reset !== undefined) {
    const [is, was] = isOne ? ["it is", "it was"] : ["they are", "they were"];
    const when = reset === "before" ? `before ${is}` : `after ${was}`;
    const loses = verb("loses", "lose");
    effects.push(`${loses} the connection ${when} carried out`);
    return effects;
  }
  const response = responseOf(rule, isOne);
  if (response !== undefined)
    effects.push(`${verb("gets", "get")} ${response}`);
  if (truncate !== undefined)
    effects.push(
      `${verb("loses", "lose")} the connection after ${formatCount(truncate)} bytes of the answer`,
    );
  return effects;
}

/** What a rule responds with; undefined where the request is answered as usual. */
function responseOf(rule: FaultRuleView, isOne: boolean): string | undefined {
  const { status, headers, body, delay, truncate, edge, refusal } = rule;
  const { carriedOut = edge === 502 || edge === 524 } = rule;
  const isResponse = [status, headers, body, edge, refusal].some(
    (part) => part !== undefined,
  );
  const isOther = delay !== undefined || truncate !== undefined;
  if (!isResponse && isOther) return undefined;
  const edgeStatus = edge === 1010 ? 403 : edge;
  const defaultStatus = body === undefined ? 500 : 200;
  const parts = [
    ...Object.keys(headers ?? {}).map((name) => `the header ${name}`),
    ...(body === undefined ? [] : ["a body of the rule"]),
    ...(edge === undefined ? [] : ["the page of the edge"]),
    ...(refusal === undefined ? [] : [`the refusal "${refusal}"`]),
  ];
  const extras = parts.length === 0 ? "" : ` with ${parts.join(" and ")}`;
  const done = isOne ? "it is" : "they are";
  const not = isOne ? "is not" : "are not";
  const fate = carriedOut ? `although ${done}` : `and ${not}`;
  const shown =
    refusal === undefined
      ? `the status ${edgeStatus ?? status ?? defaultStatus}${extras}`
      : parts.join(" and ");
  return `${shown}, ${fate} carried out`;
}
