import { useState } from "preact/hooks";
import type { ReferenceEntry } from "../../emulator/page/reference-entry.js";
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
  const { reference } = useReference();
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
