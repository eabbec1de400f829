import type { ComponentChildren } from "preact";

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
