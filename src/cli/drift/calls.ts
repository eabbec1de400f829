import type { Finding } from "./change.js";
import { fieldChange } from "./phrases.js";
import { code, type Place } from "./words.js";

/** `"GET /pods/{}"`: what a route is on the wire. */
export function nameless(route: string): string {
  return route.replace(/\{[^{}]*\}/g, "{}");
}

export function operationChange(
  route: string,
  name: string | undefined,
  how: "gone" | "new",
): Finding {
  const verdict = how === "gone" ? "breaking" : "new";
  return { verdict, line: `${code(name ?? route)} is ${how}`, route };
}

/** The client's own functions take ids by position; the paths of `rest` name them. */
export function renamed(route: string, now: string): Finding[] {
  if (route === now) return [];
  const line = `${code(route)} of \`rest\` is now ${code(now)}`;
  return [{ verdict: "breaking", line }];
}

/** What an operation answers, or what it answers with a status of failure. */
export function answered(route: string, name: string, status = ""): Place {
  const subject = `${name}() ${status}`.trim();
  return { direction: "answered", subject, route, path: [] };
}

export function calledChange(
  route: string,
  before: string,
  after: string,
): Finding[] {
  if (before === after) return [];
  const line = `${code(before)} is now called ${code(after)}`;
  return [{ verdict: "breaking", line, route }];
}

export function deprecatedOperation(route: string, name: string): Finding {
  return { verdict: "deprecated", line: `${code(name)} is deprecated`, route };
}

/** `"limit"` of the query, `"header X-Trace"` of any other place. */
export function parameterName(key: string): string {
  return key.replace(/^query /, "");
}

export function parameterAdded(
  place: Place,
  isRequired: boolean,
  movesOptions: boolean,
): Finding {
  const change = fieldChange(place, isRequired ? "new and needed" : "new");
  return movesOptions && !isRequired
    ? {
        verdict: "breaking",
        line: `${change.line}: the options of a call move behind it`,
      }
    : change;
}

/** A body stands before the options of a call: even one that may be left out moves them. */
export function bodyChange(
  { subject, route }: Place,
  how: "gone" | "new" | "needed" | "optional",
): Finding {
  const words = {
    gone: "no longer takes a body",
    new: "now takes a body: the options of a call move behind it",
    needed: "now needs a body",
    optional: "no longer needs a body",
  };
  return {
    verdict: how === "optional" ? "compatible" : "breaking",
    line: `${code(subject)} ${words[how]}`,
    ...(route !== undefined && { route }),
  };
}

export function answerChange(
  { subject, route }: Place,
  how: "gone" | "new",
): Finding {
  const answers = how === "gone" ? "no longer answers" : "now answers";
  return {
    verdict: how === "gone" ? "breaking" : "new",
    line: `${code(subject.replace(/\(\)$/, ""))} ${answers} a body`,
    ...(route !== undefined && { route }),
  };
}
