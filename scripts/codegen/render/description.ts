import { describeDocument } from "../../../src/compare/describe.js";
import { describeModels } from "../../../src/compare/models.js";
import type {
  Decisions,
  Description,
} from "../../../src/compare/description.js";
import { isListOfNames } from "../model/apply-rules.js";
import type { Operation } from "../model/operations.js";
import type { SurfaceRules } from "../model/rules.js";
import type { ModelSpec } from "../parse/models.js";
import type { Spec } from "../parse/spec.js";

/** What is described of one surface. */
interface DescribedSurface {
  readonly surface: { readonly file: string };
  readonly spec: Spec;
  readonly operations: readonly Operation[];
  readonly rules?: SurfaceRules;
}

/** What the command `drift` compares a document with: the description of every surface, as one line of JSON. */
export function renderDescription(
  surfaces: readonly DescribedSurface[],
): string {
  const described = surfaces.map((surface) => [
    surface.surface.file,
    describeSurface(surface),
  ]);
  const json = JSON.stringify(Object.fromEntries(described));
  return `/** What matters for compatibility of each surface, by its name, as JSON. */\nexport const descriptions: string = ${JSON.stringify(json)};`;
}

/** The description that the package ships of one surface. */
export function describeSurface({
  surface,
  spec,
  operations,
  rules,
}: DescribedSurface): Description {
  const names = clientNames(surface.file, operations);
  const description = describeDocument(spec.document, names);
  const decisions = decisionsOf(rules);
  return { ...description, ...(decisions && { decisions }) };
}

/** What `specs/surfaces.yaml` decides about every document of a surface; undefined where that is nothing. */
function decisionsOf(rules: SurfaceRules = {}): Decisions | undefined {
  const { open = [], required, members } = rules;
  const groups = isListOfNames(open)
    ? open.map((name) => [name])
    : Object.entries(open).map(([type, names]) => [type, ...names]);
  const decisions = {
    ...(groups.length > 0 && { open: groups }),
    ...(required && { required }),
    ...(members && { members }),
  };
  return Object.keys(decisions).length > 0 ? decisions : undefined;
}

/** What the command `drift` compares a document of models with, as one line of JSON. */
export function renderModelsDescription(models: readonly ModelSpec[]): string {
  const bySlug = Object.fromEntries(models.map((model) => [model.slug, model]));
  const json = JSON.stringify(describeModels({ models: bySlug }));
  return `/** What matters for compatibility of the public models, as JSON. */\nexport const modelsDescription: string = ${JSON.stringify(json)};`;
}

/**
 * The name in the client of every route, synonyms included. The names of a surface other than rest and jobs begin with
 * the name of the surface.
 */
export function clientNames(
  surface: string,
  operations: readonly Operation[],
): Map<string, string> {
  const prefix = ["rest", "jobs"].includes(surface) ? "" : `${surface}.`;
  const names = new Map<string, string>();
  for (const { route, synonym, resource, name } of operations) {
    names.set(route, `${prefix}${resource}.${name}`);
    if (synonym !== undefined)
      names.set(synonym, `${prefix}${resource}.${name}`);
  }
  return names;
}
