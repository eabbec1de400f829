import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { countOf, formatCount } from "../text/format.js";

const PAGE_LENGTH = 100;

/** A column of a table. The class hides the column where the table is narrow. */
export type Column<Item> = readonly [
  title: string,
  className: string,
  cell: (item: Item) => ComponentChildren,
];

interface TableHeadProps {
  readonly columns: readonly Column<never>[];
}

export function TableHead({ columns }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map(([title, className]) => (
          <th key={title} scope="col" class={className}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface CellsProps<Item> {
  readonly columns: readonly Column<Item>[];
  readonly item: Item;
}

/** The cells of one row. A text that may be cut is shown in full by the pointer. */
export function Cells<Item>({ columns, item }: CellsProps<Item>) {
  return (
    <>
      {columns.map(([title, className, cell]) => {
        const content = cell(item);
        const hint = typeof content === "string" ? content : undefined;
        return (
          <td key={title} class={className} title={hint} data-label={title}>
            {content}
          </td>
        );
      })}
    </>
  );
}

interface RowsProps<Item> {
  /** What the table holds, for screen readers. */
  readonly label: string;
  /** The singular of what is listed. */
  readonly noun: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  /** How many items there are before any filter. */
  readonly total: number;
  readonly keyOf: (item: Item) => string;
  /** The address of the opened item. */
  readonly hrefOf: (item: Item) => string;
  /** Which items are open. */
  readonly isOpen: (item: Item) => boolean;
  readonly empty: ComponentChildren;
}

/** A long list: a click, or Enter on its link, opens a row. */
export function Rows<Item>({
  label,
  noun,
  columns,
  items,
  total,
  keyOf,
  hrefOf,
  isOpen,
  empty,
}: RowsProps<Item>) {
  const [limit, setLimit] = useState(PAGE_LENGTH);
  const shown = items.slice(0, limit);
  const summary =
    items.length === total
      ? countOf(total, noun)
      : `${formatCount(items.length)} of ${countOf(total, noun)}`;
  return (
    <div class="rows">
      <table aria-label={label}>
        <TableHead columns={columns} />
        <tbody>
          {shown.map((item) => (
            <tr
              key={keyOf(item)}
              aria-current={isOpen(item) ? "true" : undefined}
              onClick={(event) => {
                if (!isSelecting(event)) location.hash = hrefOf(item);
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
