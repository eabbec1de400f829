import type { RequestDetails } from "../server/details.js";
import type { RequestRow } from "../server/page-view.js";
import { CopyButton } from "../parts/buttons.js";
import { DetailsPanel, Facts, Section } from "../parts/details-panel.js";
import { JsonSection, JsonText } from "../parts/json-text.js";
import { hrefOf } from "../route.js";
import { curlCommand } from "../text/curl.js";
import {
  formatCount,
  formatDuration,
  formatJson,
  formatPreciseMoment,
} from "../text/format.js";
import { RequestStatus } from "./parts.js";

interface RequestDetailsPanelProps {
  /** The number of the request. */
  readonly id: string;
  /** Undefined for a request that is not in the list. */
  readonly row: RequestRow | undefined;
}

/** All of one request. */
export function RequestDetailsPanel({ id, row }: RequestDetailsPanelProps) {
  const label = `Request ${id}`;
  return (
    <DetailsPanel<RequestDetails>
      view="requests"
      id={id}
      label={label}
      row={row}
      titleOf={(request) =>
        request ? (
          <>
            {request.method} <code>{request.path}</code>
          </>
        ) : (
          label
        )
      }
      gone="This request is no longer recorded."
    >
      {(request) => <RequestParts request={request} />}
    </DetailsPanel>
  );
}

function RequestParts({ request }: { readonly request: RequestDetails }) {
  const { at, durationMs, query, headers, body, answer, jobId } = request;
  const duration =
    durationMs === undefined ? undefined : formatDuration(durationMs);
  return (
    <>
      <p class="lead">
        <RequestStatus request={request} />
        <span class="fill" />
        <CopyButton text={curlCommand(request, location.origin)}>
          Copy as curl
        </CopyButton>
      </p>
      <Section title="Request">
        <Facts
          facts={[
            ["Arrived", formatPreciseMoment(at)],
            ["Duration", duration],
            ["GraphQL", request.operation],
            [
              "Job",
              jobId === undefined ? undefined : (
                <a href={hrefOf("jobs", jobId)}>{jobId}</a>
              ),
            ],
          ]}
        />
      </Section>
      {Object.keys(query).length > 0 ? (
        <Section title="Query">
          <Facts facts={factsOf(query)} />
        </Section>
      ) : null}
      {body === undefined ? null : <JsonSection title="Body" value={body} />}
      <Answer answer={answer} />
      <Section title="Headers">
        <Facts facts={factsOf(headers)} />
      </Section>
      {answer && Object.keys(answer.headers).length > 0 ? (
        <Section title="Headers of the answer">
          <Facts facts={factsOf(answer.headers)} />
        </Section>
      ) : null}
    </>
  );
}

function factsOf(
  values: Readonly<Record<string, string | readonly string[]>>,
): [string, string][] {
  return Object.entries(values).map(([name, value]) => [
    name,
    [value].flat().join(", "),
  ]);
}

type AnswerView = NonNullable<RequestDetails["answer"]>;

function Answer({ answer }: { readonly answer: AnswerView | undefined }) {
  if (!answer)
    return (
      <Section title="Answer">
        <p class="quiet">There is no answer.</p>
      </Section>
    );
  const { body, length } = answer;
  if (body === undefined)
    return (
      <Section title="Answer">
        <p class="quiet">{missingBody(answer, length)}</p>
      </Section>
    );
  return (
    <Section
      title="Answer"
      actions={
        <CopyButton text={body} label="Copy answer">
          Copy
        </CopyButton>
      }
    >
      <JsonText label="Answer" text={formatJson(body)} />
    </Section>
  );
}

function missingBody(
  { headers }: AnswerView,
  length: number | undefined,
): string {
  if (length !== undefined)
    return `The answer of ${formatCount(length)} characters is not kept: long answers and old ones are dropped.`;
  const type = headers["content-type"];
  return type === undefined
    ? "The answer has no body."
    : `The answer is of the type ${type}, and was not kept.`;
}
