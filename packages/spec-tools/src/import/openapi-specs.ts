import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { format } from "oxfmt";
import { parseDocument, stringify } from "yaml";
import { DocumentError } from "../document/error.js";
import type { SurfaceRules } from "../document/surface-rules.js";
import { readModel } from "../generate/model/operations.js";
import {
  isObject,
  objectOf,
  textOf,
  type JsonObject,
  type Path,
} from "../document/json.js";
import { SKIPPED_KEY, skippedIn } from "../document/operations.js";
import { referencesIn } from "../document/references.js";
import type { Spec } from "../generate/parse/spec.js";
import { throwErrors } from "../generate/parse/errors.js";
import {
  LIST_FILE,
  readSurfaces,
  type ListedSurface,
} from "../generate/parse/surfaces.js";
import { parseYaml } from "../generate/parse/yaml.js";
import { amend } from "./amendments.js";
import { findSurface, readPresent } from "./find-surface.js";
import type { NewSpecs } from "./new-specs.js";
import { applyOverlay, overlayFileOf, readOverlay } from "./overlay.js";
import { pinnedNames } from "./pinned-names.js";
import type { Source } from "../compare/source.js";
import {
  describeReplaced,
  recordReplaced,
  REPLACED_KEY,
} from "./replaced-parts.js";
import {
  describeSkipped,
  skipUnsupported,
  type Skipped,
} from "./unsupported.js";

/**
 * The files of `specs/` that an OpenAPI document makes: the document with its known mistakes mended and without the
 * operations that the generator does not support, and the list of surfaces with the version of the document.
 * @throws {DocumentError} with all problems of the document
 */
export async function readOpenapiSpecs(
  { name, text }: Source,
  requestedSurface: string | undefined,
): Promise<NewSpecs> {
  const { data, lineOf } = parseYaml(name, text);
  if (!isObject(data))
    throw new DocumentError(`${name}:1: this is not an OpenAPI document`);
  refuseFurtherFiles(name, data);
  const surfaces = await readSurfaces("specs");
  const surface = await findSurface(name, data, surfaces, requestedSurface);
  const present = await readPresent(surface);
  const amended = amend(data);
  const overlay = await readOverlay(
    join("specs", overlayFileOf(surface.document)),
  );
  const overlaid = applyOverlay(amended.document, overlay);
  const recorded = objectOf(present[REPLACED_KEY]);
  const replaced = recordReplaced(
    overlaid.replaced,
    overlaid.document,
    recorded,
  );
  const placeOf = (path: Path) =>
    overlaid.placeOf(path) ?? `${name}:${lineOf(path)}`;
  const { document, spec, errors, skipped } = await skipUnsupported(
    name,
    overlaid.document,
    placeOf,
    surface,
  );
  const pins = pinnedNames(present, spec.document, surface);
  const read = tryToRead(
    { ...spec, document: markSkipped(spec.document, skipped) },
    { ...surface, names: { ...surface.names, ...pins } },
  );
  const remarks = [
    ...read.warnings,
    ...overlaid.missing.map(
      (part) => `${name} has no ${part}, which ${overlay.file} describes`,
    ),
    ...describeReplaced(name, overlaid.replaced, recorded, replaced),
  ];
  const refusals = [...errors, ...read.errors];
  // Beside what is wrong, what the maintainer has to look at anyway.
  const others = [
    ...describeSkipped(skipped),
    ...remarks.map((line) => `warning: ${line}`),
  ].map((line) => new DocumentError(line));
  throwErrors(refusals.length > 0 ? [...refusals, ...others] : []);
  const marked = withRecord(markSkipped(document, skipped), replaced);
  const isUnchanged = isDeepStrictEqual(marked, data);
  const isYaml = !/^\s*\{/.test(text);
  const files = new Map([
    // The comments of a document that needs no change are kept.
    [
      surface.document,
      await formatYaml(
        isUnchanged && isYaml
          ? text
          : stringify(marked, { lineWidth: 0, aliasDuplicateObjects: false }),
      ),
    ],
    [LIST_FILE, await listWith(surface, surfaces, document, pins)],
  ]);
  const warnings = [
    ...remarks,
    ...Object.entries(pins).map(
      ([route, call]) =>
        `${route} stays ${call}, although its name in ${name} is another one: the import adds it to names in specs/surfaces.yaml`,
    ),
  ];
  const { applied } = amended;
  return { surface: surface.name, files, applied, skipped, warnings };
}

/** Keeps in a document what the overlay replaced, so that the next import can tell whether the publisher changed it. */
function withRecord(document: JsonObject, replaced: JsonObject): JsonObject {
  const { [REPLACED_KEY]: _, ...others } = document;
  return Object.keys(replaced).length === 0
    ? others
    : { ...others, [REPLACED_KEY]: replaced };
}

/** Notes in a document which operations the import has skipped, and why, for the comparison with another revision. */
function markSkipped(
  document: JsonObject,
  skipped: readonly Skipped[],
): JsonObject {
  if (skipped.length === 0) return document;
  const reasons = skipped.map(({ route, why }): [string, string] => {
    // The place is one of a file that the repository does not hold.
    const lines = why.split("\n").map((line) => line.replace(/^.*?:\d+: /, ""));
    return [route, lines.join("; ")];
  });
  return {
    ...document,
    [SKIPPED_KEY]: { ...skippedIn(document), ...Object.fromEntries(reasons) },
  };
}

/** What a model warns about, or why there is no model. */
function tryToRead(
  spec: Spec,
  rules: SurfaceRules,
): {
  readonly warnings: readonly string[];
  readonly errors: readonly DocumentError[];
} {
  try {
    return { warnings: readModel(spec, rules).warnings, errors: [] };
  } catch (error) {
    if (error instanceof DocumentError)
      return { warnings: [], errors: [error] };
    throw error;
  }
}

/** Throws if a document refers to other files. The message names the command that joins the files. */
function refuseFurtherFiles(name: string, document: JsonObject): void {
  const files = [...new Set(referencesIn(document))]
    .filter((ref) => !ref.startsWith("#"))
    .map((ref) => ref.replace(/#.*/s, ""));
  const [first, ...others] = [...new Set(files)];
  if (first === undefined) return;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  throw new DocumentError(
    `${name}:1: the document refers to other files (${first}${more}): join them with \`npx redocly bundle ${name} --output bundled.yaml\`, and import bundled.yaml`,
  );
}

/**
 * The text of the list with the version of a surface's new document, and with further names of functions. Everything
 * else in the list stays as it is.
 */
async function listWith(
  surface: ListedSurface,
  surfaces: readonly ListedSurface[],
  { info }: JsonObject,
  names: Readonly<Record<string, string>>,
): Promise<string> {
  const text = await readFile(join("specs", LIST_FILE), "utf8");
  const index = surfaces.indexOf(surface);
  const version = textOf(objectOf(info)["version"]);
  const pins = Object.entries(names);
  if (surface.version === version && pins.length === 0) return text;
  const list = parseDocument(text);
  list.setIn([index, "version"], version);
  for (const [route, call] of pins) list.setIn([index, "names", route], call);
  return formatYaml(list.toString({ lineWidth: 0 }));
}

/** Formats a document as the lint of the project asks. */
async function formatYaml(text: string): Promise<string> {
  const { code } = await format("document.yaml", text, { printWidth: 80 });
  return code;
}
