import type { ReferenceEntry } from "../reference-entry.js";
import { createElement, getElement } from "./dom.js";
import {
  checkStatus,
  requestAction,
  sendRequest,
  showResult,
} from "./requests.js";
import { formatDuration } from "./timeline.js";

/** Starts the buttons and forms by which the user controls the emulator. */
export function startControls(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-ms]"))
    button.addEventListener("click", () => {
      const ms = Number(button.dataset["ms"]);
      void showResult(() => advanceClock(ms));
    });
  onSubmit("advance", (data) =>
    advanceClock(Number(field(data, "seconds")) * 1000),
  );
  onSubmit("run", runJob);
  onSubmit("fault-rule", addFaultRule);
}

/** Lists every route in the form of a fault rule, by resource. */
export function listRoutes(entries: readonly ReferenceEntry[]): void {
  const groups = new Map<string, HTMLOptGroupElement>();
  for (const { resource, route } of entries) {
    const group =
      groups.get(resource) ?? createElement("optgroup", { label: resource });
    group.append(new Option(route));
    groups.set(resource, group);
  }
  const select = getElement("route", HTMLSelectElement);
  select.replaceChildren(...groups.values(), new Option("POST /graphql"));
}

function onSubmit(id: string, act: (data: FormData) => Promise<string>): void {
  const form = getElement(id, HTMLFormElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void showResult(() => act(new FormData(form)));
  });
}

/** The text of a field; empty where the form has no such field. */
function field(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}

async function advanceClock(ms: number): Promise<string> {
  await requestAction("advance", { ms });
  return `The clock was advanced by ${formatDuration(ms)}.`;
}

async function runJob(data: FormData): Promise<string> {
  const path = `/v2/${encodeURIComponent(field(data, "slug"))}/run`;
  const input = { prompt: field(data, "prompt") };
  const response = await sendRequest("POST", path, { input });
  checkStatus(response);
  const { id } = JSON.parse(response.text) as { readonly id: string };
  return `Job ${id} was submitted.`;
}

async function addFaultRule(data: FormData): Promise<string> {
  const route = field(data, "route");
  const times = Number(field(data, "times"));
  const rule: Record<string, number> = { times };
  for (const name of ["status", "delay"]) {
    const value = field(data, name);
    if (value !== "") rule[name] = Number(value);
  }
  await requestAction("fault-rule", { route, rule });
  const requests = times === 1 ? "request" : `${times} requests`;
  return `The fault rule applies to the next ${requests} of ${route}.`;
}
