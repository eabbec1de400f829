import { comparedPartOf } from "../../compare/compared.js";
import type { SurfaceModel } from "./fetchers.js";

/** What the command `drift` compares a document with: the model of every surface, as one line of JSON. */
export function renderDescription(surfaces: readonly SurfaceModel[]): string {
  const described = surfaces.map(({ surface, model }) => [
    surface.file,
    comparedPartOf(model, surface.prefix),
  ]);
  const json = JSON.stringify(Object.fromEntries(described));
  return `/** What matters for compatibility of each surface, by its name, as JSON. */\nexport const descriptions: string = ${quoted(json)};`;
}

/** A text of JSON as a string of JavaScript, in the quotes that JSON does not use. */
function quoted(json: string): string {
  const escaped = json.replace(/['\\]/g, "\\$&");
  return `'${escaped.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}'`;
}
