import type { JobDetails } from "../server/details.js";
import type { JobRow, RequestRow } from "../server/page-view.js";
import { CopyButton } from "../parts/buttons.js";
import { DetailsPanel, Facts, Section } from "../parts/details-panel.js";
import { JsonSection } from "../parts/json-text.js";
import { hrefOf } from "../route.js";
import {
  formatDuration,
  formatPreciseMoment,
  formatUsd,
} from "../text/format.js";
import {
  isOfEmulator,
  isShowable,
  mediaOf,
  sourceOf,
  type Media,
} from "../text/media.js";
import { JobActions, RequestStatus, StatusText } from "./parts.js";

interface JobDetailsPanelProps {
  readonly id: string;
  /** Undefined for a job that is not in the list. */
  readonly row: JobRow | undefined;
  readonly now: number;
}

/** All of one job. */
export function JobDetailsPanel({ id, row, now }: JobDetailsPanelProps) {
  return (
    <DetailsPanel<JobDetails>
      view="jobs"
      id={id}
      label={`Job ${id}`}
      row={row}
      titleOf={() => <code>{id}</code>}
      gone="This job is gone: it ended, and its time was over."
    >
      {(job) => <JobParts job={job} now={now} />}
    </DetailsPanel>
  );
}

function JobParts({
  job,
  now,
}: {
  readonly job: JobDetails;
  readonly now: number;
}) {
  const { input, output, error, warnings, chunks } = job;
  const media = mediaOf(output);
  return (
    <>
      <p class="lead">
        <StatusText status={job.status} /> <code>{job.slug}</code>
        <span class="fill" />
        <CopyButton text={job.id}>Copy id</CopyButton>
        <JobActions job={job} />
      </p>
      {error === undefined ? null : (
        <Section title="Error">
          <p class="error">{error}</p>
        </Section>
      )}
      {warnings.length === 0 ? null : (
        <Section title="Warnings">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Section>
      )}
      {media.map((each) => (
        <MediaPart key={each.url} media={each} text={promptOf(input)} />
      ))}
      {output === undefined ? null : (
        <JsonSection title="Output" value={output} />
      )}
      {output === undefined && chunks.length > 0 ? (
        <JsonSection title="Output so far" value={chunks} />
      ) : null}
      <JsonSection title="Input" value={input} />
      <Times job={job} now={now} />
      <Requests requests={job.requests} />
    </>
  );
}

/** The prompt in an input; empty where there is none. */
function promptOf(input: unknown): string {
  const { prompt } = Object(input) as { readonly prompt?: unknown };
  return typeof prompt === "string" ? prompt : "";
}

interface MediaPartProps {
  readonly media: Media;
  /** The prompt of the job. */
  readonly text: string;
}

function MediaPart({ media, text }: MediaPartProps) {
  const { kind, url } = media;
  const title = kind.charAt(0).toUpperCase() + kind.slice(1);
  return (
    <Section
      title={title}
      actions={
        <a href={url} target="_blank" rel="noreferrer">
          Open
        </a>
      }
    >
      {isShowable(media) ? (
        <figure>
          <MediaElement media={media} />
          {isOfEmulator(media) ? (
            <figcaption class="quiet">
              Placeholder{text === "" ? "" : ` for “${text}”`}: the emulator
              runs no model.
            </figcaption>
          ) : null}
        </figure>
      ) : (
        <p class="quiet">The page shows no files of other hosts.</p>
      )}
    </Section>
  );
}

function MediaElement({ media }: { readonly media: Media }) {
  const { kind } = media;
  const source = sourceOf(media);
  if (kind === "picture")
    return <img src={source} alt="The picture that the job made" />;
  if (kind === "film")
    return (
      <video src={source} controls loop muted aria-label="Film of the job" />
    );
  return <audio src={source} controls aria-label="Sound of the job" />;
}

function Times({
  job,
  now,
}: {
  readonly job: JobDetails;
  readonly now: number;
}) {
  const { submittedAt, queuedAt, startedAt, endedAt, cost, worker } = job;
  const moment = (time: number | undefined) =>
    time === undefined ? undefined : formatPreciseMoment(time);
  const waited = (startedAt ?? endedAt ?? now) - queuedAt;
  const ran =
    startedAt === undefined ? undefined : (endedAt ?? now) - startedAt;
  const costText = cost === undefined ? undefined : formatUsd(cost);
  const source =
    job.costSource === "worker time"
      ? "the time of its worker"
      : "as its output says";
  return (
    <Section title="Times, cost and worker">
      <Facts
        facts={[
          ["Submitted", moment(submittedAt)],
          ["Started", moment(startedAt)],
          ["Ended", moment(endedAt)],
          ["Waited", formatDuration(Math.max(0, waited))],
          ["Ran", ran === undefined ? undefined : formatDuration(ran)],
          ["Time limit", formatDuration(job.timeoutMs)],
          ["Kept until", moment(job.keptUntil)],
          ["Cost", costText && `${costText}, ${source}`],
          ["Worker", worker && <code>{worker.id}</code>],
          ["Hardware", worker?.hardware],
          ["Data center", worker?.dataCenterId],
          ["Retries", job.retries > 0 ? job.retries : undefined],
          ["Webhook", job.webhook && <code>{job.webhook}</code>],
          [
            "Webhook attempts",
            job.webhook === undefined ? undefined : job.webhookAttempts,
          ],
          ["Next webhook", moment(job.nextWebhookAt)],
        ]}
      />
    </Section>
  );
}

function Requests({ requests }: { readonly requests: readonly RequestRow[] }) {
  return (
    <Section title="Requests">
      {requests.length === 0 ? (
        <p class="quiet">No recorded request is about this job.</p>
      ) : (
        <ul class="links">
          {requests.map((request) => (
            <li key={request.number}>
              <a href={hrefOf("requests", String(request.number))}>
                <b>{request.method}</b> <code>{request.path}</code>
              </a>
              <RequestStatus request={request} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
