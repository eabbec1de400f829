import { readCaptures } from "../../../../spec-tools/src/generate/parse/captures.js";
import { operationNames } from "../../../../../generated/surfaces/operations.js";
import type { Capture } from "../../../../spec-tools/src/document/capture.js";

/** Every capture of `specs/captures`. */
export const captures: readonly Capture[] = await readCaptures("specs");

/** The route of an operation by its name; undefined where no OpenAPI document has it. */
export function routeOf(name: string): string | undefined {
  const entries = Object.entries(operationNames);
  return entries.find(([, each]) => each === name)?.[0];
}

/** The part of a body that the capture shows; undefined where it shows none, or a text. */
export function shownBody({ body, bodyContains }: Capture): unknown {
  return body ?? bodyContains;
}

/** The recorded words that the shown body does not hold: those that a `TEXT` in it stands for. */
function hiddenWords(capture: Capture): string {
  const shown = JSON.stringify(shownBody(capture));
  return (capture.words ?? [])
    .filter((words) => !shown.includes(JSON.stringify(words).slice(1, -1)))
    .join("; ");
}

/** The whole path of a route, with the version of the management API. */
export function pathOf(route: string): string {
  const [, path = ""] = route.split(" ");
  return path.startsWith("/v2/") ? path : `/v1${path}`;
}

/** The answer as a response: the recorded words take the place of the first `TEXT`. */
export function responseOf(capture: Capture): Response {
  const { status, headers = {}, text, textContains = "" } = capture;
  const number = status === "4xx" ? 400 : status;
  const shown = shownBody(capture);
  if (shown === undefined) {
    const hasBody = number !== 204;
    const words = text ?? textContains;
    return new Response(hasBody ? words : null, { status: number, headers });
  }
  const words = hiddenWords(capture);
  const filled = words === "" ? JSON.stringify(shown) : fillText(shown, words);
  const type = headers["content-type"] ?? "application/json";
  return new Response(filled, {
    status: number,
    headers: { ...headers, "content-type": type },
  });
}

/** The JSON of a value in which `words` replace the first text with `TEXT`. */
function fillText(value: unknown, words: string): string {
  let isFilled = false;
  return JSON.stringify(value, (_, member: unknown) => {
    if (isFilled || typeof member !== "string" || !member.includes("TEXT"))
      return member;
    isFilled = true;
    return words;
  });
}

/** Whether a capture shows how a public model answers. */
export function isModelAnswer({ name }: Capture): boolean {
  return name.startsWith("models/run-sync--");
}
