import {
  buildSchema,
  Kind,
  parse,
  print,
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type FieldDefinitionNode,
  type InputObjectTypeDefinitionNode,
  type InputValueDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type ObjectTypeDefinitionNode,
  type TypeNode,
  type UnionTypeDefinitionNode,
} from "graphql";
import { findUsage, type Usage } from "../../../src/compare/graphql.js";
import type { Mutation } from "./mutation.js";

/** A change that the corpus makes to a GraphQL schema, with the verdict that the comparer must give it. */
interface SchemaMutation extends Pick<Mutation, "title" | "kind" | "verdict"> {
  /** The changed field or type: `Boat.name`. */
  readonly coordinate: string;
  /** Whether the generated types of a document show the change. */
  readonly isVisible: boolean;
  /** The text of the schema after the change. */
  readonly sdl: () => string;
}

type Mutable<T> = { -readonly [K in keyof T]: Mutable<T[K]> };

/** Every mutation that the corpus knows, for every element of a schema. */
export function schemaMutations(sdl: string): SchemaMutation[] {
  const document = parse(sdl, { noLocation: true });
  const usage = findUsage(buildSchema(sdl));
  return document.definitions.flatMap((definition, index) => {
    const change = createChange(document, index);
    switch (definition.kind) {
      case Kind.OBJECT_TYPE_DEFINITION:
      case Kind.INTERFACE_TYPE_DEFINITION:
        return fieldsMutations(definition, change);
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
        return inputMutations(definition, change);
      case Kind.ENUM_TYPE_DEFINITION:
        return enumMutations(definition, usage, change);
      case Kind.UNION_TYPE_DEFINITION:
        return unionMutations(definition, change);
      default:
        return [];
    }
  });
}

/** Makes the mutations of one definition: `apply` changes a copy of the definition. */
type Change = (
  kind: string,
  verdict: Mutation["verdict"],
  coordinate: string,
  apply: (definition: never) => void,
) => SchemaMutation;

function createChange(document: DocumentNode, index: number): Change {
  return (kind, verdict, coordinate, apply) => ({
    title: `${kind}: ${coordinate}`,
    kind,
    verdict,
    coordinate,
    isVisible: !INVISIBLE.includes(`${kind}: ${coordinate}`),
    sdl: () => {
      const copy = structuredClone(document);
      (apply as (definition: unknown) => void)(copy.definitions[index]);
      return print(copy);
    },
  });
}

/** The type of `built` is generated as `unknown`, and the documents pass no argument to `crew`. */
const INVISIBLE = [
  "retype field: Boat.built",
  "wrap field in a list: Boat.built",
  "remove argument: Boat.crew",
  "retype argument: Boat.crew",
];

interface Fields<T> {
  readonly fields: Mutable<T>[];
}

function fieldsMutations(
  { name, fields = [] }: ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode,
  change: Change,
): SchemaMutation[] {
  type Definition = Fields<FieldDefinitionNode>;
  // A type that implements the interface would lack the field.
  const isInterface = name.value === "Vessel";
  if (isInterface)
    return [
      change(
        "remove interface field",
        "breaking",
        `${name.value}.name`,
        (it: Definition) => it.fields.pop(),
      ),
    ];
  const implemented = name.value === "Boat" ? ["id", "name"] : [];
  return [
    change("add field", "additive", name.value, (it: Definition) =>
      it.fields.push(field("added", named("Int"))),
    ),
    ...fields.flatMap((old, index) =>
      implemented.includes(old.name.value)
        ? []
        : fieldMutations(name.value, old, index, change),
    ),
  ];
}

function fieldMutations(
  typeName: string,
  old: FieldDefinitionNode,
  index: number,
  change: Change,
): SchemaMutation[] {
  type Definition = Fields<FieldDefinitionNode>;
  const at = ({ fields }: Definition) =>
    fields[index] as Mutable<FieldDefinitionNode>;
  const coordinate = `${typeName}.${old.name.value}`;
  const addArgument = (it: Definition, type: Mutable<TypeNode>) => {
    at(it).arguments = [...(at(it).arguments ?? []), argument(type)];
  };
  const nullability =
    old.type.kind === Kind.NON_NULL_TYPE
      ? change("return null", "breaking", coordinate, (it: Definition) => {
          at(it).type = (old.type as { type: Mutable<TypeNode> }).type;
        })
      : change(
          "never return null",
          "additive",
          coordinate,
          (it: Definition) => {
            at(it).type = nonNull(old.type);
          },
        );
  return [
    nullability,
    change("remove field", "breaking", coordinate, (it: Definition) =>
      it.fields.splice(index, 1),
    ),
    change("rename field", "breaking", coordinate, (it: Definition) => {
      at(it).name.value += "Renamed";
    }),
    change("retype field", "breaking", coordinate, (it: Definition) => {
      at(it).type = otherType(old.type);
    }),
    change("wrap field in a list", "breaking", coordinate, (it: Definition) => {
      at(it).type = {
        kind: Kind.LIST_TYPE,
        type: old.type,
      };
    }),
    change("reword field", "none", coordinate, (it: Definition) => {
      at(it).description = { kind: Kind.STRING, value: "In other words." };
    }),
    change("add argument", "additive", coordinate, (it: Definition) =>
      addArgument(it, named("Int")),
    ),
    change("add required argument", "breaking", coordinate, (it: Definition) =>
      addArgument(it, nonNull(named("Int"))),
    ),
    ...(old.arguments ?? []).flatMap((argumentNode, position) => [
      change("remove argument", "breaking", coordinate, (it: Definition) =>
        at(it).arguments?.splice(position, 1),
      ),
      change("retype argument", "breaking", coordinate, (it: Definition) => {
        const changed = at(it).arguments?.[position];
        if (!changed) return;
        changed.type = otherType(argumentNode.type);
        delete changed.defaultValue;
      }),
    ]),
  ];
}

