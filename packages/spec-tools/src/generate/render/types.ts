import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { own } from "../../document/json.js";
import type { DocumentModel, Schema } from "../../document/model.js";
import { ANY_OTHER_TEXT } from "./json-schema.js";
import { toTypeDocument } from "./type-document.js";

const { factory } = ts;

/** The types of a document, by openapi-typescript. */
export async function renderTypes(model: DocumentModel): Promise<string> {
  const document = toTypeDocument(model) as unknown as OpenAPI3;
  const ast = await openapiTS(document, {
    alphabetize: true,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
    postTransform: (type) => openEnumeration(type),
  });
  return tidyComments(withAliases(ast, recursiveLists(model)));
}

/**
 * The code of declarations, with an alias for each of these schemas: TypeScript permits a type that holds lists of itself as
 * an alias only, and not as a member of an interface.
 */
function withAliases(
  ast: readonly ts.Node[],
  recursive: readonly string[],
): string {
  const aliases: ts.Node[] = [];
  const toAlias = (member: ts.TypeElement): ts.TypeElement => {
    const isProperty = ts.isPropertySignature(member);
    const index = isProperty ? recursive.indexOf(nameOf(member)) : -1;
    if (!isProperty || !member.type || index < 0) return member;
    const name = aliasOf(index);
    aliases.push(
      factory.createTypeAliasDeclaration(
        undefined,
        name,
        undefined,
        member.type,
      ),
    );
    const type = factory.createTypeReferenceNode(name);
    return factory.updatePropertySignature(
      member,
      member.modifiers,
      member.name,
      member.questionToken,
      type,
    );
  };
  const visitSchemas = (member: ts.TypeElement): ts.TypeElement => {
    const isSchemas =
      ts.isPropertySignature(member) && nameOf(member) === "schemas";
    if (!isSchemas || !member.type || !ts.isTypeLiteralNode(member.type))
      return member;
    const type = factory.createTypeLiteralNode(
      member.type.members.map(toAlias),
    );
    const { modifiers, name, questionToken } = member;
    return factory.updatePropertySignature(
      member,
      modifiers,
      name,
      questionToken,
      type,
    );
  };
  if (recursive.length === 0) return astToString([...ast]);
  const declared = ast.map((node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== "components")
      return node;
    const { modifiers, name, typeParameters, heritageClauses } = node;
    return factory.updateInterfaceDeclaration(
      node,
      modifiers,
      name,
      typeParameters,
      heritageClauses,
      node.members.map(visitSchemas),
    );
  });
  // Within an alias, only another alias is resolved late enough.
  return recursive.reduce(
    (code, schema, index) =>
      code.replaceAll(
        `components["schemas"][${JSON.stringify(schema)}]`,
        aliasOf(index),
      ),
    astToString(declared) + astToString(aliases),
  );
}

/** A name that no type of openapi-typescript has. */
function aliasOf(index: number): string {
  return `Recursive${index + 1}`;
}

function nameOf({ name }: ts.PropertySignature): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : "";
}

/** The named schemas that hold lists of themselves, without an object in between. */
function recursiveLists({ schemas }: DocumentModel): string[] {
  const partsOf = (schema: Schema): string[] => {
    const { ref, anyOf = [], items } = schema;
    const inner = items ? [...anyOf, items] : anyOf;
    return [...(ref === undefined ? [] : [ref]), ...inner.flatMap(partsOf)];
  };
  return Object.keys(schemas).filter((name) => {
    const found = new Set<string>();
    const queue = [name];
    for (let at = queue.pop(); at !== undefined; at = queue.pop())
      for (const part of partsOf(own(schemas, at) ?? {}))
        if (!found.has(part)) {
          found.add(part);
          queue.push(part);
        }
    return found.has(name);
  });
}

/**
 * Removes the tags `@enum` and `@constant`, which repeat the type, and the spaces before the further lines of a text, which
 * would make the lines code.
 */
function tidyComments(code: string): string {
  return code
    .replace(/^([ \t]*\*) {5}/gm, "$1 ")
    .replace(/^[ \t]*(\/\*)?\* @(enum|constant)\b.*\n/gm, "")
    .replace(/\/\*\*\n[ \t]*\* (.*)\n[ \t]*\*\//g, "/** $1 */");
}

/** The type of an open enumeration: the known names, and `string & {}`, which keeps the completion of these names. */
function openEnumeration(type: ts.TypeNode): ts.TypeNode | undefined {
  if (isAnyOtherText(type)) return anyText();
  if (!ts.isUnionTypeNode(type) || !type.types.some(isAnyOtherText))
    return undefined;
  return factory.createUnionTypeNode(
    type.types.map((each) => (isAnyOtherText(each) ? anyText() : each)),
  );
}

/** The library writes a literal as an identifier of its JSON. */
function isAnyOtherText(type: ts.Node): boolean {
  return ts.isIdentifier(type) && type.text === JSON.stringify(ANY_OTHER_TEXT);
}

/** `string & {}`: a plain `string` would make the compiler forget the names beside it. */
function anyText(): ts.TypeNode {
  return factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
}
