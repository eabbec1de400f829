import ts from "typescript";

const PRINTER = ts.createPrinter({ removeComments: true });

/**
 * The text of a type on one line. The members of each union stand in alphabetical order, with `null` and `undefined` at
 * the end: the compiler orders them by when it has met each type, so that a change elsewhere would change their order.
 */
export function typeText(
  checker: ts.TypeChecker,
  type: ts.Type,
  at: ts.Node,
  flags: ts.NodeBuilderFlags,
): string {
  const node = checker.typeToTypeNode(type, at, flags);
  if (!node) throw new Error(`${checker.typeToString(type)} cannot be written`);
  return nodeText(node, at);
}

/** The text of a constructor's signature on one line, its unions in order. */
export function constructorText(
  checker: ts.TypeChecker,
  signature: ts.Signature,
  at: ts.Node,
  flags: ts.NodeBuilderFlags,
): string {
  const kind = ts.SyntaxKind.ConstructSignature;
  const node = checker.signatureToSignatureDeclaration(
    signature,
    kind,
    at,
    flags,
  );
  if (!node) throw new Error("a constructor cannot be written");
  return nodeText(node, at).replace(/;$/, "");
}

/** The text of a node on one line, its unions in order. `at` is a node of the file whose text the node may repeat. */
export function nodeText(node: ts.Node, at: ts.Node): string {
  const file = at.getSourceFile();
  const print = (part: ts.Node) =>
    PRINTER.printNode(ts.EmitHint.Unspecified, part, file).replace(/\s+/g, " ");
  const { transformed } = ts.transform(node, [
    (context) => {
      const visit = (part: ts.Node): ts.Node => {
        const visited = ts.visitEachChild(part, visit, context);
        if (!ts.isUnionTypeNode(visited)) return visited;
        const members = visited.types
          .map((member) => ({ member, text: print(member) }))
          .toSorted(
            (a, b) =>
              rankOf(a.text) - rankOf(b.text) || (a.text < b.text ? -1 : 1),
          )
          .map(({ member }) => member);
        return context.factory.updateUnionTypeNode(
          visited,
          context.factory.createNodeArray(members),
        );
      };
      return visit;
    },
  ]);
  return transformed.map(print).join("");
}

/** Where a member of a union stands: `null` and `undefined` at the end. */
function rankOf(text: string): number {
  return ["null", "undefined"].indexOf(text);
}
