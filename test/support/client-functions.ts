/** A generated function of a client. */
export interface ClientFunction {
  /** Its full name: `pods.update`. */
  readonly name: string;
  /** The names of its parameters: `podId`, `body`, `query`, `options`. */
  readonly parameters: readonly string[];
  readonly isRead: boolean;
  /** Calls the same function of another client, or of another group of resources. */
  readonly call: (
    resources: object,
    args: readonly unknown[],
  ) => Promise<unknown>;
}

type Member = (...args: readonly unknown[]) => Promise<unknown>;

/** The generated functions of a group of resources: a client, or its version 2. */
export function functionsOf(group: object): ClientFunction[] {
  return Object.entries(group).flatMap(([resource, members]) =>
    Object.entries(Object(members) as object).flatMap(([name, member]) => {
      const source = typeof member === "function" ? String(member) : "";
      if (!source.includes("calls.")) return [];
      const [, parameters = ""] = /^\(([\w, ]*)\) =>/.exec(source) ?? [];
      const call: ClientFunction["call"] = (resources, args) => {
        const found = Reflect.get(resources, resource) as object;
        return (Reflect.get(found, name) as Member)(...args);
      };
      return [
        {
          name: `${resource}.${name}`,
          parameters: parameters.split(", "),
          isRead: /calls\.\w+\("[\w.]+", "GET /.test(source),
          call,
        },
      ];
    }),
  );
}
