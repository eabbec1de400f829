import { JsonText } from "../parts/json-text.js";
import type { ServiceAnswer } from "../service-answer.js";
import { formatDuration, formatJson } from "../text/format.js";
import { RequestStatus } from "./request-status.js";

interface AnswerPartProps {
  /** A text says why nothing was sent; undefined before the first request. */
  readonly answer: ServiceAnswer | string | undefined;
}

/** The status, the time and the body of an answer. */
export function AnswerPart({ answer }: AnswerPartProps) {
  if (answer === undefined) return null;
  if (typeof answer === "string") return <p class="error">{answer}</p>;
  const { status, durationMs, text } = answer;
  return (
    <div class="answer">
      <p class="lead" role="status">
        <RequestStatus request={{ status, durationMs }} />{" "}
        <span>{formatDuration(durationMs)}</span>
      </p>
      {text === "" ? (
        <p class="quiet">The answer has no body.</p>
      ) : (
        <JsonText label="Answer" text={formatJson(text)} />
      )}
    </div>
  );
}
