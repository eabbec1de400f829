import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { hrefOf, type ViewName } from "../route.js";
import { countOf, formatCount } from "../text/format.js";
import { Cells, TableHead, type Column } from "./table.js";

const PAGE_LENGTH = 100;

interface ListViewProps<Item> {
  readonly view: ViewName;
  readonly title: string;
  /** The singular of what is listed. */
  readonly noun: string;
  /** In the order of the list. */
  readonly items: readonly Item[];
  /** How many items there are: not all of them may have been sent. */
  readonly total: number;
  readonly idOf: (item: Item) => string;
  /** Empty where no item is open. */
  readonly openId: string;
  readonly columns: readonly Column<Item>[];
  /** The texts in which the search looks. */
  readonly textsOf: (item: Item) => readonly string[];
  /** What the buttons above the list filter by. */
  readonly statusOf: (item: Item) => string;
  /** Value, text and count of each button; those that count nothing are not shown. */
  readonly statuses: readonly (readonly [string, string, number])[];
  /** What the choice above the list filters by. */
  readonly groupOf: (item: Item) => string;
  /** What the choice is called, and how it says that it filters nothing. */
  readonly groupLabels: readonly [label: string, all: string];
  /** What stands above the filters. */
  readonly top?: ComponentChildren;
  /** What stands behind the filters. */
  readonly tools: ComponentChildren;
  /** What is shown in place of the list and its filters, if anything. */
  readonly instead?: ComponentChildren;
  /** What is said where there is no item at all. */
  readonly empty: string;
  /** The panel of the open item. */
  readonly details: ComponentChildren;
}

/** A long list with filters. A click on a row, or Enter on its link, opens the item in a panel beside the list. */
export function ListView<Item>(props: ListViewProps<Item>) {
  const { title, openId, top, instead, details } = props;
  return (
    <main class={openId === "" ? "split" : "split has-details"}>
      <div class="list">
        <h2 class="hidden">{title}</h2>
        {top}
        {instead ?? <FilteredRows {...props} />}
      </div>
      {openId === "" ? null : details}
    </main>
  );
}

function FilteredRows<Item>(props: ListViewProps<Item>) {
  const { title, noun, items, total, textsOf, statusOf, groupOf } = props;
  const [status, setStatus] = useState("");
  const [group, setGroup] = useState("");
  const [search, setSearch] = useState("");
  const statuses = props.statuses.filter(
    ([value, , count]) => count > 0 || value === status,
  );
  const [groupLabel, allGroups] = props.groupLabels;
  const searchLabel = `Search ${title.toLowerCase()}`;
  const shown = items
    .filter((item) => ["", statusOf(item)].includes(status))
    .filter((item) => ["", groupOf(item)].includes(group))
    .filter((item) => matches(search, textsOf(item)));
  return (
    <>
      <div class="toolbar">
        <div class="chips" role="group" aria-label="Status">
          {[["", "All", total] as const, ...statuses].map(
            ([value, text, count]) => (
              <button
                key={value}
                type="button"
                aria-pressed={value === status}
                onClick={() => setStatus(value)}
              >
                {text} <span class="count">{formatCount(count)}</span>
              </button>
            ),
          )}
        </div>
        <span class="fill" />
        <select
          aria-label={groupLabel}
          value={group}
          onChange={({ currentTarget }) => setGroup(currentTarget.value)}
        >
          <option value="">{allGroups}</option>
          {[...new Set(items.map(groupOf))].sort().map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <input
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={search}
          spellcheck={false}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {props.tools}
      </div>
      <Rows
        {...props}
        items={shown}
        empty={total === 0 ? props.empty : `No ${noun} matches the filters.`}
      />
    </>
  );
}

/** Whether one of the texts holds each word of the search. */
function matches(search: string, texts: readonly string[]): boolean {
  const words = search.toLowerCase().split(/\s+/);
  const text = texts.join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

function Rows<Item>({
  view,
  title,
  noun,
  items,
  total,
  idOf,
  openId,
  columns,
  empty,
}: ListViewProps<Item>) {
  const [limit, setLimit] = useState(PAGE_LENGTH);
  const summary =
    items.length === total
      ? countOf(total, noun)
      : `${formatCount(items.length)} of ${countOf(total, noun)}`;
  return (
    <div class="rows">
      <table aria-label={title}>
        <TableHead columns={columns} />
        <tbody>
          {items.slice(0, limit).map((item) => (
            <tr
              key={idOf(item)}
              aria-current={idOf(item) === openId ? "true" : undefined}
              onClick={(event) => {
                if (!isSelecting(event))
                  location.hash = hrefOf(view, idOf(item));
              }}
            >
              <Cells columns={columns} item={item} />
            </tr>
          ))}
        </tbody>
      </table>
      {items.length === 0 ? <p class="empty">{empty}</p> : null}
      <p class="rows-foot">
        <span>{summary}</span>
        {items.length > limit ? (
          <button
            type="button"
            class="small"
            onClick={() => setLimit(limit + PAGE_LENGTH)}
          >
            Show {formatCount(Math.min(PAGE_LENGTH, items.length - limit))} more
          </button>
        ) : null}
      </p>
    </div>
  );
}

/** A click on a link or button is for that element, and the end of a selection is no click. */
function isSelecting({ target }: MouseEvent): boolean {
  const isOnControl =
    target instanceof Element && target.closest("a, button") !== null;
  return isOnControl || getSelection()?.isCollapsed === false;
}
