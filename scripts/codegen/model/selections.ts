import {
  isAbstractType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";

/** What a selection is read with. */
export interface Selections {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** One member of an answer: every node that selects it, and whether a directive may leave it out. */
interface Selected {
  readonly nodes: FieldNode[];
  isCertain: boolean;
}

/** What the selections select of an object of `type`, by the names in the answer. */
export function selectedOf(
  source: Selections,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, Selected> {
  const selected = new Map<string, Selected>();
  for (const set of sets) collect(source, type, set, true, selected);
  return selected;
}

function collect(
  source: Selections,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  isCertain: boolean,
  selected: Map<string, Selected>,
): void {
  for (const node of selections) {
    const always = isCertain && !(node.directives ?? []).some(isCondition);
    if (node.kind === Kind.FIELD) {
      const name = (node.alias ?? node.name).value;
      const member = selected.get(name) ?? { nodes: [], isCertain: false };
      member.nodes.push(node);
      member.isCertain ||= always;
      selected.set(name, member);
      continue;
    }
    const fragment =
      node.kind === Kind.FRAGMENT_SPREAD
        ? source.fragments.get(node.name.value)
        : node;
    if (fragment && applies(source, type, fragment.typeCondition?.name.value))
      collect(source, type, fragment.selectionSet, always, selected);
  }
}

function isCondition({ name }: { name: { value: string } }): boolean {
  return name.value === "skip" || name.value === "include";
}

function applies(
  { schema }: Selections,
  type: GraphQLObjectType,
  condition: string | undefined,
): boolean {
  if (condition === undefined || condition === type.name) return true;
  const wider = schema.getType(condition);
  return isAbstractType(wider) && schema.isSubType(wider, type);
}
