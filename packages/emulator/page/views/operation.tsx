import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { EvidenceView } from "../server/evidence-view.js";
import type {
  ReferenceEntry,
  ReferenceField,
} from "../server/reference-entry.js";
import { sendRequest } from "../calls.js";
import type { LiveState } from "../live/live-state.js";
import { CopyButton } from "../parts/buttons.js";
import { DetailsPanel, Section } from "../parts/details-panel.js";
import { useReference, type ReferenceData } from "../reference-data.js";
import { hrefOf } from "../route.js";
import { AnswerPart } from "./answer-part.js";
import { curlCommand } from "../text/curl.js";
import { fillIds } from "../text/fill-ids.js";
import { formatResource } from "../text/format.js";
import { sdkLine } from "../text/sdk-line.js";
import type { CopiedRequest } from "../text/copied-request.js";
import type { ServiceAnswer } from "../service-answer.js";

interface OperationPanelProps {
  readonly entry: ReferenceEntry;
  readonly state: LiveState;
}

/** One operation: what it does, takes and returns, and a form that sends it. */
export function OperationPanel({ entry, state }: OperationPanelProps) {
  const { resource, summary, description, route, prefix, fields } = entry;
  const [method = "", path = ""] = route.split(" ");
  const { retiredPrefixes, evidence } = useReference();
  const known = evidence[route];
  return (
    <DetailsPanel
      title={`${formatResource(resource)}: ${summary}`}
      label={summary}
      closeHref={hrefOf("reference")}
    >
      <p class="lead">
        <b class="method" data-method={method}>
          {method}
        </b>{" "}
        <code>{prefix + path}</code>
      </p>
      {retiredPrefixes.includes(prefix) ? (
        <p class="error">
          This emulator answers 410: the quirk <code>retired</code> is on.
        </p>
      ) : null}
      <p>{withCode(description)}</p>
      <p class="quiet">{notesOf(entry)}</p>
      <RequestForm entry={entry} state={state} />
      {fields.length > 0 ? (
        <Section title="Parameters">
          <Fields fields={fields} />
        </Section>
      ) : null}
      {known ? <Evidence evidence={known} /> : null}
    </DetailsPanel>
  );
}

/** The parts between backticks become code. */
function withCode(text: string): ComponentChildren[] {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}

function notesOf({ answer, synonym, resource, name }: ReferenceEntry): string {
  const sentences = [`Returns ${answer === "" ? "no body" : answer}.`];
  if (synonym !== undefined) sentences.push(`Also available as ${synonym}.`);
  if (resource !== "jobs")
    sentences.push(`In the client: cloud.${resource}.${name}.`);
  return sentences.join(" ");
}

function Fields({ fields }: { readonly fields: readonly ReferenceField[] }) {
  return (
    <dl class="fields">
      {fields.map((field) => (
        <div key={`${field.in} ${field.name}`}>
          <dt>
            <code>{field.name}</code>
            <span class="quiet">
              {" "}
              {field.in}, {field.type}
              {field.required ? (
                <>
                  , <b>required</b>
                </>
              ) : null}
            </span>
          </dt>
          <dd>{withCode(field.description)}</dd>
        </div>
      ))}
    </dl>
  );
}

const CERTAINTY_WORDS = {
  captured: "captured live",
  stated: "stated by somebody who tried them",
  documented: "documented",
  assumed: "assumed",
};

