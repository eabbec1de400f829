import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../document/json.js";

/** One step of a JSONPath. */
export interface Step {
  /** As the path spells the step: `['/pods']`. */
  readonly text: string;
  /** The member that the step names; undefined for any other step. */
  readonly name: string | undefined;
  /** Chooses children of a node by their keys and values. */
  readonly chooses: (key: string | number, value: Json) => boolean;
}

const STEP =
  /\.(?<name>[\w-]+|\*)|\['(?<quoted>[^']*)'\]|\[(?<index>\d+)\]|\[\?@\.(?<member>[\w-]+)=='(?<text>[^']*)'\]|\[\?@=='(?<item>[^']*)'\]/y;

/** The steps of a JSONPath; undefined for a path with other steps than names, `*`, positions, `?@.name=='text'` and `?@=='text'`. */
export function parseTarget(target: string): Step[] | undefined {
  if (!target.startsWith("$")) return undefined;
  const steps: Step[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < target.length) {
    const match = STEP.exec(target);
    if (!match?.groups) return undefined;
    steps.push(toStep(match[0], match.groups));
  }
  return steps;
}

function toStep(
  spelled: string,
  groups: Readonly<Record<string, string | undefined>>,
): Step {
  const { name = groups["quoted"], index, member, text, item } = groups;
  const step = (chooses: Step["chooses"]): Step => ({
    text: spelled,
    name: undefined,
    chooses,
  });
  if (name === "*") return step(() => true);
  if (index !== undefined) return step((key) => key === Number(index));
  if (member !== undefined)
    return step((_, value) => isObject(value) && value[member] === text);
  if (item !== undefined) return step((_, value) => value === item);
  return { text: spelled, name, chooses: (key) => key === name };
}

/** The JSONPath of a place that the steps lead to, or of a place within it: `*` becomes the name of the member. */
export function spellTarget(steps: readonly Step[], path: Path): string {
  const texts = path.map((key, index) => {
    const step = steps[index];
    return step && step.text !== ".*" ? step.text : spellKey(key);
  });
  return `$${texts.join("")}`;
}

function spellKey(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return /^[\w-]+$/.test(key) ? `.${key}` : `['${key}']`;
}

/** A copy of a node with a change at every place that the steps lead to. A change to undefined removes the place. */
export function changeAt(
  node: Json,
  [step, ...steps]: readonly Step[],
  path: Path,
  change: (node: Json, path: Path) => Json | undefined,
): Json | undefined {
  if (!step) return change(node, path);
  const changeChild = (key: string | number, value: Json) =>
    step.chooses(key, value)
      ? changeAt(value, steps, [...path, key], change)
      : value;
  if (Array.isArray(node))
    return node.flatMap((value, index) => changeChild(index, value) ?? []);
  if (!isObject(node)) return node;
  const members = Object.entries(node).flatMap(([key, value]) => {
    const changed = changeChild(key, value);
    return changed === undefined ? [] : [[key, changed] as const];
  });
  return Object.fromEntries(members);
}

/** The first part of a node that a JSONPath leads to; undefined if the node has no such part. */
export function partAt(node: Json, target: string): Json | undefined {
  let found: Json | undefined;
  changeAt(node, parseTarget(target) ?? [], [], (part) => {
    found ??= part;
    return part;
  });
  return found;
}

/** A copy of a document with a part at the place that a JSONPath leads to. An entry of a list is put at its end. */
export function putAt(
  document: JsonObject,
  target: string,
  part: Json,
): JsonObject {
  const steps = parseTarget(target) ?? [];
  const name = steps.at(-1)?.name;
  const changed = changeAt(document, steps.slice(0, -1), [], (parent) => {
    if (Array.isArray(parent)) return [...parent, part];
    return isObject(parent) && name !== undefined
      ? { ...parent, [name]: part }
      : parent;
  });
  return isObject(changed) ? changed : document;
}
