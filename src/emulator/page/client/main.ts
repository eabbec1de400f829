import type { ReferenceEntry } from "../reference-entry.js";
import type { View } from "../view.js";
import { offerRoutes, startControls } from "./controls.js";
import { part, say } from "./dom.js";
import { startExplorer, type Sample } from "./explorer.js";
import { showReference } from "./reference.js";
import { clockTime, showRequests, showTables } from "./tables.js";
import { showJobs, startTimeline } from "./timeline.js";

const tabs = ["live", "reference", "graphql"];

startControls();
startTimeline();
showTab();
addEventListener("hashchange", showTab);
watch();
await loadManual();

/** The live view, for as long as the emulator runs; the browser comes back by itself when it is started again. */
function watch(): void {
  const link = part("link", HTMLElement);
  const source = new EventSource("/_emulator/events");
  source.addEventListener("open", () => {
    link.className = "on";
    say(link, "live");
  });
  source.addEventListener("error", () => {
    link.className = "off";
    say(link, "not connected");
  });
  source.addEventListener("message", ({ data }) => {
    const view = JSON.parse(String(data)) as View;
    say(part("clock", HTMLElement), clockTime(view.now));
    showJobs(view);
    showTables(view);
    showRequests(view);
  });
}

/** What is known of the service before anything happens. */
async function loadManual(): Promise<void> {
  const response = await fetch("/_emulator/manual");
  const { reference, samples, models } = (await response.json()) as {
    readonly reference: readonly ReferenceEntry[];
    readonly samples: readonly Sample[];
    readonly models: readonly string[];
  };
  const list = part("models", HTMLDataListElement);
  list.replaceChildren(...models.map((slug) => new Option(slug)));
  offerRoutes(reference);
  showReference(reference);
  startExplorer(samples);
}

function showTab(): void {
  const wanted = location.hash.slice(1);
  const chosen = tabs.includes(wanted) ? wanted : "live";
  for (const tab of tabs) {
    part(tab, HTMLElement).hidden = tab !== chosen;
    const link = document.querySelector(`nav a[href="#${tab}"]`);
    if (tab === chosen) link?.setAttribute("aria-current", "page");
    else link?.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
}
