import { isObject } from "../parse/json.js";
import { mapNodes } from "../parse/node-types.js";
import type { Spec } from "../parse/spec.js";
import { isListOfNames } from "./apply-rules.js";
import { nameAt } from "./open-enumerations.js";
import type { SurfaceRules } from "./rules.js";
import { schemasOf } from "./type-names.js";

/**
 * A line for each part that the rules of a surface name and its document lacks. Such a rule does nothing; it is kept,
 * because the part may come back in the next document.
 */
export function outdatedRules(
  spec: Spec,
  {
    names = {},
    types = {},
    open = [],
    required = {},
    members = {},
  }: SurfaceRules,
): string[] {
  const schemas = schemasOf(spec);
  const isSchema = (name: string) => Object.hasOwn(schemas, name);
  const opened = isListOfNames(open) ? open : Object.values(open).flat();
  const known = namesOf(spec);
  const routes = routesOf(spec);
  const missing = {
    names: Object.keys(names).filter((route) => !routes.has(route)),
    types: Object.keys(types).filter((name) => !isSchema(name)),
    open: opened.filter((name) => !known.has(name)),
    required: Object.entries(required).flatMap(([name, list]) =>
      isSchema(name)
        ? list
            .filter((member) => !hasMember(schemas[name], member))
            .map((member) => `${name}.${member}`)
        : [name],
    ),
    members: Object.entries(members).flatMap(([name, added]) =>
      [name, ...Object.values(added)].filter((schema) => !isSchema(schema)),
    ),
  };
  return Object.entries(missing).flatMap(([rule, parts]) =>
    parts.map(
      (part) =>
        `${spec.file} has no ${part}, which specs/surfaces.yaml names in ${rule}`,
    ),
  );
}

function routesOf({ document }: Spec): ReadonlySet<string> {
  const { paths } = document;
  return new Set(
    Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
      Object.keys(isObject(item) ? item : {}).map(
        (method) => `${method.toUpperCase()} ${path}`,
      ),
    ),
  );
}

/** The names of all schemas, members and parameters. */
function namesOf({ document }: Spec): ReadonlySet<string> {
  const found = new Set<string>();
  mapNodes(document, "Schema", (schema, path) => {
    const name = nameAt(document, path);
    if (name !== undefined) found.add(name);
    return schema;
  });
  return found;
}

function hasMember(schema: unknown, member: string): boolean {
  const properties = isObject(schema) ? schema["properties"] : undefined;
  return isObject(properties) && Object.hasOwn(properties, member);
}
