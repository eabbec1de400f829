import type { ReferenceEntry } from "../reference-entry.js";
import type { View } from "../view.js";
import { listRoutes, startControls } from "./controls.js";
import { getElement, setText } from "./dom.js";
import { startExplorer, type GraphqlSample } from "./explorer.js";
import { showReference } from "./reference.js";
import { formatTime, showRequests, showTables } from "./tables.js";
import { showJobs, startTimeline } from "./timeline.js";

const TABS = ["live", "reference", "graphql"];

startControls();
startTimeline();
showTab();
addEventListener("hashchange", showTab);
watchEmulator();
await loadReference();

/** Shows the live view. When the emulator is restarted, the browser reconnects by itself. */
function watchEmulator(): void {
  const connection = getElement("connection", HTMLElement);
  const source = new EventSource("/_emulator/events");
  source.addEventListener("open", () => {
    connection.className = "on";
    setText(connection, "live");
  });
  source.addEventListener("error", () => {
    connection.className = "off";
    setText(connection, "not connected");
  });
  source.addEventListener("message", ({ data }) => {
    const view = JSON.parse(String(data)) as View;
    setText(getElement("clock", HTMLElement), formatTime(view.now));
    showJobs(view);
    showTables(view);
    showRequests(view);
  });
}

/** Loads the description of the service: its operations, documents and models. */
async function loadReference(): Promise<void> {
  const response = await fetch("/_emulator/reference");
  const { reference, samples, models } = (await response.json()) as {
    readonly reference: readonly ReferenceEntry[];
    readonly samples: readonly GraphqlSample[];
    readonly models: readonly string[];
  };
  const modelList = getElement("models", HTMLDataListElement);
  modelList.replaceChildren(...models.map((slug) => new Option(slug)));
  listRoutes(reference);
  showReference(reference);
  startExplorer(samples);
}

function showTab(): void {
  const wanted = location.hash.slice(1);
  const selected = TABS.includes(wanted) ? wanted : "live";
  for (const tab of TABS) {
    getElement(tab, HTMLElement).hidden = tab !== selected;
    const link = document.querySelector(`nav a[href="#${tab}"]`);
    if (tab === selected) link?.setAttribute("aria-current", "page");
    else link?.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
}
