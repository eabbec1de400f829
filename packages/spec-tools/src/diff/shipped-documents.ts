import {
  Kind,
  parse,
  print,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { Change } from "../compare/change.js";
import { code } from "../compare/findings.js";

/** Every change of the functions of `cloud.graphql`, from the texts of the shipped documents by their files. */
export function compareShippedDocuments(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Change[] {
  const [old, now] = [operationsIn(before), operationsIn(after)];
  const removed = [...old.keys()]
    .filter((name) => !now.has(name))
    .map((name) => breaking(`${functionName(name)} was removed`));
  const present = [...now].flatMap(([name, operation]): Change[] => {
    const was = old.get(name);
    if (!was) return [{ verdict: "new", line: `${functionName(name)} is new` }];
    return [
      ...compareVariables(functionName(name), was, operation),
      ...compareSelections(name, was, operation),
    ];
  });
  return [...removed, ...present];
}

function breaking(line: string): Change {
  return { verdict: "breaking", line };
}

function functionName(name: string): string {
  return code(`graphql.${name}`);
}

function operationsIn(
  files: ReadonlyMap<string, string>,
): Map<string, OperationDefinitionNode> {
  const operations = [...files.values()]
    .map((text) => parse(text))
    .flatMap(({ definitions }: DocumentNode) => definitions)
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return new Map(operations.map((node) => [node.name?.value ?? "", node]));
}

interface Variable {
  readonly type: string;
  readonly isRequired: boolean;
}

function variablesOf({
  variableDefinitions = [],
}: OperationDefinitionNode): Map<string, Variable> {
  return new Map(
    variableDefinitions.map(({ variable, type, defaultValue }) => [
      variable.name.value,
      {
        type: print(type).replace(/!$/, ""),
        isRequired: type.kind === Kind.NON_NULL_TYPE && !defaultValue,
      },
    ]),
  );
}

function compareVariables(
  subject: string,
  before: OperationDefinitionNode,
  after: OperationDefinitionNode,
): Change[] {
  const [old, now] = [variablesOf(before), variablesOf(after)];
  const removed = [...old.keys()]
    .filter((key) => !now.has(key))
    .map((key) => breaking(`${subject} no longer accepts ${code(key)}`));
  const present = [...now].flatMap(([key, { type, isRequired }]): Change[] => {
    const was = old.get(key);
    if (isRequired && !was?.isRequired)
      return [breaking(`${subject} now requires ${code(key)}`)];
    if (!was)
      return [{ verdict: "new", line: `${subject} now accepts ${code(key)}` }];
    return was.type === type
      ? []
      : [breaking(`${code(key)} of ${subject} is now ${code(type)}`)];
  });
  return [...removed, ...present];
}

function compareSelections(
  name: string,
  before: OperationDefinitionNode,
  after: OperationDefinitionNode,
): Change[] {
  const old = fieldsOf(before.selectionSet);
  const now = fieldsOf(after.selectionSet);
  const fieldName = (path: string) => code(`graphql.${name}().${path}`);
  return [
    ...outermost(old.filter((path) => !now.includes(path))).map((path) =>
      breaking(`${fieldName(path)} was removed`),
    ),
    ...outermost(now.filter((path) => !old.includes(path))).map(
      (path): Change => ({
        verdict: "new",
        line: `${fieldName(path)} is new`,
      }),
    ),
  ];
}

/** The paths of all selected fields. The fields of an inline fragment are listed; a named fragment counts as one field. */
function fieldsOf({ selections }: SelectionSetNode, parent = ""): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.INLINE_FRAGMENT)
      return fieldsOf(selection.selectionSet, parent);
    if (selection.kind === Kind.FRAGMENT_SPREAD)
      return [`${parent}...${selection.name.value}`];
    const path = parent + (selection.alias ?? selection.name).value;
    const { selectionSet } = selection;
    return [path, ...(selectionSet ? fieldsOf(selectionSet, `${path}.`) : [])];
  });
}

/** The paths that lie within no other path of the list. */
function outermost(paths: readonly string[]): string[] {
  return paths.filter(
    (path) => !paths.some((other) => path.startsWith(`${other}.`)),
  );
}
