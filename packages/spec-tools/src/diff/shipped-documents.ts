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
    .map((name): Change => ({
      verdict: "breaking",
      line: `${functionName(name)} was removed`,
      kind: "operation removed",
      operation: `graphql.${name}`,
    }));
  const present = [...now].flatMap(([name, operation]): Change[] => {
    const was = old.get(name);
    if (was)
      return [
        ...compareVariables(name, was, operation),
        ...compareSelections(name, was, operation),
      ].map((change) => ({ ...change, operation: `graphql.${name}` }));
    const line = `${functionName(name)} is new`;
    const kind = "operation added";
    return [{ verdict: "new", line, kind, operation: `graphql.${name}` }];
  });
  return [...removed, ...present];
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
        type: print(type),
        isRequired: type.kind === Kind.NON_NULL_TYPE && !defaultValue,
      },
    ]),
  );
}

function compareVariables(
  name: string,
  before: OperationDefinitionNode,
  after: OperationDefinitionNode,
): Change[] {
  const [old, now] = [variablesOf(before), variablesOf(after)];
  const subject = functionName(name);
  const removed = [...old]
    .filter(([key]) => !now.has(key))
    .map(([key, { type }]): Change => ({
      verdict: "breaking",
      line: `${subject} no longer accepts ${code(key)}`,
      kind: "variable removed",
      before: type,
    }));
  const present = [...now].flatMap(([key, variable]): Change[] => {
    const was = old.get(key);
    const before = was?.type;
    const { type: after, isRequired } = variable;
    if (isRequired && !was?.isRequired) {
      const line = `${subject} now requires ${code(key)}`;
      const kind = was ? "variable now required" : "variable added as required";
      return [{ verdict: "breaking", line, kind, before, after }];
    }
    if (!was) {
      const line = `${subject} now accepts ${code(key)}`;
      return [{ verdict: "new", line, kind: "variable added", after }];
    }
    if (was.type.replace(/!$/, "") === after.replace(/!$/, "")) return [];
    const line = `${code(key)} of ${subject} is now ${code(after)}`;
    const kind = "variable type changed";
    return [{ verdict: "breaking", line, kind, before, after }];
  });
  return [...removed, ...present];
}

function compareSelections(
  name: string,
  before: OperationDefinitionNode,
  after: OperationDefinitionNode,
): Change[] {
  const old = new Set(fieldsOf(before.selectionSet));
  const now = new Set(fieldsOf(after.selectionSet));
  const fieldName = (path: string) => code(`graphql.${name}().${path}`);
  return [
    ...outermost([...old].filter((path) => !now.has(path))).map(
      (path): Change => ({
        verdict: "breaking",
        line: `${fieldName(path)} was removed`,
        kind: "response field removed",
        before: path,
      }),
    ),
    ...outermost([...now].filter((path) => !old.has(path))).map(
      (path): Change => ({
        verdict: "new",
        line: `${fieldName(path)} is new`,
        kind: "response field added",
        after: path,
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
