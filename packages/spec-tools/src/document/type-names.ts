import { own } from "./json.js";
import type { Problem } from "./model.js";
import { capitalize, isFreeName } from "./names.js";
import type { SurfaceRules } from "./surface-rules.js";

/**
 * The name of the type of each schema, by the name of the schema: `Pod` as in the document, `api.Pod` as `ApiPod`, or as
 * `specs/surfaces.yaml` decides. A name that is not possible, or is that of something else, is a problem.
 */
export function nameTypes(
  schemas: readonly string[],
  operations: readonly { readonly id: string; readonly resource: string }[],
  { types = {} }: SurfaceRules,
): {
  readonly typeNames: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
} {
  const takenBy = new Map<string, string>();
  for (const { id, resource } of operations) {
    takenBy.set(queryTypeOf(id), `the query of ${id}`);
    takenBy.set(`${capitalize(resource)}Resource`, `the resource ${resource}`);
  }
  const problems: Problem[] = [];
  const entries = schemas.map((schema) => {
    const at = ["components", "schemas", schema];
    const hint = `name it in specs/surfaces.yaml: types: { ${JSON.stringify(schema)}: AnotherName }`;
    const name = own(types, schema) ?? toTypeName(schema);
    const other = takenBy.get(name);
    const problem = !isFreeName(name)
      ? `is not possible as the name of a type: use letters and digits, and a name that nothing else has, or ${hint}`
      : other !== undefined &&
        `the type ${name} would also be that of ${other}: rename one, or ${hint}`;
    if (problem) problems.push({ kind: "mistake", at, text: problem });
    takenBy.set(name, `the schema ${schema}`);
    return [schema, name] as const;
  });
  return { typeNames: Object.fromEntries(entries), problems };
}

/** The name of the type of an operation's query parameters. */
export function queryTypeOf(id: string): string {
  return `${capitalize(id)}Query`;
}

/** `ApiPod` for `api.Pod`; a name that is possible stays as it is. */
function toTypeName(schema: string): string {
  if (/^[A-Za-z_]\w*$/.test(schema)) return schema;
  return schema
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map(capitalize)
    .join("");
}
