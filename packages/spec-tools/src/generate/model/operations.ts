import { DocumentError } from "../../document/error.js";
import type {
  DocumentModel,
  Operation,
  Problem,
} from "../../document/model.js";
import { readDocument } from "../../document/read-document.js";
import type { SurfaceRules } from "../../document/surface-rules.js";
import type { Spec } from "../parse/spec.js";
import { throwErrors } from "../parse/errors.js";

/** What the generator makes of one document. */
export interface ReadSpec {
  readonly model: DocumentModel;
  /** The operations that the client has a function for: both spellings of an update are one. */
  readonly functions: readonly Operation[];
  /** What a maintainer may want to change, a line each. */
  readonly warnings: readonly string[];
}

/**
 * Reads a document with the rules of its surface.
 * @throws {DocumentError} with every problem of the document and of the rules
 */
export function readModel(spec: Spec, rules: SurfaceRules = {}): ReadSpec {
  const { model, problems, warnings } = read(spec, rules);
  throwErrors(problems.map((problem) => errorOf(spec, problem)));
  if (model.operations.length === 0)
    throw spec.errorAt(["paths"], "the document has no operations");
  const functions = model.operations.filter(
    ({ synonymOf }) => synonymOf === undefined,
  );
  return { model, functions, warnings };
}

/** Every operation that the generator does not support: its route, and the lines that say why. */
export function findUnsupported(
  spec: Spec,
): { readonly path: string; readonly method: string; readonly why: string }[] {
  const { problems } = read(spec, {});
  const linesByRoute = new Map<string, string[]>();
  for (const problem of problems) {
    const { kind, route = "" } = problem;
    if (kind !== "unsupported") continue;
    const lines = linesByRoute.get(route) ?? [];
    linesByRoute.set(route, [...lines, errorOf(spec, problem).message]);
  }
  return [...linesByRoute].map(([route, lines]) => {
    const [method = "", path = ""] = route.split(" ");
    return { path, method: method.toLowerCase(), why: lines.join("\n") };
  });
}

function read(spec: Spec, rules: SurfaceRules) {
  try {
    return readDocument(spec.document, rules, spec.file);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw spec.errorAt(error.at, error.message);
  }
}

function errorOf(spec: Spec, { at, text, other }: Problem): DocumentError {
  const place = other ? ` (the other: ${spec.placeOf(other)})` : "";
  return spec.errorAt(at, text + place);
}