function inputMutations(
  { name, fields = [] }: InputObjectTypeDefinitionNode,
  change: Change,
): SchemaMutation[] {
  type Definition = Fields<InputValueDefinitionNode>;
  return [
    change("add input field", "additive", name.value, (it: Definition) =>
      it.fields.push(argument(named("Int"))),
    ),
    change(
      "add required input field",
      "breaking",
      name.value,
      (it: Definition) => it.fields.push(argument(nonNull(named("Int")))),
    ),
    ...fields.flatMap((old, index) => {
      const at = ({ fields: list }: Definition) =>
        list[index] as Mutable<InputValueDefinitionNode>;
      const coordinate = `${name.value}.${old.name.value}`;
      const necessity =
        old.type.kind === Kind.NON_NULL_TYPE
          ? change(
              "require input field no longer",
              "additive",
              coordinate,
              (it: Definition) => {
                at(it).type = (old.type as { type: Mutable<TypeNode> }).type;
              },
            )
          : change(
              "require input field",
              "breaking",
              coordinate,
              (it: Definition) => {
                at(it).type = nonNull(old.type);
              },
            );
      return [
        necessity,
        change("remove input field", "breaking", coordinate, (it: Definition) =>
          it.fields.splice(index, 1),
        ),
        change(
          "retype input field",
          "breaking",
          coordinate,
          (it: Definition) => {
            at(it).type = otherType(old.type);
            delete at(it).defaultValue;
          },
        ),
      ];
    }),
  ];
}

function enumMutations(
  { name, values = [] }: EnumTypeDefinitionNode,
  { request, response }: Usage,
  change: Change,
): SchemaMutation[] {
  interface Definition {
    readonly values: { readonly kind: Kind; readonly name: object }[];
  }
  const isSent = request.has(name.value);
  const isReceived = response.has(name.value);
  const direction = isSent ? "request" : "response";
  const isBoth = isSent && isReceived;
  const added = {
    kind: Kind.ENUM_VALUE_DEFINITION,
    name: { kind: Kind.NAME, value: "ADDED" },
  };
  const mutations = [
    change(
      isBoth ? "add value of both directions" : `add ${direction} value`,
      isBoth ? "breaking" : "additive",
      name.value,
      (it: Definition) => it.values.push(added),
    ),
  ];
  if (values.length > 1)
    mutations.push(
      change(
        `remove ${direction} value`,
        isSent ? "breaking" : "additive",
        name.value,
        (it: Definition) => it.values.pop(),
      ),
    );
  return mutations;
}

function unionMutations(
  { name }: UnionTypeDefinitionNode,
  change: Change,
): SchemaMutation[] {
  interface Definition {
    readonly types: Mutable<TypeNode>[];
  }
  return [
    change("add type to union", "additive", name.value, (it: Definition) =>
      it.types.push(named("Owner")),
    ),
    change("remove type from union", "breaking", name.value, (it: Definition) =>
      it.types.pop(),
    ),
  ];
}

function named(value: string): Mutable<TypeNode> {
  return { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value } };
}

function nonNull(type: TypeNode | Mutable<TypeNode>): Mutable<TypeNode> {
  return { kind: Kind.NON_NULL_TYPE, type } as Mutable<TypeNode>;
}

function otherType(type: TypeNode): Mutable<TypeNode> {
  const name = print(type).replace(/[[\]!]/g, "");
  return named(name === "Boolean" ? "Int" : "Boolean");
}

function field(
  value: string,
  type: Mutable<TypeNode>,
): Mutable<FieldDefinitionNode> {
  return {
    kind: Kind.FIELD_DEFINITION,
    name: { kind: Kind.NAME, value },
    type,
  };
}

function argument(type: Mutable<TypeNode>): Mutable<InputValueDefinitionNode> {
  return {
    kind: Kind.INPUT_VALUE_DEFINITION,
    name: { kind: Kind.NAME, value: "added" },
    type,
  };
}
