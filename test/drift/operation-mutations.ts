import { retype, object, copy } from "./edit.js";
import { type JsonObject, type Known, type Mutation } from "./mutations.js";
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
  const operations = operationsOf(known);
  return operations.flatMap(({ path, method, route }) => {
    const name = known.nameOf(route);
    const breaking = { verdict: "breaking", breaks: name } as const;
    const at = (document: JsonObject) =>
      object(object(document["paths"])[path]);
    const mutations: Mutation[] = [
      {
        ...{
          title: `remove operation: ${route}`,
          kind: "remove operation",
          ...breaking,
        },
        apply: (document) => {
          Reflect.deleteProperty(at(document), method);
        },
      },
      {
        ...{
          title: `rename operation: ${route}`,
          kind: "rename operation",
          ...breaking,
        },
        apply: (document) => {
          const operation = at(document)[method] ?? null;
          Reflect.deleteProperty(at(document), method);
          object(document["paths"])[`${path}/renamed`] = {
            [method]: operation,
          };
        },
      },
      {
        title: `add operation: ${route}/added`,
        kind: "add operation",
        verdict: "additive",
        apply: (document) => {
          const operation = copy(object(at(document)[method] ?? null));
          operation["operationId"] = "Added";
          object(document["paths"])[`${path}/added`] = { [method]: operation };
        },
      },
      {
        ...{
          title: `need a parameter: ${route}`,
          kind: "add needed parameter",
          ...breaking,
        },
        apply: (document) =>
          addParameter(object(at(document)[method] ?? null), true),
      },
    ];
    const hasSlot =
      method === "get" || queryOf(known.document, path, method).length > 0;
    mutations.push({
      title: `add a parameter: ${route}`,
      kind: hasSlot ? "add parameter" : "add parameter that moves the options",
      ...(hasSlot ? { verdict: "additive" } : breaking),
      apply: (document) =>
        addParameter(object(at(document)[method] ?? null), false),
    });
    return mutations;
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
      const breaking = {
        verdict: "breaking",
        breaks: known.nameOf(route),
      } as const;
      const schema = object(parameter["schema"] ?? null);
      return [
        {
          ...{
            title: `remove parameter: ${title}`,
            kind: "remove parameter",
            ...breaking,
          },
          apply: (document) => void find(document).splice(index, 1),
        },
        {
          ...{
            title: `rename parameter: ${title}`,
            kind: "rename parameter",
            ...breaking,
          },
          apply: (document) => void (at(document)["name"] = "renamed"),
        },
        {
          ...{
            title: `require parameter: ${title}`,
            kind: "require parameter",
            ...breaking,
          },
          apply: (document) => void (at(document)["required"] = true),
        },
        {
          ...{
            title: `retype parameter: ${title}`,
            kind: "retype parameter",
            ...breaking,
          },
          apply: (document) => retype(object(at(document)["schema"] ?? null)),
        },
        ...sentValues(
          schema,
          `parameter ${title}`,
          breaking.breaks,
          (document) => object(at(document)["schema"] ?? null),
        ),
      ];
    });
  });
}
