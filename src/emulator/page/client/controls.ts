import type { ReferenceEntry } from "../reference-entry.js";
import { element, part } from "./dom.js";
import { expectOk, post, send, tell } from "./post.js";
import { duration } from "./timeline.js";

/** The buttons and forms with which the user drives the emulator. */
export function startControls(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-ms]"))
    button.addEventListener("click", () => {
      const ms = Number(button.dataset["ms"]);
      void tell(() => advance(ms));
    });
  onSubmit("advance", (data) => advance(Number(data["seconds"]) * 1000));
  onSubmit("run", runJob);
  onSubmit("fault", injectFault);
}

/** Offers every route for a fault, by resource. */
export function offerRoutes(entries: readonly ReferenceEntry[]): void {
  const select = part("route", HTMLSelectElement);
  const groups = new Map<string, HTMLOptGroupElement>();
  for (const { resource, route } of entries) {
    const group = groups.get(resource) ?? element("optgroup");
    group.label = resource;
    group.append(element("option", { value: route, textContent: route }));
    groups.set(resource, group);
  }
  const graphql = element("option", { value: "POST /graphql" });
  graphql.textContent = "POST /graphql";
  select.replaceChildren(...groups.values(), graphql);
}

type Fields = Readonly<Record<string, string>>;

function onSubmit(id: string, act: (fields: Fields) => Promise<string>): void {
  const form = part(id, HTMLFormElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const pairs = [...new FormData(form)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : "",
    ]);
    void tell(() => act(Object.fromEntries(pairs) as Fields));
  });
}

async function advance(ms: number): Promise<string> {
  await post("advance", { ms });
  return `The clock is advanced by ${duration(ms)}.`;
}

async function runJob({ slug = "", prompt = "" }: Fields): Promise<string> {
  const path = `/v2/${encodeURIComponent(slug)}/run`;
  const answer = await send("POST", path, { input: { prompt } });
  expectOk(answer);
  const { id } = JSON.parse(answer.text) as { readonly id: string };
  return `Job ${id} is submitted.`;
}

async function injectFault(fields: Fields): Promise<string> {
  const { route, status, delay, times } = fields;
  const fault = {
    ...(status ? { status: Number(status) } : {}),
    ...(delay ? { delay: Number(delay) } : {}),
    times: Number(times),
  };
  await post("fault", { route, fault });
  const count = fault.times === 1 ? "request" : `${fault.times} requests`;
  return `The next ${count} of ${String(route)} will go wrong.`;
}
