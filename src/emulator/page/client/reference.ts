import type { ReferenceEntry, ReferenceField } from "../reference-entry.js";
import { element, part, prose, say } from "./dom.js";
import { pretty, send } from "./post.js";

/** The reference of the REST and job APIs, with a form at each operation that sends it. */
export function showReference(entries: readonly ReferenceEntry[]): void {
  const resources = new Set(entries.map(({ resource }) => resource));
  part("operations", HTMLElement).replaceChildren(
    ...[...resources].map((name) =>
      element(
        "section",
        {},
        element("h3", { textContent: name }),
        ...entries.filter(({ resource }) => resource === name).map(makeEntry),
      ),
    ),
  );
  const search = part("search", HTMLInputElement);
  search.addEventListener("input", () => sift(search.value));
}

/** Hides what does not hold every word that is looked for. */
function sift(wanted: string): void {
  const words = wanted.toLowerCase().split(/\s+/);
  const operations = part("operations", HTMLElement);
  for (const entry of operations.querySelectorAll("details")) {
    const text = entry.textContent.toLowerCase();
    entry.hidden = !words.every((word) => text.includes(word));
  }
  for (const group of operations.querySelectorAll("section"))
    group.hidden = !group.querySelector("details:not([hidden])");
}

function makeEntry(entry: ReferenceEntry): HTMLElement {
  const [method = "", path = ""] = entry.route.split(" ");
  const summary = element(
    "summary",
    {},
    element("span", { className: `verb ${method}`, textContent: method }),
    element("code", { textContent: entry.prefix + path }),
    element("span", { className: "what", textContent: entry.summary }),
  );
  const made = element("details", { className: "operation" }, summary);
  // The rest is made when it is first looked at, but is searched by these words.
  const body = element("div", {
    textContent: `${entry.description} ${entry.fields.map(({ name }) => name).join(" ")}`,
  });
  made.append(body);
  const fill = () => body.replaceChildren(...describe(entry, method, path));
  made.addEventListener("toggle", fill, { once: true });
  return made;
}

function describe(
  entry: ReferenceEntry,
  method: string,
  path: string,
): HTMLElement[] {
  const { description, fields, answer, synonym, name, resource } = entry;
  const also = synonym === undefined ? "" : ` Also spelled ${synonym}.`;
  const call =
    resource === "jobs" ? "" : ` In the client: ${resource}.${name}.`;
  return [
    element("p", {}, ...prose(description)),
    element("p", {
      className: "quiet",
      textContent: `Answers ${answer === "" ? "without a body" : answer}.${also}${call}`,
    }),
    ...(fields.length > 0 ? [fieldTable(fields)] : []),
    trial(method, entry.prefix + path, fields),
  ];
}

function fieldTable(fields: readonly ReferenceField[]): HTMLElement {
  const rows = fields.map((field) =>
    element(
      "div",
      {},
      element(
        "dt",
        {},
        element("code", { textContent: field.name }),
        element("span", {
          className: "quiet",
          textContent: ` ${field.in}, ${field.type}${field.required ? ", required" : ""}`,
        }),
      ),
      element("dd", {}, ...prose(field.description)),
    ),
  );
  return element("dl", {}, ...rows);
}

/** A form that sends the operation; what it answered is shown below. */
function trial(
  method: string,
  path: string,
  fields: readonly ReferenceField[],
): HTMLElement {
  const address = element("input", { value: path, spellcheck: false });
  address.setAttribute("aria-label", "Path");
  const takesBody = fields.some((field) => field.in === "body");
  const body = element("textarea", { value: "{}", rows: 4, spellcheck: false });
  body.setAttribute("aria-label", "Body, JSON");
  const result = element("pre", { hidden: true, tabIndex: 0 });
  const form = element(
    "form",
    { className: "trial" },
    element(
      "div",
      { className: "line" },
      address,
      element("button", {}, "Send"),
    ),
    ...(takesBody ? [body] : []),
    result,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run(method, address.value, takesBody ? body.value : "", result);
  });
  return form;
}

async function run(
  method: string,
  path: string,
  body: string,
  result: HTMLElement,
): Promise<void> {
  try {
    const parsed: unknown = body === "" ? undefined : JSON.parse(body);
    const { status, text } = await send(method, path, parsed);
    say(result, `${status}\n${pretty(text)}`);
  } catch (error) {
    say(result, String(error));
  }
  result.hidden = false;
}
