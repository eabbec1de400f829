import { readFile } from "node:fs/promises";
import {
  isObject,
  textOf,
  type Json,
  type JsonObject,
  type Path,
} from "../document/json.js";
import { SpecError } from "../generate/parse/spec-error.js";
import { parseYaml } from "../generate/parse/yaml.js";

/** What we change in every document of a surface, in the form of the OpenAPI Overlay Specification 1.0. */
interface Overlay {
  /** What messages call the overlay. */
  readonly file: string;
  readonly actions: readonly Action[];
}

interface Action {
  /** Where the action stands: `specs/rest-v2.overlay.yaml:12`. */
  readonly place: string;
  readonly target: string;
  readonly steps: readonly Step[];
  readonly update: Json | undefined;
  readonly remove: boolean;
}

/** Chooses children of a node by their keys and values. */
type Step = (key: string | number, value: Json) => boolean;

/** The file of the overlay of a document: `rest-v2.overlay.yaml` for `rest-v2.openapi.yaml`. */
export function overlayFileOf(document: string): string {
  return `${document.replace(/(\.openapi)?\.(ya?ml|json)$/, "")}.overlay.yaml`;
}

/**
 * Reads an overlay; undefined if there is no such file.
 * @throws {SpecError} if the overlay has another form
 */
export async function readOverlay(file: string): Promise<Overlay | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const { data, lineOf } = parseYaml(file, text);
  const actions = isObject(data) ? data["actions"] : undefined;
  if (!Array.isArray(actions))
    throw new SpecError(`${file}:1: an overlay must have a list \`actions\``);
  return {
    file,
    actions: actions.map((action, index) => {
      const target = isObject(action) ? textOf(action["target"]) : "";
      const steps = parseTarget(target);
      if (!isObject(action) || !steps)
        throw new SpecError(
          `${file}:${lineOf(["actions", index])}: the target of an action must be such as $.paths['/pods'].get.parameters[?@.name=='id']`,
        );
      const { update, remove } = action;
      const place = `${file}:${lineOf(["actions", index])}`;
      return { place, target, steps, update, remove: remove === true };
    }),
  };
}

const STEP =
  /\.(?<name>[\w-]+|\*)|\['(?<quoted>[^']*)'\]|\[(?<index>\d+)\]|\[\?@\.(?<member>[\w-]+)=='(?<text>[^']*)'\]|\[\?@=='(?<item>[^']*)'\]/y;

/** The steps of a JSONPath; undefined for a path with other steps than names, `*`, positions, `?@.name=='text'` and `?@=='text'`. */
function parseTarget(target: string): Step[] | undefined {
  if (!target.startsWith("$")) return undefined;
  const steps: Step[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < target.length) {
    const { groups } = STEP.exec(target) ?? {};
    if (!groups) return undefined;
    steps.push(toStep(groups));
  }
  return steps;
}

function toStep(groups: Readonly<Record<string, string | undefined>>): Step {
  const { name, quoted, index, member, text, item } = groups;
  if (name === "*") return () => true;
  if (index !== undefined) return (key) => key === Number(index);
  if (member !== undefined)
    return (_, value) => isObject(value) && value[member] === text;
  if (item !== undefined) return (_, value) => value === item;
  return (key) => key === (name ?? quoted);
}

/** A document with the changes of an overlay. */
interface Overlaid {
  readonly document: JsonObject;
  /** What the overlay describes and the document lacks. */
  readonly missing: readonly string[];
  /** Where in the overlay a part of the document was written; undefined for a part of the publisher. */
  readonly placeOf: (path: Path) => string | undefined;
}

/**
 * Applies the actions of an overlay. An update whose target the document lacks changes nothing, and neither does a text
 * about a part that the document lacks: `missing` lists both.
 */
export function applyOverlay(
  document: JsonObject,
  { actions }: Overlay,
): Overlaid {
  const missing: string[] = [];
  const placeByPath = new Map<string, string>();
  let changed: Json = document;
  for (const { place, target, steps, update, remove } of actions) {
    let count = 0;
    const report: MergeReport = {
      missing: (path) => missing.push(path.join(" › ")),
      written: (path) => placeByPath.set(JSON.stringify(path), place),
    };
    const change = (node: Json, path: Path) => {
      count += 1;
      if (remove) return undefined;
      return update === undefined ? node : merge(node, update, path, report);
    };
    changed = changeAt(changed, steps, [], change) ?? null;
    if (count === 0 && !remove) missing.push(target);
  }
  return {
    document: isObject(changed) ? changed : document,
    missing,
    placeOf: (path) =>
      path
        .map((_, index) => JSON.stringify(path.slice(0, path.length - index)))
        .map((key) => placeByPath.get(key))
        .find((place) => place !== undefined),
  };
}

/** Takes the parts that an update describes and the document lacks, and those that the update has written. */
interface MergeReport {
  readonly missing: (path: Path) => void;
  readonly written: (path: Path) => void;
}

/** A copy of a node with a change at every place that the steps lead to. A change to undefined removes the place. */
function changeAt(
  node: Json,
  [step, ...steps]: readonly Step[],
  path: Path,
  change: (node: Json, path: Path) => Json | undefined,
): Json | undefined {
  if (!step) return change(node, path);
  const changeChild = (key: string | number, value: Json) =>
    step(key, value) ? changeAt(value, steps, [...path, key], change) : value;
  if (Array.isArray(node))
    return node.flatMap((value, index) => changeChild(index, value) ?? []);
  if (!isObject(node)) return node;
  const members = Object.entries(node).flatMap(([key, value]) => {
    const changed = changeChild(key, value);
    return changed === undefined ? [] : [[key, changed] as const];
  });
  return Object.fromEntries(members);
}

/**
 * Merges as the specification says: objects by their members, lists one after the other; any other value is replaced.
 * An example is replaced as well: half of ours and half of the publisher's would be no example.
 */
function merge(
  node: Json,
  update: Json,
  path: Path,
  report: MergeReport,
): Json {
  if (Array.isArray(node) && Array.isArray(update)) {
    for (const index of update.keys())
      report.written([...path, node.length + index]);
    return [...node, ...update];
  }
  if (!isObject(node) || !isObject(update)) {
    report.written(path);
    return update;
  }
  const merged: Record<string, Json> = { ...node };
  for (const [key, value] of Object.entries(update)) {
    const own = Object.hasOwn(node, key) ? node[key] : undefined;
    const inner = [...path, key];
    if (own !== undefined && key !== "example")
      merged[key] = merge(own, value, inner, report);
    else if (isOnlyTexts(value)) report.missing(inner);
    else {
      report.written(inner);
      merged[key] = value;
    }
  }
  return merged;
}

/** Whether an object holds nothing but texts about parts of a document, at any depth. */
function isOnlyTexts(value: Json): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([key, child]) =>
        TEXTS.has(key) || (key !== "schema" && isOnlyTexts(child)),
    )
  );
}

const TEXTS = new Set(["description", "summary", "title", "example"]);
