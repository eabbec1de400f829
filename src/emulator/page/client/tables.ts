import type { RequestRow, Table, View } from "../view.js";
import {
  createElement,
  getElement,
  renderItems,
  setText,
  type ItemRenderer,
} from "./dom.js";
import { formatDuration } from "./timeline.js";

/** Shows one table for each kind of resource. The table of a kind without resources is closed. */
export function showTables({ tables }: View): void {
  renderItems(getElement("tables", HTMLElement), tables, {
    key: ({ title }) => title,
    create: createTable,
    update: updateTable,
  });
}

function createTable({ title, columns }: Table): HTMLElement {
  const headings = columns.map((text) =>
    createElement("th", { textContent: text, scope: "col" }),
  );
  const table = createElement(
    "table",
    {},
    createElement("thead", {}, createElement("tr", {}, ...headings)),
    createElement("tbody"),
  );
  const count = createElement("span", { className: "count" });
  return createElement(
    "details",
    {},
    createElement("summary", {}, title, " ", count),
    createScrollBox(table, title),
  );
}

/** A box that scrolls sideways, by keyboard too. */
function createScrollBox(table: HTMLElement, label: string): HTMLElement {
  const box = createElement("div", { className: "scroll", tabIndex: 0 }, table);
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
  return box;
}

function updateTable(element: HTMLElement, table: Table): void {
  const count = element.querySelector(".count");
  const body = element.querySelector("tbody");
  if (!count || !body || !(element instanceof HTMLDetailsElement)) return;
  const wasEmpty = (count.textContent || "0") === "0";
  const isEmpty = table.count === 0;
  if (wasEmpty !== isEmpty) element.open = !isEmpty;
  const { length } = table.rows;
  const limit = table.count > length ? `, the last ${length} shown` : "";
  setText(count, `${table.count}${limit}`);
  renderItems(body, table.rows, tableRows);
}

const tableRows: ItemRenderer<readonly string[]> = {
  key: ([id = ""]) => id,
  create: (row) => {
    const cells = row.map((_, column) =>
      createElement("td", { className: column === 0 ? "id" : "" }),
    );
    return createElement("tr", {}, ...cells);
  },
  update: (element, row) =>
    row.forEach((text, column) => {
      const cell = element.children[column];
      if (cell) setText(cell, text);
    }),
};

/** Shows the last requests, the newest first. */
export function showRequests({ requests, requestCount }: View): void {
  setText(getElement("request-count", HTMLElement), String(requestCount));
  getElement("no-requests", HTMLElement).hidden = requests.length > 0;
  renderItems(getElement("requests", HTMLElement), requests, {
    key: ({ number }) => String(number),
    create: createRequest,
    update: updateRequest,
  });
}

function createRequest({ at, method, path }: RequestRow): HTMLElement {
  return createElement(
    "tr",
    {},
    createElement("td", { className: "at", textContent: formatTime(at) }),
    createElement("td", { className: "verb", textContent: method }),
    createElement("td", { className: "path", textContent: path, title: path }),
    createElement("td", { className: "code" }),
    createElement("td", { className: "duration" }),
  );
}

function updateRequest(
  element: HTMLElement,
  { status, durationMs }: RequestRow,
): void {
  const code = element.querySelector(".code");
  const duration = element.querySelector(".duration");
  if (!code || !duration) return;
  setText(code, status === undefined ? "…" : String(status));
  const text = durationMs === undefined ? "" : formatDuration(durationMs);
  setText(duration, text);
  element.dataset["class"] = String(status ?? 0).charAt(0);
}

/** `"12:03:04"`, in the time zone of the browser. */
export function formatTime(time: number): string {
  return new Date(time).toLocaleTimeString([], { hour12: false });
}
