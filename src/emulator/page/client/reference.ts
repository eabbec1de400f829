import type { ReferenceEntry, ReferenceField } from "../reference-entry.js";
import {
  createElement,
  getElement,
  renderDescription,
  setText,
} from "./dom.js";
import { formatJson, sendRequest } from "./requests.js";

/** Shows the reference of the REST and job APIs, with a form at each operation that sends a request. */
export function showReference(entries: readonly ReferenceEntry[]): void {
  const resources = new Set(entries.map(({ resource }) => resource));
  const sections = [...resources].map((name) =>
    createElement(
      "section",
      {},
      createElement("h3", { textContent: name }),
      ...entries.filter(({ resource }) => resource === name).map(createEntry),
    ),
  );
  getElement("operations", HTMLElement).replaceChildren(...sections);
  const search = getElement("search", HTMLInputElement);
  search.addEventListener("input", () => filterEntries(search.value));
}

/** Shows only the operations that contain every word of the search. */
function filterEntries(search: string): void {
  const words = search.toLowerCase().split(/\s+/);
  const operations = getElement("operations", HTMLElement);
  for (const entry of operations.querySelectorAll("details")) {
    const text = entry.textContent.toLowerCase();
    entry.hidden = !words.every((word) => text.includes(word));
  }
  for (const section of operations.querySelectorAll("section"))
    section.hidden = !section.querySelector("details:not([hidden])");
}

function createEntry(entry: ReferenceEntry): HTMLElement {
  const [method = "", path = ""] = entry.route.split(" ");
  const summary = createElement(
    "summary",
    {},
    createElement("span", { className: `verb ${method}`, textContent: method }),
    createElement("code", { textContent: entry.prefix + path }),
    createElement("span", { className: "summary", textContent: entry.summary }),
  );
  // The details are created when the entry is first opened. Until then, this text makes the entry searchable.
  const fieldNames = entry.fields.map(({ name }) => name).join(" ");
  const body = createElement("div", {
    textContent: `${entry.description} ${fieldNames}`,
  });
  const element = createElement(
    "details",
    { className: "operation" },
    summary,
    body,
  );
  const createDetails = () =>
    body.replaceChildren(...entryDetails(entry, method, path));
  element.addEventListener("toggle", createDetails, { once: true });
  return element;
}

function entryDetails(
  entry: ReferenceEntry,
  method: string,
  path: string,
): HTMLElement[] {
  const { description, fields } = entry;
  const details: HTMLElement[] = [
    createElement("p", {}, ...renderDescription(description)),
    createElement("p", {
      className: "quiet",
      textContent: describeResponse(entry),
    }),
  ];
  if (fields.length > 0) details.push(createFieldList(fields));
  details.push(createRequestForm(method, entry.prefix + path, fields));
  return details;
}

function describeResponse(entry: ReferenceEntry): string {
  const { answer, synonym, name, resource } = entry;
  const sentences = [`Returns ${answer === "" ? "no body" : answer}.`];
  if (synonym !== undefined) sentences.push(`Also available as ${synonym}.`);
  if (resource !== "jobs")
    sentences.push(`In the client: ${resource}.${name}.`);
  return sentences.join(" ");
}

function createFieldList(fields: readonly ReferenceField[]): HTMLElement {
  const rows = fields.map((field) => {
    const required = field.required ? ", required" : "";
    const properties = createElement("span", {
      className: "quiet",
      textContent: ` ${field.in}, ${field.type}${required}`,
    });
    const name = createElement("code", { textContent: field.name });
    return createElement(
      "div",
      {},
      createElement("dt", {}, name, properties),
      createElement("dd", {}, ...renderDescription(field.description)),
    );
  });
  return createElement("dl", {}, ...rows);
}

/** A form that sends a request to the operation and shows the response. */
function createRequestForm(
  method: string,
  path: string,
  fields: readonly ReferenceField[],
): HTMLElement {
  const address = createElement("input", { value: path, spellcheck: false });
  address.setAttribute("aria-label", "Path");
  const body = createElement("textarea", {
    value: "{}",
    rows: 4,
    spellcheck: false,
  });
  body.setAttribute("aria-label", "Body, JSON");
  const result = createElement("pre", { hidden: true, tabIndex: 0 });
  const button = createElement("button", {}, "Send");
  const line = createElement("div", { className: "line" }, address, button);
  const form = createElement("form", { className: "request-form" }, line);
  const takesBody = fields.some((field) => field.in === "body");
  if (takesBody) form.append(body);
  form.append(result);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const bodyText = takesBody ? body.value : "";
    void sendAndShow(method, address.value, bodyText, result);
  });
  return form;
}

async function sendAndShow(
  method: string,
  path: string,
  bodyText: string,
  result: HTMLElement,
): Promise<void> {
  try {
    const body: unknown = bodyText === "" ? undefined : JSON.parse(bodyText);
    const { status, text } = await sendRequest(method, path, body);
    setText(result, `${status}\n${formatJson(text)}`);
  } catch (error) {
    setText(result, String(error));
  }
  result.hidden = false;
}
