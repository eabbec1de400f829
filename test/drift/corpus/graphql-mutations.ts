import {
  Kind,
  parse,
  print,
  type EnumTypeDefinitionNode,
  type FieldDefinitionNode,
  type InputObjectTypeDefinitionNode,
  type InputValueDefinitionNode,
  type ObjectTypeDefinitionNode,
  type TypeNode,
} from "graphql";

/** A change that the corpus makes to a GraphQL schema. */
interface SchemaMutation {
  readonly title: string;
  readonly kind: string;
  readonly verdict: "breaking" | "additive";
  /** `Pod.name`, the field or value that it is made to. */
  readonly coordinate: string;
  /** The schema after the change. */
  readonly sdl: () => string;
}

type Mutable<T> = { -readonly [K in keyof T]: Mutable<T[K]> };

/** Every change of the kinds that the corpus knows, to every part of a schema. */
export function schemaMutationsOf(
  sdl: string,
  places: {
    readonly sent: ReadonlySet<string>;
    readonly answered: ReadonlySet<string>;
  },
): SchemaMutation[] {
  const document = parse(sdl, { noLocation: true });
  const edit = (at: number, act: (definition: unknown) => void) => () => {
    const copy = structuredClone(document);
    act(copy.definitions[at]);
    return print(copy);
  };
  return document.definitions.flatMap((definition, at) => {
    const change = (
      kind: string,
      verdict: SchemaMutation["verdict"],
      coordinate: string,
      act: (definition: never) => void,
    ) => ({
      ...{ title: `${kind}: ${coordinate}`, kind, verdict, coordinate },
      sdl: edit(at, act as (definition: unknown) => void),
    });
    switch (definition.kind) {
      case Kind.OBJECT_TYPE_DEFINITION:
        return objectMutations(definition, change);
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
        return inputMutations(definition, change);
      case Kind.ENUM_TYPE_DEFINITION:
        return enumMutations(definition, places, change);
      default:
        return [];
    }
  });
}

type Change = (
  kind: string,
  verdict: SchemaMutation["verdict"],
  coordinate: string,
  act: (definition: never) => void,
) => SchemaMutation;

type Fields<T> = { fields: Mutable<T>[] };

function objectMutations(
  { name, fields = [] }: ObjectTypeDefinitionNode,
  change: Change,
): SchemaMutation[] {
  type Definition = Fields<FieldDefinitionNode>;
  const added = change(
    "add field",
    "additive",
    name.value,
    ({ fields: list }: Definition) => list.push(field("added", named("Int"))),
  );
  return [
    added,
    ...fields.flatMap((old, i) => {
      const at = ({ fields: list }: Definition) =>
        list[i] as Mutable<FieldDefinitionNode>;
      const coordinate = `${name.value}.${old.name.value}`;
      const isNeeded = old.type.kind === Kind.NON_NULL_TYPE;
      return [
        change(
          "remove field",
          "breaking",
          coordinate,
          ({ fields: list }: Definition) => list.splice(i, 1),
        ),
        change(
          "rename field",
          "breaking",
          coordinate,
          (it: Definition) => (at(it).name.value += "Renamed"),
        ),
        change(
          "retype field",
          "breaking",
          coordinate,
          (it: Definition) =>
            (at(it).type = named(
              textOf(old.type) === "Boolean" ? "Int" : "Boolean",
            )),
        ),
        isNeeded
          ? change(
              "answer null",
              "breaking",
              coordinate,
              (it: Definition) =>
                (at(it).type = (old.type as { type: Mutable<TypeNode> }).type),
            )
          : change(
              "never answer null",
              "additive",
              coordinate,
              (it: Definition) => (at(it).type = nonNull(old.type)),
            ),
        change(
          "add argument",
          "additive",
          coordinate,
          (it: Definition) =>
            (at(it).arguments = [
              ...(at(it).arguments ?? []),
              argument(named("Int")),
            ]),
        ),
        change(
          "add needed argument",
          "breaking",
          coordinate,
          (it: Definition) =>
            (at(it).arguments = [
              ...(at(it).arguments ?? []),
              argument(nonNull(named("Int"))),
            ]),
        ),
        ...(old.arguments ?? []).map((_, j) =>
          change("remove argument", "breaking", coordinate, (it: Definition) =>
            at(it).arguments?.splice(j, 1),
          ),
        ),
      ];
    }),
  ];
}

function inputMutations(
  { name, fields = [] }: InputObjectTypeDefinitionNode,
  change: Change,
): SchemaMutation[] {
  type Definition = Fields<InputValueDefinitionNode>;
  return [
    change(
      "add input field",
      "additive",
      name.value,
      ({ fields: list }: Definition) => list.push(argument(named("Int"))),
    ),
    change(
      "add needed input field",
      "breaking",
      name.value,
      ({ fields: list }: Definition) =>
        list.push(argument(nonNull(named("Int")))),
    ),
    ...fields.flatMap((old, i) => {
      const at = ({ fields: list }: Definition) =>
        list[i] as Mutable<InputValueDefinitionNode>;
      const coordinate = `${name.value}.${old.name.value}`;
      return [
        change(
          "remove input field",
          "breaking",
          coordinate,
          ({ fields: list }: Definition) => list.splice(i, 1),
        ),
        change(
          "retype input field",
          "breaking",
          coordinate,
          (it: Definition) => {
            at(it).type = named(
              textOf(old.type) === "Boolean" ? "Int" : "Boolean",
            );
            delete at(it).defaultValue;
          },
        ),
        ...(old.type.kind === Kind.NON_NULL_TYPE
          ? []
          : [
              change(
                "need input field",
                "breaking",
                coordinate,
                (it: Definition) => (at(it).type = nonNull(old.type)),
              ),
            ]),
      ];
    }),
  ];
}

function enumMutations(
  { name, values = [] }: EnumTypeDefinitionNode,
  {
    sent,
    answered,
  }: { sent: ReadonlySet<string>; answered: ReadonlySet<string> },
  change: Change,
): SchemaMutation[] {
  type Definition = { values: { name: { value: string } }[] };
  const [isSent, isAnswered] = [sent.has(name.value), answered.has(name.value)];
  const added = {
    kind: Kind.ENUM_VALUE_DEFINITION,
    name: { kind: Kind.NAME, value: "ADDED" },
  };
  return [
    change(
      isSent ? "add a sent value" : "add an answered value",
      isSent && isAnswered ? "breaking" : "additive",
      name.value,
      (it: Definition) => it.values.push(added),
    ),
    ...(values.length > 1
      ? [
          change(
            isSent ? "remove a sent value" : "remove an answered value",
            isSent ? "breaking" : "additive",
            name.value,
            (it: Definition) => it.values.pop(),
          ),
        ]
      : []),
  ];
}

function named(value: string): Mutable<TypeNode> {
  return { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value } };
}

function nonNull(type: TypeNode | Mutable<TypeNode>): Mutable<TypeNode> {
  return { kind: Kind.NON_NULL_TYPE, type } as Mutable<TypeNode>;
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

function textOf(type: TypeNode): string {
  return print(type).replace(/[[\]!]/g, "");
}
