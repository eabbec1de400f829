import { readFile } from "node:fs/promises";
import { DocumentError } from "../document/error.js";
import {
  isObject,
  textOf,
  type Json,
  type JsonObject,
  type Path,
} from "../document/json.js";
import { parseYaml } from "../generate/parse/yaml.js";
import {
  changeAt,
  parseTarget,
  spellTarget,
  type Step,
} from "./overlay-target.js";
import {
  isTextAt,
  TEXTS,
  withoutTexts,
  type ReplacedPart,
} from "./replaced-parts.js";

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

/** The file of the overlay of a document: `rest-v2.overlay.yaml` for `rest-v2.openapi.yaml`. */
export function overlayFileOf(document: string): string {
  return `${document.replace(/(\.openapi)?\.(ya?ml|json)$/, "")}.overlay.yaml`;
}

/**
 * Reads an overlay; without actions if there is no such file.
 * @throws {DocumentError} if the overlay has another form
 */
export async function readOverlay(file: string): Promise<Overlay> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return { file, actions: [] };
  const { data, lineOf } = parseYaml(file, text);
  const actions = isObject(data) ? data["actions"] : undefined;
  if (!Array.isArray(actions))
    throw new DocumentError(
      `${file}:1: an overlay must have a list \`actions\``,
    );
  return {
    file,
    actions: actions.map((action, index) => {
      const target = isObject(action) ? textOf(action["target"]) : "";
      const steps = parseTarget(target);
      if (!isObject(action) || !steps)
        throw new DocumentError(
          `${file}:${lineOf(["actions", index])}: the target of an action must be such as $.paths['/pods'].get.parameters[?@.name=='id']`,
        );
      const { update, remove } = action;
      const place = `${file}:${lineOf(["actions", index])}`;
      return { place, target, steps, update, remove: remove === true };
    }),
  };
}

/** A document with the changes of an overlay. */
interface Overlaid {
  readonly document: JsonObject;
  /** What the overlay describes and the document lacks. */
  readonly missing: readonly string[];
  /** The parts of the document that the overlay removed, or wrote something else in their place. */
  readonly replaced: readonly ReplacedPart[];
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
  const replaced = new Map<string, ReplacedPart>();
  let changed: Json = document;
  for (const { place, target, steps, update, remove } of actions) {
    let count = 0;
    const replace = (spelled: string, part: Json | undefined) => {
      // What a later action replaces is a part that an earlier one wrote.
      if (!replaced.has(spelled))
        replaced.set(spelled, { target: spelled, place, part });
    };
    const replaceAt = (path: Path, node: Json) => {
      if (!isTextAt(path))
        replace(spellTarget(steps, path), withoutTexts(node));
    };
    const report: MergeReport = {
      missing: (path) => missing.push(path.join(" › ")),
      written: (path) => placeByPath.set(JSON.stringify(path), place),
      replaced: replaceAt,
    };
    const change = (node: Json, path: Path) => {
      count += 1;
      if (remove) {
        replaceAt(path, node);
        return undefined;
      }
      return update === undefined ? node : merge(node, update, path, report);
    };
    changed = changeAt(changed, steps, [], change) ?? null;
    if (count > 0) continue;
    if (remove) replace(target, undefined);
    else missing.push(target);
  }
  return {
    document: isObject(changed) ? changed : document,
    missing,
    replaced: [...replaced.values()],
    placeOf: (path) =>
      path
        .map((_, index) => JSON.stringify(path.slice(0, path.length - index)))
        .map((key) => placeByPath.get(key))
        .find((place) => place !== undefined),
  };
}

/** Takes the parts that an update describes and the document lacks, those that it has written, and what was there before. */
interface MergeReport {
  readonly missing: (path: Path) => void;
  readonly written: (path: Path) => void;
  readonly replaced: (path: Path, node: Json) => void;
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
    report.replaced(path, node);
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
