import { retype, object, copy } from "./edit.js";
import {
  additive,
  breaking,
  type JsonObject,
  type Known,
  type Mutation,
} from "./mutation.js";
import { sentValues } from "./sent-mutations.js";

const METHODS = ["get", "post", "patch", "delete", "put"];

function operationsOf({
  document,
}: Known): { path: string; method: string; route: string }[] {
  return Object.entries(object(document["paths"])).flatMap(([path, item]) =>
    METHODS.filter((method) => method in object(item)).map((method) => ({
      ...{ path, method, route: `${method.toUpperCase()} ${path}` },
    })),
  );
}

export function operationMutations(known: Known): Mutation[] {
  return operationsOf(known).flatMap(({ path, method, route }) => {
    const name = known.nameOf(route);
    const paths = (document: JsonObject) => object(document["paths"]);
    const at = (document: JsonObject) => object(paths(document)[path]);
    const hasSlot =
      method === "get" || queryOf(known.document, path, method).length > 0;
    const add = (document: JsonObject) =>
      addParameter(object(at(document)[method]), false);
    return [
      breaking("remove operation", route, name, (document) => {
        Reflect.deleteProperty(at(document), method);
      }),
      breaking("rename operation", route, name, (document) => {
        const operation = at(document)[method] ?? null;
        Reflect.deleteProperty(at(document), method);
        paths(document)[`${path}/renamed`] = { [method]: operation };
      }),
      additive("add operation", `${route}/added`, (document) => {
        const operation = copy(object(at(document)[method]));
        operation["operationId"] = "Added";
        paths(document)[`${path}/added`] = { [method]: operation };
      }),
      breaking("add needed parameter", route, name, (document) =>
        addParameter(object(at(document)[method]), true),
      ),
      hasSlot
        ? additive("add parameter", route, add)
        : breaking("add parameter that moves the options", route, name, add),
    ];
  });
}

function queryOf(
  document: JsonObject,
  path: string,
  method: string,
): JsonObject[] {
  const item = object(object(document["paths"])[path]);
  const list = (object(item[method])["parameters"] ?? []) as JsonObject[];
  return list.filter((parameter) => parameter["in"] === "query");
}

function addParameter(operation: JsonObject, required: boolean): void {
  const list = operation["parameters"];
  const parameter = {
    name: "added",
    in: "query",
    required,
    schema: { type: "string" },
  };
  operation["parameters"] = [...(Array.isArray(list) ? list : []), parameter];
}

export function parameterMutations(known: Known): Mutation[] {
  return operationsOf(known).flatMap(({ path, method, route }) => {
    const find = (document: JsonObject) => {
      const operation = object(
        object(object(document["paths"])[path])[method] ?? null,
      );
      return (operation["parameters"] ?? []) as JsonObject[];
    };
    return find(known.document).flatMap((parameter, index): Mutation[] => {
      if (parameter["in"] !== "query") return [];
      const name = parameter["name"] as string;
      const at = (document: JsonObject) => find(document)[index] ?? {};
      const title = `${name} of ${route}`;
      const breaks = known.nameOf(route);
      const schema = (document: JsonObject) => object(at(document)["schema"]);
      return [
        breaking("remove parameter", title, breaks, (document) => {
          find(document).splice(index, 1);
        }),
        breaking("rename parameter", title, breaks, (document) => {
          at(document)["name"] = "renamed";
        }),
        breaking("require parameter", title, breaks, (document) => {
          at(document)["required"] = true;
        }),
        breaking("retype parameter", title, breaks, (document) =>
          retype(schema(document)),
        ),
        ...sentValues(
          schema(known.document),
          `parameter ${title}`,
          breaks,
          schema,
        ),
      ];
    });
  });
}