/** How sure the emulator is of the operation and of each of its refusals. */
function Evidence({ evidence }: { readonly evidence: EvidenceView }) {
  return (
    <Section title="Evidence">
      <p>
        The answers of this operation are {CERTAINTY_WORDS[evidence.certainty]}
        {evidence.date ? ` (${evidence.date})` : ""}. The operation refuses a
        request if:
      </p>
      <dl class="fields">
        {evidence.refusals.map(({ when, status, certainty, source, quirk }) => (
          <div key={when}>
            <dt>
              {withCode(when)}
              <span class="quiet">
                : {status}, {CERTAINTY_WORDS[certainty]}
                {quirk ? (
                  <>
                    , with the quirk <code>{quirk}</code>
                  </>
                ) : null}
              </span>
            </dt>
            <dd>{withCode(source)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function RequestForm({ entry, state }: OperationPanelProps) {
  const data = useReference();
  const [method = ""] = entry.route.split(" ");
  const [path, setPath] = useState(() => samplePath(entry, state));
  const [body, setBody] = useState(() => sampleBody(entry, data, state));
  const [answer, setAnswer] = useState<ServiceAnswer | string>();
  const takesBody = body !== undefined;
  const send = async () => {
    try {
      const value: unknown = takesBody ? JSON.parse(body) : undefined;
      setAnswer(await sendRequest(method, path, value));
    } catch (error) {
      setAnswer(error instanceof Error ? error.message : String(error));
    }
  };
  const request = () => copiedRequest(method, path, body);
  return (
    <form
      class="request-form"
      aria-label="Send a request"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div class="line">
        <label class="fill">
          Path
          <input
            class="mono"
            value={path}
            spellcheck={false}
            onInput={({ currentTarget }) => setPath(currentTarget.value)}
          />
        </label>
        <button>Send</button>
      </div>
      {takesBody ? (
        <label>
          Body, JSON
          <textarea
            class="mono"
            rows={Math.min(16, body.split("\n").length + 2)}
            spellcheck={false}
            value={body}
            onInput={({ currentTarget }) => setBody(currentTarget.value)}
          />
        </label>
      ) : null}
      <p class="line">
        <CopyButton
          text={() => Promise.resolve(curlCommand(request(), location.origin))}
        >
          Copy as curl
        </CopyButton>
        <CopyButton
          text={() =>
            Promise.resolve(sdkLine(data.reference, request(), location.origin))
          }
        >
          Copy as SDK call
        </CopyButton>
      </p>
      <AnswerPart answer={answer} />
    </form>
  );
}

/** The request of the form. A body that is not valid JSON is an error of the copy. */
function copiedRequest(
  method: string,
  address: string,
  body: string | undefined,
): CopiedRequest {
  const { pathname, searchParams } = new URL(address, location.origin);
  const query: Record<string, string[]> = {};
  for (const name of new Set(searchParams.keys()))
    query[name] = searchParams.getAll(name);
  return {
    method,
    path: pathname,
    query,
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  };
}

/** The path with the ids of what the account owns, the newest of each kind. */
function samplePath({ route, prefix }: ReferenceEntry, state: LiveState) {
  const [, path = ""] = route.split(" ");
  return fillIds(prefix + path, sampleIds(state));
}

/** The example body, with the ids of what the account owns; undefined where the operation takes no body. */
function sampleBody(
  { route, fields }: ReferenceEntry,
  { bodies }: ReferenceData,
  state: LiveState,
): string | undefined {
  const takesBody = fields.some((field) => field.in === "body");
  if (!takesBody) return undefined;
  const text = JSON.stringify(bodies[route] ?? {}, undefined, 2);
  return fillIds(text, sampleIds(state));
}

/** The ids that stand for the parameters of a path. */
function sampleIds({
  resources,
  jobs,
}: LiveState): Readonly<Record<string, string | undefined>> {
  const { pods, endpoints, volumes, templates, registryAuths, secrets } =
    resources;
  const job = [...jobs.values()].at(-1);
  const owned = endpoints.items.find(({ isOwned }) => isOwned);
  const serverless = templates.items.find(({ isServerless }) => isServerless);
  return {
    podId: pods.items[0]?.id,
    endpointId: owned?.id,
    workerId: owned?.workers[0]?.id,
    networkVolumeId: volumes.items[0]?.id,
    templateId: (serverless ?? templates.items[0])?.id,
    containerRegistryAuthId: registryAuths.items[0]?.id,
    secretId: secrets.items[0]?.id,
    gpuTypeId: "NVIDIA%20L4",
    cpuFlavorId: "cpu3c",
    dataCenterId: "EU-RO-1",
    slug: job?.slug ?? "flux-schnell",
    jobId: job?.id,
  };
}
