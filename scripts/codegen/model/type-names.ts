import { isObject, type JsonObject } from "../parse/json.js";
import type { Spec } from "../parse/spec.js";
import { mapCollectingErrors } from "../parse/spec-error.js";
import { capitalize, isFreeName } from "./names.js";
import type { SurfaceRules } from "./rules.js";

/** The name of the type of each schema, by the name of the schema. */
export type TypeNames = ReadonlyMap<string, string>;

/**
 * Names the types of the schemas: `Pod` as in the document, `api.Pod` as `ApiPod`, or as `specs/surfaces.yaml` decides.
 * @throws {SpecError} where a name is not possible, or is that of something else
 */
export function typeNamesOf(
  spec: Spec,
  operations: readonly { readonly id: string; readonly resource: string }[],
  { types = {} }: SurfaceRules,
): TypeNames {
  const takenBy = new Map<string, string>();
  for (const { id, resource } of operations) {
    takenBy.set(`${capitalize(id)}Query`, `the query of ${id}`);
    takenBy.set(`${capitalize(id)}Headers`, `the headers of ${id}`);
    takenBy.set(`${capitalize(resource)}Resource`, `the resource ${resource}`);
  }
  const names = mapCollectingErrors(Object.keys(schemasOf(spec)), (schema) => {
    const path = ["components", "schemas", schema];
    const hint = `name it in specs/surfaces.yaml: types: { ${JSON.stringify(schema)}: AnotherName }`;
    const name = Object.hasOwn(types, schema)
      ? (types[schema] ?? "")
      : toTypeName(schema);
    if (!isFreeName(name))
      throw spec.errorAt(
        path,
        `is not possible as the name of a type: use letters and digits, and a name that nothing else has, or ${hint}`,
      );
    const other = takenBy.get(name);
    if (other !== undefined)
      throw spec.errorAt(
        path,
        `the type ${name} would also be that of ${other}: rename one, or ${hint}`,
      );
    takenBy.set(name, `the schema ${schema} (${spec.placeOf(path)})`);
    return [schema, name] as const;
  });
  return new Map(names);
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

/** The schemas of a document, by name. */
export function schemasOf({ document }: Spec): JsonObject {
  const { components } = document;
  const schemas = isObject(components) ? components["schemas"] : undefined;
  return isObject(schemas) ? schemas : {};
}
