import type { RequestRow, Table, View } from "../view.js";
import { element, follow, part, say } from "./dom.js";
import { duration } from "./timeline.js";

/** The resources, a table a kind; a kind without any is one line. */
export function showTables({ tables }: View): void {
  follow(
    part("tables", HTMLElement),
    tables,
    ({ title }) => title,
    makeTable,
    updateTable,
  );
}

function makeTable({ title, columns }: Table): HTMLElement {
  const head = element(
    "tr",
    {},
    ...columns.map((text) =>
      element("th", { textContent: text, scope: "col" }),
    ),
  );
  const table = element(
    "table",
    {},
    element("thead", {}, head),
    element("tbody"),
  );
  return element(
    "details",
    {},
    element("summary", {}, title, " ", element("span", { className: "count" })),
    scroller(table, title),
  );
}

/** A box that scrolls sideways, by keyboard too. */
function scroller(table: HTMLElement, name: string): HTMLElement {
  const box = element("div", { className: "scroll", tabIndex: 0 }, table);
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", name);
  return box;
}

function updateTable(made: HTMLElement, { rows, count: all }: Table): void {
  const count = made.querySelector(".count");
  const body = made.querySelector("tbody");
  if (!count || !body || !(made instanceof HTMLDetailsElement)) return;
  const wasEmpty = (count.textContent || "0") === "0";
  if (wasEmpty !== (all === 0)) made.open = all > 0;
  const more = all > rows.length ? `, the last ${rows.length} shown` : "";
  say(count, `${all}${more}`);
  follow(
    body,
    rows,
    ([id = ""]) => id,
    (row) => element("tr", {}, ...row.map((_, column) => cell(column === 0))),
    (line, row) =>
      row.forEach((text, column) => {
        const node = line.children[column];
        if (node) say(node, text);
      }),
  );
}

function cell(isId: boolean): HTMLElement {
  return element("td", { className: isId ? "id" : "" });
}

/** The last requests, the newest first. */
export function showRequests({ requests, requestCount }: View): void {
  say(part("request-count", HTMLElement), String(requestCount));
  part("no-requests", HTMLElement).hidden = requests.length > 0;
  follow(
    part("requests", HTMLElement),
    requests,
    ({ number }) => String(number),
    ({ at, method, path }) =>
      element(
        "tr",
        {},
        element("td", { className: "at", textContent: clockTime(at) }),
        element("td", { className: "verb", textContent: method }),
        element("td", { className: "path", textContent: path, title: path }),
        element("td", { className: "code" }),
        element("td", { className: "ms" }),
      ),
    updateRequest,
  );
}

function updateRequest(line: HTMLElement, { status, ms }: RequestRow): void {
  const [code, lasted] = [...line.children].slice(-2);
  if (!code || !lasted) return;
  say(code, status === undefined ? "…" : String(status));
  say(lasted, ms === undefined ? "" : duration(ms));
  line.dataset["class"] = String(status ?? 0).charAt(0);
}

/** `"12:03:04"`, in the time zone of the reader. */
export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour12: false });
}
