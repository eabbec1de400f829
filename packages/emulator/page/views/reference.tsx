import { useState } from "preact/hooks";
import type {
  AnswerEvidence,
  ReferenceEntry,
} from "../server/reference-entry.js";
import type { LiveState } from "../live/live-state.js";
import { matches, SearchField } from "../parts/filters.js";
import { useReference } from "../reference-data.js";
import { hrefOf } from "../route.js";
import { formatResource } from "../text/format.js";
import { OperationPanel } from "./operation.js";

interface ReferenceViewProps {
  readonly state: LiveState;
  /** The name of the open operation, such as `pods.list`; empty where none is open. */
  readonly openName: string;
}

/** Every operation of REST and of the job API, by resource. */
export function ReferenceView({ state, openName }: ReferenceViewProps) {
  const { reference, otherEvidence } = useReference();
  const [search, setSearch] = useState("");
  const found = reference.filter(
    (entry) => search === "" || matches(search, searchTexts(entry)),
  );
  const resources = [...new Set(found.map(({ resource }) => resource))];
  // The form of an operation names what the account owns.
  const open = state.isKnown
    ? reference.find((entry) => nameOf(entry) === openName)
    : undefined;
  return (
    <main class={open ? "manual has-details" : "manual"}>
      <div class="index">
        <h2 class="hidden">Reference</h2>
        <div class="toolbar">
          <SearchField
            label="Search operations"
            value={search}
            onChange={setSearch}
          />
        </div>
        <nav aria-label="Operations">
          {resources.map((resource) => (
            <section key={resource}>
              <h3>{formatResource(resource)}</h3>
              <ul>
                {found
                  .filter((entry) => entry.resource === resource)
                  .map((entry) => (
                    <li key={entry.route}>
                      <OperationLink entry={entry} isOpen={entry === open} />
                    </li>
                  ))}
              </ul>
            </section>
          ))}
          {found.length === 0 ? (
            <p class="empty">No operation matches the search.</p>
          ) : null}
        </nav>
        {Object.entries(otherEvidence).map(([title, evidence]) => (
          <EvidenceList
            key={title}
            title={title}
            search={search}
            evidence={evidence}
          />
        ))}
      </div>
      {open ? (
        <OperationPanel key={openName} entry={open} state={state} />
      ) : (
        <p class="empty choose">
          Choose an operation to read about it and to send it.
        </p>
      )}
    </main>
  );
}

/** How sure the emulator is of answers that have no operation of their own: those of models, for example. */
function EvidenceList({
  title,
  search,
  evidence,
}: {
  readonly title: string;
  readonly search: string;
  readonly evidence: Readonly<Record<string, AnswerEvidence>>;
}) {
  const found = Object.entries(evidence).filter(
    ([name]) => search === "" || matches(search, [title, name]),
  );
  if (found.length === 0) return null;
  return (
    <section>
      <h3>Evidence: {title}</h3>
      <ul>
        {found.map(([name, { certainty, date }]) => (
          <li key={name}>
            {name}{" "}
            <span class="quiet">
              {certainty}
              {date ? ` (${date})` : ""}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf({ resource, name }: ReferenceEntry): string {
  return `${resource}.${name}`;
}

function searchTexts(entry: ReferenceEntry): string[] {
  const { resource, route, synonym = "", summary } = entry;
  return [formatResource(resource), nameOf(entry), route, synonym, summary];
}

function OperationLink({
  entry,
  isOpen,
}: {
  readonly entry: ReferenceEntry;
  readonly isOpen: boolean;
}) {
  const [method = ""] = entry.route.split(" ");
  return (
    <a
      href={hrefOf("reference", nameOf(entry))}
      aria-current={isOpen ? "true" : undefined}
    >
      <b class="method" data-method={method}>
        {method}
      </b>{" "}
      {entry.summary}
    </a>
  );
}
