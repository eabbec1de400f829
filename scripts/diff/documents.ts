import {
  Kind,
  parse,
  print,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { Change } from "../../src/cli/drift/change.js";
import { code } from "../../src/cli/drift/words.js";

/** What changed in the functions of `cloud.graphql`: the shipped documents, by their files. */
export function diffDocuments(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Change[] {
  const [old, now] = [operationsIn(before), operationsIn(after)];
  const gone = [...old.keys()].filter((name) => !now.has(name));
  return [
    ...gone.map((name): Change => ({
      verdict: "breaking",
      line: `${called(name)} is gone`,
    })),
    ...[...now].flatMap(([name, operation]): Change[] => {
      const was = old.get(name);
      return was
        ? [
            ...variableChanges(name, was, operation),
            ...answerChanges(name, was, operation),
          ]
        : [{ verdict: "new", line: `${called(name)} is new` }];
    }),
  ];
}

function called(name: string): string {
  return code(`graphql.${name}`);
}

function operationsIn(
  files: ReadonlyMap<string, string>,
): Map<string, OperationDefinitionNode> {
  return new Map(
    [...files.values()]
      .map((text) => parse(text))
      .flatMap(({ definitions }: DocumentNode) => definitions)
      .filter(
        (node): node is OperationDefinitionNode =>
          node.kind === Kind.OPERATION_DEFINITION,
      )
      .map((node) => [node.name?.value ?? "", node]),
  );
}

interface Variable {
  readonly type: string;
  readonly isNeeded: boolean;
}

function variablesOf({
  variableDefinitions = [],
}: OperationDefinitionNode): Map<string, Variable> {
  return new Map(
    variableDefinitions.map(({ variable, type, defaultValue }) => [
      variable.name.value,
      {
        type: print(type),
        isNeeded: type.kind === Kind.NON_NULL_TYPE && !defaultValue,
      },
    ]),
  );
}

function variableChanges(
  name: string,
  before: OperationDefinitionNode,
  after: OperationDefinitionNode,
): Change[] {
  const [old, now] = [variablesOf(before), variablesOf(after)];
  const breaking = (line: string): Change => ({ verdict: "breaking", line });
  const gone = [...old.keys()].filter((key) => !now.has(key));
  return [
    ...gone.map((key) =>
      breaking(`${called(name)} no longer takes ${code(key)}`),
    ),
    ...[...now].flatMap(([key, { type, isNeeded }]): Change[] => {
      const was = old.get(key);
      if (isNeeded && !was?.isNeeded)
        return [breaking(`${called(name)} now needs ${code(key)}`)];
      if (!was)
        return [
          { verdict: "new", line: `${called(name)} now takes ${code(key)}` },
        ];
      const isOther = was.type.replace(/!$/, "") !== type.replace(/!$/, "");
      return isOther
        ? [breaking(`${code(key)} of ${called(name)} is now ${code(type)}`)]
        : [];
    }),
  ];
}

/** Fragments are spread out where they are asked for inline; a named one counts as one field. */
function answerChanges(
  name: string,
  before: OperationDefinitionNode,
  after: OperationDefinitionNode,
): Change[] {
  const old = new Set(fieldsOf(before.selectionSet));
  const now = new Set(fieldsOf(after.selectionSet));
  const at = (path: string) => code(`graphql.${name}().${path}`);
  return [
    ...topmost([...old].filter((path) => !now.has(path))).map(
      (path): Change => ({ verdict: "breaking", line: `${at(path)} is gone` }),
    ),
    ...topmost([...now].filter((path) => !old.has(path))).map(
      (path): Change => ({ verdict: "new", line: `${at(path)} is new` }),
    ),
  ];
}

function fieldsOf({ selections }: SelectionSetNode, above = ""): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.INLINE_FRAGMENT)
      return fieldsOf(selection.selectionSet, above);
    const isField = selection.kind === Kind.FIELD;
    const path =
      above +
      (isField
        ? (selection.alias ?? selection.name).value
        : `...${selection.name.value}`);
    const inner = isField ? selection.selectionSet : undefined;
    return [path, ...(inner ? fieldsOf(inner, `${path}.`) : [])];
  });
}

function topmost(paths: readonly string[]): string[] {
  return paths.filter(
    (path) => !paths.some((other) => path.startsWith(`${other}.`)),
  );
}
